import { X } from 'lucide-react';
import type { KeyboardEvent, ReactNode } from 'react';
import { Dialog } from 'react-aria-components/Dialog';
import { Modal } from 'react-aria-components/Modal';
import styled from 'styled-components';
import { IconButton } from '../button';
import { uiText } from '../text';
import { tokens } from '../theme/tokens';
import { Scrim } from './scrim';

interface MediaOverlayProps {
  /** Name of the dialog: „Bilder von Elbkantine“. */
  readonly label: string;
  /**
   * Called by the close button, Escape and Back. The content fills the overlay and handles presses on the background
   * itself.
   */
  readonly onClose: () => void;
  /** Handles key presses while the focus is anywhere in the overlay. */
  readonly onKeyDown?: (event: KeyboardEvent) => void;
  /** Element below the pictures or films. */
  readonly footer?: ReactNode;
  readonly children: ReactNode;
}

/**
 * Overlay that shows pictures and films over the whole window, above every sheet. It is open as long as the component
 * is rendered.
 */
export const MediaOverlay = ({ label, onClose, onKeyDown, footer, children }: MediaOverlayProps) => (
  <Scrim layer={tokens.layer.media} entry="overlay" closesByPress={false} onDismiss={onClose}>
    <OverlayFrame>
      <KeyListenerArea onKeyDown={onKeyDown}>
        <OverlayDialog aria-label={label}>
          <CloseButtonCorner>
            <IconButton label={uiText('Close')} icon={X} look="disc" onClick={onClose} />
          </CloseButtonCorner>
          <OverlayContent>{children}</OverlayContent>
          {footer !== undefined && <OverlayFooter>{footer}</OverlayFooter>}
        </OverlayDialog>
      </KeyListenerArea>
    </OverlayFrame>
  </Scrim>
);

// Frame of the overlay. Pictures have a dark background in both colour schemes.
const OverlayFrame = styled(Modal)`
  position: absolute;
  inset: 0;
  background: rgb(10 5 8 / 92%);
  color: #fff;
`;

const KeyListenerArea = styled.div`
  height: 100%;
`;

const OverlayDialog = styled(Dialog)`
  display: flex;
  flex-direction: column;
  height: 100%;
  outline: none;
`;

const CloseButtonCorner = styled.div`
  position: absolute;
  z-index: 1;
  left: 12px;
  top: 16px;
`;

const OverlayContent = styled.div`
  flex: 1;
  min-height: 0;
`;

const OverlayFooter = styled.footer`
  padding: 8px 16px calc(16px + env(safe-area-inset-bottom));
`;
