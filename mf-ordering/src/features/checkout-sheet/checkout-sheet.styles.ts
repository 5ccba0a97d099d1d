import { forcedColorsBorder, media, tokens } from '@mahlzeit/shared-ui/ui';
import styled from 'styled-components';

/** Column beside the menu that contains the order on wide pages. */
export const OrderColumn = styled.div`
  min-width: 0;
`;

// Distance by which the order's column starts lower while the picture at the top of the page is visible.
const COLUMN_TOP_OFFSET = '80px';

/**
 * Frame of the order beside the menu. It is as high as the visible part of the page above the lower fade; the page
 * scrolls beside it.
 */
export const OrderFrame = styled.section`
  --gutter: 20px;
  display: flex;
  flex-direction: column;
  position: sticky;
  z-index: 1;
  top: 76px;
  max-height: calc(100dvh - 64px - 76px - 16px);
  border-radius: ${tokens.radius.card};
  background: ${tokens.color.bg};
  box-shadow:
    ${tokens.color.e1},
    0 0 0 1px ${tokens.color.line};
  ${forcedColorsBorder}
  /* Nothing in which the dock would stick instead of the page. */
  overflow: clip;
  ${media.low} {
    position: static;
    max-height: none;
  }
`;

/** Part of the order's column that scrolls, above the total. */
export const OrderScrollBox = styled.div`
  flex: 1;
  min-height: 0;
  overflow-y: auto;
  overscroll-behavior: contain;
  padding: 18px 20px 20px;
  /* The end of it can be seen while the dock lies over it. */
  &:not(:last-child) {
    padding-bottom: calc(20px + ${COLUMN_TOP_OFFSET});
    scroll-padding-bottom: ${COLUMN_TOP_OFFSET};
  }
  ${media.low} {
    overflow: visible;
  }
`;

/** Total and order button. They stay visible at the lower edge of the page, over the rest of the column. */
export const OrderDockBox = styled.div`
  position: sticky;
  bottom: 16px;
  padding: 12px 16px 16px;
  background: ${tokens.color.surface};
  box-shadow: ${tokens.color.eSticky};
  &::after {
    content: '';
    position: absolute;
    inset: 100% 0 auto;
    height: ${COLUMN_TOP_OFFSET};
    background: inherit;
  }
  ${media.low} {
    position: relative;
    bottom: auto;
  }
`;
