import { Icon, media, textStyles, tokens, VisuallyHidden } from '@mahlzeit/shared-ui/ui';
import { FlaskConical } from 'lucide-react';
import type { Ref } from 'react';
import styled, { css } from 'styled-components';
import type { PageChanges } from './page-changes';
import { useTexts } from './qa-texts';

interface QaBadgeProps {
  readonly changes: PageChanges;
  readonly openerRef: Ref<HTMLButtonElement>;
  readonly isPanelOpen: boolean;
  readonly onOpen: () => void;
  readonly onReset: () => void;
}

const useChangesText = ({ names, isNetworkChanged }: PageChanges): string => {
  const t = useTexts();
  if (names.length === 0) return t('ChangedNetwork');
  return isNetworkChanged
    ? t('ChangedPartsAndNetwork', { count: names.length })
    : t('ChangedParts', { count: names.length });
};

/**
 * Badge that says that this page differs from the page that others get. On phones, and while a dialog is open, it is a
 * small tab at the left edge: the lower edge holds the buttons for ordering.
 */
export const QaBadge = ({ changes, openerRef, isPanelOpen, onOpen, onReset }: QaBadgeProps) => {
  const t = useTexts();
  const changesText = useChangesText(changes);
  return (
    <BadgeFrame role="region" aria-label={t('BadgeName')}>
      <OpenButton ref={openerRef} type="button" aria-expanded={isPanelOpen} onClick={onOpen}>
        <Icon source={FlaskConical} size={20} />
        <BadgeText role="status">
          <b>{t('NotAsForGuests')}</b> {changesText}
        </BadgeText>
        <VisuallyHidden>{t('OpenPanel')}</VisuallyHidden>
        <ChangeCount aria-hidden="true">{changes.names.length + (changes.isNetworkChanged ? 1 : 0)}</ChangeCount>
      </OpenButton>
      <ResetButton type="button" onClick={onReset}>
        {t('Reset')}
      </ResetButton>
    </BadgeFrame>
  );
};

/** Styles for phones, and for wide windows in which a dialog is open. */
const onCompactScreen = (styles: ReturnType<typeof css>) => css`
  ${media.below701} {
    ${styles}
  }
  body:has([role='dialog'], [role='alertdialog']) & {
    ${styles}
  }
`;

const hiddenStyle = css`
  position: absolute;
  width: 1px;
  height: 1px;
  overflow: hidden;
  clip-path: inset(50%);
  white-space: nowrap;
`;

const BadgeFrame = styled.div`
  position: fixed;
  z-index: ${tokens.layer.blocked + 1};
  left: 20px;
  bottom: 20px;
  display: flex;
  align-items: center;
  gap: 12px;
  max-width: calc(100vw - 40px);
  padding: 8px;
  padding-left: 12px;
  color: ${tokens.color.onInverse};
  background: ${tokens.color.inverse};
  border: 2px solid ${tokens.color.surface};
  border-radius: ${tokens.radius.full};
  box-shadow: ${tokens.color.e3};
  ${onCompactScreen(css`
    left: 0;
    bottom: auto;
    top: 38%;
    padding: 0;
    border-left: 0;
    border-radius: 0 ${tokens.radius.control} ${tokens.radius.control} 0;
  `)}
`;

const OpenButton = styled.button`
  ${textStyles.label}
  position: relative;
  display: flex;
  align-items: center;
  gap: 12px;
  min-width: 44px;
  min-height: 44px;
  padding: 0;
  font-weight: 400;
  text-align: start;
  color: inherit;
  background: none;
  border: 0;
  border-radius: ${tokens.radius.control};
  cursor: pointer;

  &:focus-visible {
    outline: 2px solid ${tokens.color.inverseAccent};
    outline-offset: 2px;
  }
  ${onCompactScreen(css`
    justify-content: center;
    gap: 4px;
    padding: 0 8px;
  `)}
`;

const BadgeText = styled.span`
  ${onCompactScreen(hiddenStyle)}
`;

const ChangeCount = styled.span`
  display: none;
  font-weight: 700;
  font-variant-numeric: tabular-nums;
  ${onCompactScreen(css`
    display: inline;
  `)}
`;

const ResetButton = styled.button`
  ${textStyles.label}
  min-height: 44px;
  padding: 0 18px;
  color: ${tokens.color.inverse};
  background: ${tokens.color.onInverse};
  border: 0;
  border-radius: ${tokens.radius.full};
  cursor: pointer;

  &:focus-visible {
    outline: 2px solid ${tokens.color.inverseAccent};
    outline-offset: 2px;
  }
  ${onCompactScreen(css`
    display: none;
  `)}
`;
