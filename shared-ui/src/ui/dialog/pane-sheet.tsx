import { ArrowLeft, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Heading } from 'react-aria-components/Heading';
import styled, { css } from 'styled-components';
import { IconButton } from '../button';
import { Caption, uiText, VisuallyHidden } from '../text';
import { media, textStyles, tokens } from '../theme/tokens';
import { Scrim } from './scrim';
import { SheetBody, SheetContent, SheetDock, SheetFrame, SheetScroll } from './sheet.styles';

interface PaneSheetProps {
  /** Title of the sheet, and its name for assistive technology. */
  readonly title: string;
  readonly subtitle?: string | undefined;
  /** Element left of the sheet's title, 44 px. */
  readonly emblem?: ReactNode;
  /** False while nothing in the list is selected: the sheet then has no head, and the list shows the title. */
  readonly hasHead?: boolean;
  /** Called when the user closes the sheet by Escape, by a press outside, or by the close button, if there is one. */
  readonly onClose: () => void;
  /**
   * Back button that leads to the list. It replaces the close button below 850 px, where the list doesn't fit beside
   * the sheet.
   */
  readonly backButton?: { readonly label: string; readonly onClick: () => void };
  /** Element right of the sheet's title, 44 px. */
  readonly action?: ReactNode;
  /** List beside the sheet's content; undefined if the window is too narrow for it. */
  readonly pane?: ReactNode;
  /** Element that floats over the lower edge of the scrolling content. */
  readonly floatingContent?: ReactNode;
  /** Element below the scrolling content, at the lower edge of the sheet, for example a button. */
  readonly dock?: ReactNode;
  readonly children: ReactNode;
}

/**
 * Modal screen as high as the window. It shows one item of a list; from 850 px on, the list is beside it. The sheet is
 * open as long as the component is rendered.
 */
export const PaneSheet = ({
  title,
  subtitle,
  emblem,
  hasHead = true,
  onClose,
  backButton,
  action,
  pane,
  floatingContent,
  dock,
  children,
}: PaneSheetProps) => (
  <Scrim layer={tokens.layer.sheet} entry="screen" onDismiss={onClose}>
    <PaneSheetFrame $size={pane === undefined ? 'regular' : 'wide'}>
      <SheetBody $hasFade={false}>
        <SheetColumns>
          {pane !== undefined && <SidePane>{pane}</SidePane>}
          <MainColumn>
            <PaneSheetHead $isBare={!hasHead}>
              {backButton !== undefined && (
                <BackButtonArea>
                  <IconButton label={backButton.label} icon={ArrowLeft} onClick={backButton.onClick} />
                </BackButtonArea>
              )}
              {emblem}
              <TitleBlock as={hasHead ? 'div' : VisuallyHidden}>
                <SheetTitle slot="title" level={1}>
                  {title}
                </SheetTitle>
                {subtitle !== undefined && <Caption $tone="quiet">{subtitle}</Caption>}
              </TitleBlock>
              {action}
              <CloseButtonArea>
                <IconButton label={uiText('Close')} icon={X} onClick={onClose} />
              </CloseButtonArea>
            </PaneSheetHead>
            <ContentArea>
              <ScrollArea>
                <SheetContent $isPadded>{children}</SheetContent>
              </ScrollArea>
              {floatingContent !== undefined && <FloatingArea>{floatingContent}</FloatingArea>}
            </ContentArea>
            {dock !== undefined && <SheetDock>{dock}</SheetDock>}
          </MainColumn>
        </SheetColumns>
      </SheetBody>
    </PaneSheetFrame>
  </Scrim>
);

const PaneSheetFrame = styled(SheetFrame)`
  ${media.from701} {
    height: calc(100% - 64px);
  }
`;

const SheetColumns = styled.div`
  display: flex;
  flex: 1;
  min-height: 0;
  ${media.low} {
    display: block;
  }
`;

const SidePane = styled.div`
  display: flex;
  flex: none;
  flex-direction: column;
  width: 348px;
  min-height: 0;
  background: ${tokens.color.surface};
  border-right: 1px solid ${tokens.color.line};
  --gutter: 16px;
  ${media.low} {
    width: auto;
  }
`;

const MainColumn = styled.div`
  display: flex;
  flex: 1;
  flex-direction: column;
  min-width: 0;
  min-height: 0;
  --gutter: 14px;
  ${media.from701} {
    --gutter: 24px;
  }
  ${media.low} {
    display: block;
  }
`;

const PaneSheetHead = styled.div<{ readonly $isBare: boolean }>`
  display: flex;
  align-items: center;
  gap: 10px;
  min-height: 66px;
  padding: 10px 8px;
  ${media.from850} {
    padding-left: 20px;
  }
  ${({ $isBare }) =>
    $isBare
      ? css`
          justify-content: flex-end;
        `
      : css`
          background: ${tokens.color.surface};
          border-bottom: 1px solid ${tokens.color.line};
        `}
`;

const BackButtonArea = styled.div`
  ${media.from850} {
    display: none;
  }
`;

const CloseButtonArea = styled.div`
  display: none;
  ${media.from850} {
    display: block;
  }
`;

const TitleBlock = styled.div`
  flex: 1;
  min-width: 0;
`;

const SheetTitle = styled(Heading)`
  ${textStyles.label}
  font-size: 1rem;
  overflow-wrap: anywhere;
`;

const ContentArea = styled.div`
  display: flex;
  flex: 1;
  flex-direction: column;
  position: relative;
  min-height: 0;
`;

// Scrolling area of the sheet. With `position: absolute`, visually hidden elements scroll with the content instead of
// making the sheet itself scroll. Together with `contain` it limits layout to the content: for a flex item, the browser
// would lay out everything around the content again, up to the page.
const ScrollArea = styled(SheetScroll)`
  position: absolute;
  inset: 0;
  contain: strict;
  ${media.low} {
    position: relative;
    contain: none;
  }
`;

const FloatingArea = styled.div`
  position: absolute;
  z-index: 1;
  right: 16px;
  bottom: 12px;
  ${media.low} {
    position: sticky;
    display: flex;
    justify-content: flex-end;
  }
`;
