import { CircleAlert, CircleCheck, X } from 'lucide-react';
import type { ComponentPropsWithRef } from 'react';
import styled, { keyframes } from 'styled-components';
import { Icon } from './art/art';
import { uiText } from './text';
import { forcedColorsBorder, media, tokens } from './theme/tokens';

/** Kind of the message, which selects its icon. */
export type SnackbarTone = 'neutral' | 'success' | 'error';

interface SnackbarViewProps {
  readonly text: string;
  readonly tone?: SnackbarTone;
  readonly action?: { readonly label: string; readonly run: () => void };
  /**
   * Called by the close button, which messages have that don't close by themselves. Without this function there is no
   * close button.
   */
  readonly onClose?: () => void;
}

const ICON_BY_TONE = { neutral: null, success: CircleCheck, error: CircleAlert } as const;

/**
 * Short message (snackbar) with at most one action. The caller renders the live region around it, so that the region
 * exists before the message.
 */
export const SnackbarView = ({ text, tone = 'neutral', action, onClose }: SnackbarViewProps) => {
  const toneIcon = ICON_BY_TONE[tone];
  return (
    <SnackbarBar>
      {toneIcon !== null && <Icon source={toneIcon} />}
      <SnackbarText>{text}</SnackbarText>
      {action !== undefined && (
        <ActionButton type="button" onClick={action.run}>
          {action.label}
        </ActionButton>
      )}
      {onClose !== undefined && (
        <CloseButton type="button" aria-label={uiText('Close')} onClick={onClose}>
          <Icon source={X} />
        </CloseButton>
      )}
    </SnackbarBar>
  );
};

/**
 * Live region for messages at the top centre, above every layer; the messages stay usable while a dialog is open.
 * `--bar` is the height of the page's bar, below which the region starts; `--shift` moves it down from there.
 */
export const SnackbarRegion = (props: ComponentPropsWithRef<'div'>) => (
  <RegionFrame {...props} data-react-aria-top-layer="true" />
);

const arriveAnimation = keyframes`
  from { opacity: 0; transform: translateY(-12px); }
`;

const appearAnimation = keyframes`
  from { opacity: 0; }
`;

const RegionFrame = styled.div`
  position: fixed;
  left: 16px;
  right: 16px;
  top: calc(12px + var(--bar, 0px) + var(--shift, 0px) + env(safe-area-inset-top));
  z-index: ${tokens.layer.snackbar};
  display: grid;
  justify-items: center;
  pointer-events: none;
  > * {
    pointer-events: auto;
  }
`;

const SnackbarBar = styled.div`
  display: flex;
  align-items: center;
  flex-wrap: wrap;
  gap: 0 12px;
  width: fit-content;
  max-width: min(480px, 100%);
  min-height: 52px;
  padding: 4px 8px 4px 16px;
  border-radius: 16px;
  font-size: 0.9375rem;
  line-height: 1.25rem;
  font-weight: 500;
  background: ${tokens.color.inverse};
  color: ${tokens.color.onInverse};
  box-shadow: ${tokens.color.e3};
  animation: ${arriveAnimation} ${tokens.duration.swap} ${tokens.curve.in};
  ${media.reducedMotion} {
    animation-name: ${appearAnimation};
  }
  ${forcedColorsBorder}
`;

const SnackbarText = styled.span`
  /* Where fewer letters have room, the button stands below the text. The glyph and its gap stay beside it. */
  flex: 1 1 min(8rem, 100% - 32px);
  min-width: 0;
  padding: 8px 8px 8px 0;
  /* Hundreds of marks above one letter would otherwise lie over the texts around it. */
  overflow: clip;
`;

const ActionButton = styled.button`
  flex: none;
  margin-left: auto;
  min-height: 44px;
  padding: 0 10px;
  border-radius: ${tokens.radius.small};
  color: ${tokens.color.inverseAccent};
  font-weight: 650;
  &:focus-visible {
    outline-color: ${tokens.color.inverseAccent};
    outline-offset: -3px;
  }
`;

const CloseButton = styled.button`
  display: grid;
  place-items: center;
  flex: none;
  width: 44px;
  height: 44px;
  margin-left: auto;
  border-radius: ${tokens.radius.small};
  ${ActionButton} + & {
    margin-left: -4px;
  }
  &:focus-visible {
    outline-color: ${tokens.color.inverseAccent};
    outline-offset: -3px;
  }
`;
