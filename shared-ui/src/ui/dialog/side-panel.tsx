import type { ReactNode } from 'react';
import { Dialog } from 'react-aria-components/Dialog';
import { Modal } from 'react-aria-components/Modal';
import styled, { keyframes } from 'styled-components';
import { German } from '../german/german';
import { media, tokens } from '../theme';
import { Scrim } from './sheet.styles';

interface SidePanelProps {
  /** Names the panel: „Menü“. */
  readonly label: string;
  readonly onClose: () => void;
  /** Stays at the lower edge. */
  readonly footer?: ReactNode;
  readonly children: ReactNode;
}

/** The drawer at the left edge. Open as long as it is rendered. */
export const SidePanel = ({ label, onClose, footer, children }: SidePanelProps) => (
  <German>
    <Scrim $layer={tokens.layer.drawer} isOpen isDismissable onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Frame>
        <Panel aria-label={label}>
          <Content>{children}</Content>
          {footer !== undefined && <Foot>{footer}</Foot>}
        </Panel>
      </Frame>
    </Scrim>
  </German>
);

const slide = keyframes`
  from { transform: translateX(-100%); }
`;

const appear = keyframes`
  from { opacity: 0; }
`;

const Frame = styled(Modal)`
  position: absolute;
  inset: 0 auto 0 0;
  width: min(310px, 100% - 44px);
  overflow: hidden;
  border-radius: 0 ${tokens.radius.sheet} ${tokens.radius.sheet} 0;
  background: ${tokens.color.bg};
  box-shadow: ${tokens.color.e3};
  animation: ${slide} ${tokens.duration.sheetIn} ${tokens.curve.in};
  ${media.from701} { border-radius: 0 ${tokens.radius.dialog} ${tokens.radius.dialog} 0; }
  ${media.reducedMotion} { animation-name: ${appear}; }
`;

const Panel = styled(Dialog)`
  display: flex;
  flex-direction: column;
  height: 100%;
  outline: none;
`;

const Content = styled.div`
  flex: 1;
  min-height: 0;
  overflow-y: auto;
  overscroll-behavior: contain;
`;

const Foot = styled.div`
  padding: 12px 24px calc(16px + env(safe-area-inset-bottom));
`;
