import { ArrowLeft, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Heading } from 'react-aria-components/Heading';
import styled, { css } from 'styled-components';
import { IconButton } from '../button';
import { German } from '../german';
import { Caption, uiText, VisuallyHidden } from '../text';
import { media, textStyles, tokens } from '../theme/tokens';
import { Scrim, SheetBody, SheetContent, SheetDock, SheetFrame, SheetScroll } from './sheet.styles';

interface PaneSheetProps {
  /** Names the dialog. */
  readonly title: string;
  readonly subtitle?: string | undefined;
  /** Left of the title, 44 px. */
  readonly emblem?: ReactNode;
  /** False while nothing of the list is chosen: then there is no head, and the pane shows the title. */
  readonly hasHead?: boolean;
  /** Asked by Escape, a press beside the sheet, and the close button where there is one. */
  readonly onClose: () => void;
  /** The way to the list, below 850 px, where there is no room for both: it takes the place of the close button. */
  readonly back?: { readonly label: string; readonly onClick: () => void };
  /** Right of the title, 44 px. */
  readonly action?: ReactNode;
  /** The list beside what was chosen in it; undefined where there is no room. */
  readonly pane?: ReactNode;
  /** Over the lower edge of what scrolls. */
  readonly floating?: ReactNode;
  /** At the lower edge. */
  readonly dock?: ReactNode;
  readonly children: ReactNode;
}

/**
 * A modal screen as high as the window that shows one thing of a list, with the list beside it from 850 px on. Open as
 * long as it is rendered.
 */
export const PaneSheet = ({
  title,
  subtitle,
  emblem,
  hasHead = true,
  onClose,
  back,
  action,
  pane,
  floating,
  dock,
  children,
}: PaneSheetProps) => (
  <German>
    <Scrim $layer={tokens.layer.sheet} isOpen isDismissable onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Frame $size={pane === undefined ? 'regular' : 'wide'}>
        <SheetBody $hasFade={false}>
          <Columns>
            {pane !== undefined && <Pane>{pane}</Pane>}
            <Main>
              <Head $isBare={!hasHead}>
                {back !== undefined && (
                  <Back>
                    <IconButton label={back.label} icon={ArrowLeft} onClick={back.onClick} />
                  </Back>
                )}
                {emblem}
                <Titles as={hasHead ? 'div' : VisuallyHidden}>
                  <Title slot="title" level={1}>
                    {title}
                  </Title>
                  {subtitle !== undefined && <Caption $tone="quiet">{subtitle}</Caption>}
                </Titles>
                {action}
                <Close>
                  <IconButton label={uiText('Close')} icon={X} onClick={onClose} />
                </Close>
              </Head>
              <Room>
                <Scroll>
                  <SheetContent $isPadded>{children}</SheetContent>
                </Scroll>
                {floating !== undefined && <Floating>{floating}</Floating>}
              </Room>
              {dock !== undefined && <SheetDock>{dock}</SheetDock>}
            </Main>
          </Columns>
        </SheetBody>
      </Frame>
    </Scrim>
  </German>
);

const Frame = styled(SheetFrame)`
  ${media.from701} {
    height: calc(100% - 64px);
  }
`;

const Columns = styled.div`
  display: flex;
  flex: 1;
  min-height: 0;
  ${media.low} {
    display: block;
  }
`;

const Pane = styled.div`
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

const Main = styled.div`
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

const Head = styled.div<{ readonly $isBare: boolean }>`
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

const Back = styled.div`
  ${media.from850} {
    display: none;
  }
`;

const Close = styled.div`
  display: none;
  ${media.from850} {
    display: block;
  }
`;

const Titles = styled.div`
  flex: 1;
  min-width: 0;
`;

const Title = styled(Heading)`
  ${textStyles.label}
  font-size: 1rem;
  overflow-wrap: anywhere;
`;

const Room = styled.div`
  display: flex;
  flex: 1;
  flex-direction: column;
  position: relative;
  min-height: 0;
`;

// What is hidden in it visually scrolls with it, and doesn't make the sheet itself scroll. What changes in it is laid
// out by itself: a flex item would be laid out with all that is around it, up to the page.
const Scroll = styled(SheetScroll)`
  position: absolute;
  inset: 0;
  contain: strict;
  ${media.low} {
    position: relative;
    contain: none;
  }
`;

const Floating = styled.div`
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
