import { ArrowLeft, X } from 'lucide-react';
import { useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { Dialog } from 'react-aria-components/Dialog';
import { Heading } from 'react-aria-components/Heading';
import { Modal } from 'react-aria-components/Modal';
import styled, { keyframes } from 'styled-components';
import { IconButton } from '../button';
import { Gutter } from '../layout';
import { TabPanel, Tabs } from '../tabs';
import type { TabItem } from '../tabs';
import { H2, Small, uiText, VisuallyHidden } from '../text';
import { forcedColorsBorder, media, tokens } from '../theme/tokens';
import type { OverlayEntry } from '../overlay-entry';
import { Scrim } from './scrim';
import {
  appearAnimation,
  GrabHandle,
  MediaHead,
  MediaTitle,
  SheetBody,
  SheetContent,
  SheetDock,
  SheetFrame,
  SheetHead,
  SheetMedia,
  SheetScroll,
} from './sheet.styles';
import type { SheetPlace, SheetSize } from './sheet.styles';

interface SheetProps {
  /** Title of the sheet, and its name for assistive technology. */
  readonly title: string;
  /** True if the content of the sheet itself shows the title. */
  readonly isTitleHidden?: boolean;
  readonly subtitle?: string;
  /** Called when the user closes the sheet by the close button, Escape or a press outside. */
  readonly onClose: () => void;
  /** Called instead of `onClose` for Escape, a press outside and Back, if these must not simply close the screen. */
  readonly onDismiss?: () => void;
  /**
   * Replaces the close button, for a screen that must not simply be closed; null means no button. Not possible together
   * with `media`.
   */
  readonly closeButton?: ReactNode;
  /** Back button to the previous step, left of the title. Not possible together with `media`. */
  readonly backButton?: { readonly label: string; readonly onClick: () => void };
  readonly size?: SheetSize;
  /** Places the sheet over a part of the page without darkening the rest; without it, the sheet is centred. */
  readonly place?: SheetPlace | null;
  /**
   * Picture or film at the top edge of the sheet. It scrolls away with the content; the buttons lie over it. The
   * content then needs a heading and side margins of its own.
   */
  readonly media?: ReactNode;
  /** Buttons on the right, over the picture. They stay visible when the picture scrolls away. */
  readonly mediaActions?: ReactNode;
  /** Main action of the sheet, at its lower edge. */
  readonly dock?: ReactNode;
  /** True by default. If false, Escape and a press outside do nothing. */
  readonly isDismissable?: boolean;
  /**
   * History entry that Back leaves to close the sheet. Default: the screen's own entry for the first sheet of a screen,
   * and an entry of its own for every further sheet. `overlay`: a screen that Back must not simply close. A number: a
   * screen with so many earlier steps, to which Back leads, but which it must not simply leave. `none`: a further sheet
   * that the screen's address opens.
   */
  readonly entry?: OverlayEntry;
  readonly children: ReactNode;
}

const CloseButton = ({ onClose, look }: { readonly onClose: () => void; readonly look: 'plain' | 'disc' }) => (
  <IconButton label={uiText('Close')} icon={X} look={look} onClick={onClose} />
);

interface MediaScrollProps extends Pick<SheetProps, 'title' | 'onClose' | 'media' | 'mediaActions'> {
  readonly children: ReactNode;
}

/**
 * Scrolling area with a picture at the top. The picture scrolls away with the content, while the buttons stay; the
 * title then appears beside the buttons.
 */
const MediaScroll = ({ title, onClose, media, mediaActions, children }: MediaScrollProps) => {
  const mediaElement = useRef<HTMLDivElement>(null);
  const [isScrolledPastMedia, setIsScrolledPastMedia] = useState(false);
  return (
    <SheetScroll
      $hasHead
      onScroll={({ currentTarget }) =>
        setIsScrolledPastMedia(currentTarget.scrollTop > (mediaElement.current?.clientHeight ?? 0))
      }
    >
      <MediaHead $isPast={isScrolledPastMedia}>
        <GrabHandle $isOnMedia={!isScrolledPastMedia} />
        <CloseButton onClose={onClose} look={isScrolledPastMedia ? 'plain' : 'disc'} />
        {/* Hidden from assistive technology, because the dialog already has this name, and the content a heading. */}
        <MediaTitle aria-hidden="true" $isShown={isScrolledPastMedia}>
          {title}
        </MediaTitle>
        {mediaActions}
      </MediaHead>
      <SheetMedia ref={mediaElement}>{media}</SheetMedia>
      <SheetContent $isPadded={false}>{children}</SheetContent>
    </SheetScroll>
  );
};

/**
 * Modal screen: a sheet at the lower edge on phones, otherwise a dialog. The sheet is open as long as the component is
 * rendered.
 */
export const Sheet = ({
  title,
  isTitleHidden = false,
  subtitle,
  onClose,
  onDismiss = onClose,
  closeButton,
  backButton,
  size = 'regular',
  place,
  media,
  mediaActions,
  dock,
  isDismissable = true,
  entry = 'screen',
  children,
}: SheetProps) => {
  const hasMedia = media !== undefined;
  return (
    <Scrim layer={tokens.layer.sheet} place={place} entry={entry} isDismissable={isDismissable} onDismiss={onDismiss}>
      <SheetFrame $size={size} $place={place}>
        <SheetBody $hasFade={size === 'wide' && dock === undefined} aria-label={hasMedia ? title : undefined}>
          {hasMedia && (
            <MediaScroll title={title} onClose={onClose} media={media} mediaActions={mediaActions}>
              {children}
            </MediaScroll>
          )}
          {!hasMedia && (
            <>
              <GrabHandle $isOnMedia={false} />
              <SheetHead $hasBack={backButton !== undefined}>
                {backButton !== undefined && (
                  <IconButton label={backButton.label} icon={ArrowLeft} onClick={backButton.onClick} />
                )}
                <div>
                  {isTitleHidden ? (
                    <HiddenTitle title={title} />
                  ) : (
                    <H2 as={Heading} slot="title" level={1}>
                      {title}
                    </H2>
                  )}
                  {subtitle !== undefined && <Small $tone="quiet">{subtitle}</Small>}
                </div>
                {closeButton === undefined ? <CloseButton onClose={onClose} look="plain" /> : closeButton}
              </SheetHead>
              <SheetScroll>
                <SheetContent $isPadded>{children}</SheetContent>
              </SheetScroll>
            </>
          )}
          {dock !== undefined && <SheetDock>{dock}</SheetDock>}
        </SheetBody>
      </SheetFrame>
    </Scrim>
  );
};

// Heading that names the dialog without being visible. Its level is 2, because the content itself has the visible main
// heading.
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
  /** Purpose of the tabs of a sheet, for assistive technology. */
  readonly label: string;
  /** Prefix of the ids that connect tabs and panels. It must be unique in the page. */
  readonly idBase: string;
  readonly tabs: readonly [SheetTab, ...SheetTab[]];
}

/** Tabs of equal width over the whole sheet. The first one is selected initially. */
export const SheetTabs = ({ label, idBase, tabs }: SheetTabsProps) => {
  const [selectedId, setSelectedId] = useState(tabs[0].id);
  return (
    <EdgeToEdgeArea>
      <Tabs label={label} idBase={idBase} items={tabs} selectedId={selectedId} onSelect={setSelectedId} />
      {tabs.map(({ id, content }) => (
        <TabPanel key={id} idBase={idBase} id={id} isSelected={id === selectedId}>
          <SheetTabPanel>{content}</SheetTabPanel>
        </TabPanel>
      ))}
    </EdgeToEdgeArea>
  );
};

const EdgeToEdgeArea = styled.div`
  margin-inline: calc(-1 * var(--gutter, 20px));
  /* Tabs that don't fit side by side, as at large letters, stand one below the other. */
  > [role='tablist'] {
    flex-wrap: wrap;
    gap: 0;
    padding: 0;
  }
  > [role='tablist'] > * {
    flex: 1;
    min-width: max-content;
    padding-inline: 8px;
  }
`;

const SheetTabPanel = styled(Gutter)`
  padding-top: 16px;
`;

interface SidePanelProps {
  /** Name of the panel for assistive technology: „Menü“. */
  readonly label: string;
  readonly onClose: () => void;
  /** Element at the lower edge of the panel. */
  readonly footer?: ReactNode;
  readonly children: ReactNode;
}

/** Modal panel at the left edge of the window. The panel is open as long as the component is rendered. */
export const SidePanel = ({ label, onClose, footer, children }: SidePanelProps) => (
  <Scrim layer={tokens.layer.drawer} entry="overlay" onDismiss={onClose}>
    <SidePanelFrame>
      <SidePanelDialog aria-label={label}>
        <SidePanelContent>{children}</SidePanelContent>
        {footer !== undefined && <SidePanelFooter>{footer}</SidePanelFooter>}
      </SidePanelDialog>
    </SidePanelFrame>
  </Scrim>
);

const slideAnimation = keyframes`
  from { transform: translateX(-100%); }
`;

const SidePanelFrame = styled(Modal)`
  position: absolute;
  inset: 0 auto 0 0;
  width: min(310px, 100% - 44px);
  overflow: hidden;
  border-radius: 0 ${tokens.radius.sheet} ${tokens.radius.sheet} 0;
  background: ${tokens.color.bg};
  box-shadow: ${tokens.color.e3};
  ${forcedColorsBorder}
  animation: ${slideAnimation} ${tokens.duration.sheetIn} ${tokens.curve.in};
  ${media.from701} {
    border-radius: 0 ${tokens.radius.dialog} ${tokens.radius.dialog} 0;
  }
  ${media.reducedMotion} {
    animation-name: ${appearAnimation};
  }
`;

const SidePanelDialog = styled(Dialog)`
  display: flex;
  flex-direction: column;
  height: 100%;
  outline: none;
  ${media.low} {
    display: block;
    overflow-y: auto;
  }
`;

const SidePanelContent = styled.div`
  flex: 1;
  min-height: 0;
  overflow-y: auto;
  overscroll-behavior: contain;
  ${media.low} {
    overflow: visible;
  }
`;

const SidePanelFooter = styled.div`
  padding: 12px 24px calc(16px + env(safe-area-inset-bottom));
`;
