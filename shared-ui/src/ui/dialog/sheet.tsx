import { X } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { Dialog } from 'react-aria-components/Dialog';
import { Heading } from 'react-aria-components/Heading';
import { Modal } from 'react-aria-components/Modal';
import styled, { keyframes } from 'styled-components';
import { IconButton } from '../button';
import { German } from '../german';
import { Gutter } from '../layout';
import { TabPanel, Tabs } from '../tabs';
import type { TabItem } from '../tabs';
import { H2, Small, uiText, VisuallyHidden } from '../text';
import { media, tokens } from '../theme/tokens';
import { appear, Grab, MediaButtons, Scrim, SheetBody, SheetContent, SheetDock, SheetFrame, SheetHead, SheetMedia, SheetScroll } from './sheet.styles';
import type { SheetSize } from './sheet.styles';

interface SheetProps {
  /** Names the dialog. */
  readonly title: string;
  /** The content shows the title itself. */
  readonly isTitleHidden?: boolean;
  readonly subtitle?: string;
  /** Asked by the close button, Escape and a press beside the sheet. */
  readonly onClose: () => void;
  /** What Escape and a press beside the sheet do instead, where they must not simply close. */
  readonly onDismiss?: () => void;
  readonly size?: SheetSize;
  /** Fills the top edge to edge and scrolls away; carries the buttons. The content then brings its own gutters. */
  readonly media?: ReactNode;
  /** IconButtons right on the media. */
  readonly mediaActions?: ReactNode;
  /** The way on, at the lower edge. */
  readonly dock?: ReactNode;
  /** False: Escape and a press beside the sheet do nothing. */
  readonly isDismissable?: boolean;
  readonly children: ReactNode;
}

const CloseButton = ({ onClose, look }: { readonly onClose: () => void; readonly look: 'plain' | 'disc' }) => <IconButton label={uiText('Close')} icon={X} look={look} onClick={onClose} />;

/** A modal screen: a sheet on phones, a dialog else. Open as long as it is rendered. */
export const Sheet = ({ title, isTitleHidden = false, subtitle, onClose, onDismiss = onClose, size = 'regular', media, mediaActions, dock, isDismissable = true, children }: SheetProps) => {
  const hasMedia = media !== undefined;
  return (
    <German>
      <Scrim $layer={tokens.layer.sheet} isOpen isDismissable={isDismissable} isKeyboardDismissDisabled={!isDismissable} onOpenChange={(isOpen) => !isOpen && onDismiss()}>
        <SheetFrame $size={size}>
          <SheetBody $hasFade={size === 'wide' && dock === undefined}>
            <Grab $isOnMedia={hasMedia} />
            {!hasMedia && (
              <SheetHead>
                <div>
                  {isTitleHidden ? <HiddenTitle title={title} /> : <H2 as={Heading} slot="title" level={1}>{title}</H2>}
                  {subtitle !== undefined && <Small $tone="quiet">{subtitle}</Small>}
                </div>
                <CloseButton onClose={onClose} look="plain" />
              </SheetHead>
            )}
            <SheetScroll>
              {hasMedia && (
                <SheetMedia>
                  <HiddenTitle title={title} />
                  {media}
                  <MediaButtons>
                    <CloseButton onClose={onClose} look="disc" />
                    <div>{mediaActions}</div>
                  </MediaButtons>
                </SheetMedia>
              )}
              <SheetContent $isPadded={!hasMedia}>{children}</SheetContent>
            </SheetScroll>
            {dock !== undefined && <SheetDock>{dock}</SheetDock>}
          </SheetBody>
        </SheetFrame>
      </Scrim>
    </German>
  );
};

// Names the dialog where the content has the visible heading; no second heading for the reader.
const HiddenTitle = ({ title }: { readonly title: string }) => (
  <VisuallyHidden>
    <Heading slot="title" level={2}>
      {title}
    </Heading>
  </VisuallyHidden>
);

interface SheetTab extends TabItem {
  readonly content: ReactNode;
}

interface SheetTabsProps {
  /** What is chosen here, for assistive technology. */
  readonly label: string;
  /** Ties tabs and panels together; unique in the page. */
  readonly idBase: string;
  readonly tabs: readonly [SheetTab, ...SheetTab[]];
}

/** Tabs over the whole width of a sheet; the first is chosen at first. */
export const SheetTabs = ({ label, idBase, tabs }: SheetTabsProps) => {
  const [selectedId, setSelectedId] = useState(tabs[0].id);
  return (
    <EdgeToEdge>
      <Tabs label={label} idBase={idBase} items={tabs} selectedId={selectedId} onSelect={setSelectedId} />
      {tabs.map(({ id, content }) => (
        <TabPanel key={id} idBase={idBase} id={id} isSelected={id === selectedId}>
          <SheetTabPanel>{content}</SheetTabPanel>
        </TabPanel>
      ))}
    </EdgeToEdge>
  );
};

const EdgeToEdge = styled.div`
  margin-inline: calc(-1 * var(--gutter, 20px));
`;

const SheetTabPanel = styled(Gutter)`
  padding-top: 16px;
`;

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
