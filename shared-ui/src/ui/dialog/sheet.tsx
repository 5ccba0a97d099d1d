import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Heading } from 'react-aria-components/Heading';
import { IconButton } from '../button';
import { German } from '../german/german';
import { VisuallyHidden } from '../hidden';
import { H2, Small } from '../text';
import { tokens } from '../theme';
import { uiText } from '../ui-text';
import type { SheetSize } from './sheet.styles';
import { Grab, MediaButtons, Scrim, SheetBody, SheetContent, SheetDock, SheetFrame, SheetHead, SheetMedia, SheetScroll } from './sheet.styles';

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
