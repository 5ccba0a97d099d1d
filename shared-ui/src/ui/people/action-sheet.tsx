import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Dialog } from 'react-aria-components/Dialog';
import { Heading } from 'react-aria-components/Heading';
import { Modal } from 'react-aria-components/Modal';
import styled, { css } from 'styled-components';
import { Icon } from '../art/art';
import type { IconSource } from '../art/art';
import { IconButton } from '../button';
import { Scrim } from '../dialog/scrim';
import { appearAnimation, GrabHandle, riseAnimation } from '../dialog/sheet.styles';
import { H3, Small, uiText } from '../text';
import { forcedColorsBorder, media, textStyles, tokens } from '../theme/tokens';

interface ActionSheetProps {
  /** Name of the sheet: the person or thing to which the actions belong. */
  readonly title: string;
  readonly text?: string;
  /** Element left of the title: an avatar. */
  readonly emblem?: ReactNode;
  /** Called by Escape, Back, a press outside, and the close button. */
  readonly onClose: () => void;
  /** Rows with actions, or other content of the sheet. */
  readonly children: ReactNode;
}

/**
 * Sheet with actions on a person or thing: at the lower edge on phones, otherwise a centred dialog. Can open above a
 * sheet, and returns the focus when it closes. The sheet is open as long as the component is rendered.
 */
export const ActionSheet = ({ title, text, emblem, onClose, children }: ActionSheetProps) => (
  <Scrim layer={tokens.layer.dialog} entry="overlay" onDismiss={onClose}>
    <ActionSheetFrame>
      <SheetDialog>
        <GrabHandle $isOnMedia={false} />
        <ActionSheetHead>
          {emblem}
          <div>
            <H3 as={Heading} slot="title" level={2}>
              {title}
            </H3>
            {text !== undefined && <Small $tone="quiet">{text}</Small>}
          </div>
          <IconButton label={uiText('Close')} icon={X} onClick={onClose} />
        </ActionSheetHead>
        {children}
      </SheetDialog>
    </ActionSheetFrame>
  </Scrim>
);

interface ActionRowProps {
  readonly icon: IconSource;
  readonly label: string;
  /** Text about the purpose or consequence of the action. */
  readonly text?: string;
  /** True for an action that ends or deletes something. It is red, has a thin line above, and comes last. */
  readonly isDanger?: boolean;
  /** True for an action that isn't possible now; `text` says why. A press does nothing. */
  readonly isDisabled?: boolean;
  readonly onClick: () => void;
}

/** Row of a sheet with one action. A press anywhere on the row runs the action. */
export const ActionRow = ({ icon, label, text, isDanger = false, isDisabled = false, onClick }: ActionRowProps) => (
  <ActionButton
    type="button"
    aria-disabled={isDisabled || undefined}
    $isDanger={isDanger}
    onClick={isDisabled ? undefined : onClick}
  >
    <Icon source={icon} size={22} />
    <span>
      {label}
      {text !== undefined && <SecondaryText>{text}</SecondaryText>}
    </span>
  </ActionButton>
);

const ActionSheetFrame = styled(Modal)`
  > div:first-child {
    display: none;
  }
  position: absolute;
  inset: auto 0 0;
  max-height: calc(100% - 12px);
  overflow-y: auto;
  overscroll-behavior: contain;
  border-radius: ${tokens.radius.sheet} ${tokens.radius.sheet} 0 0;
  background: ${tokens.color.bg};
  box-shadow: ${tokens.color.e3};
  ${forcedColorsBorder}
  animation: ${riseAnimation} ${tokens.duration.sheetIn} ${tokens.curve.in};
  ${media.from600} {
    inset-inline: max(0px, (100% - 600px) / 2);
  }
  ${media.from701} {
    inset: 0;
    width: min(440px, 100% - 64px);
    height: fit-content;
    margin: auto;
    border-radius: ${tokens.radius.dialog};
    animation-name: ${appearAnimation};
  }
  ${media.reducedMotion} {
    animation-name: ${appearAnimation};
  }
`;

const SheetDialog = styled(Dialog)`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 8px;
  position: relative;
  padding: 22px 20px calc(16px + env(safe-area-inset-bottom));
  outline: none;
`;

const ActionSheetHead = styled.header`
  display: flex;
  align-items: flex-start;
  gap: 12px;
  > div {
    flex: 1;
    min-width: 0;
    padding-top: 4px;
  }
  > button {
    margin: -4px -8px 0 0;
  }
`;

const dangerStyle = css`
  position: relative;
  margin-top: 8px;
  color: ${tokens.color.err};
  &::before {
    content: '';
    position: absolute;
    inset: -5px 0 auto;
    border-top: 1px solid ${tokens.color.line};
  }
`;

const ActionButton = styled.button<{ readonly $isDanger: boolean }>`
  ${textStyles.label}
  display: flex;
  align-items: center;
  gap: 16px;
  width: 100%;
  min-height: 52px;
  padding: 8px 4px;
  border-radius: ${tokens.radius.small};
  > span {
    min-width: 0;
    overflow-wrap: anywhere;
  }
  ${media.hover} {
    &:hover {
      background: ${tokens.color.hover};
    }
  }
  ${({ $isDanger }) => $isDanger && dangerStyle}
  &[aria-disabled] {
    color: ${tokens.color.ink3};
    cursor: default;
  }
`;

const SecondaryText = styled.span`
  ${textStyles.caption}
  display: block;
  font-weight: 400;
  color: ${tokens.color.ink2};
`;
