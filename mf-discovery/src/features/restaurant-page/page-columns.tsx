import { media } from '@mahlzeit/shared-ui/ui';
import type { ReactNode } from 'react';
import styled from 'styled-components';

interface PageColumnsProps {
  /** Content to the right of the menu on wide pages, and below the menu on narrow pages. */
  readonly sideContent: ReactNode;
  readonly children: ReactNode;
}

/**
 * Layout with two columns on pages that are at least 850 px wide. The side column is 340 px wide, or 420 px, if there
 * is space, for content with the attribute `data-wide-side`; such content may be sticky.
 */
export const PageColumns = ({ sideContent, children }: PageColumnsProps) => (
  <ColumnGrid>
    <div>{children}</div>
    <SideColumn>{sideContent}</SideColumn>
  </ColumnGrid>
);

const ColumnGrid = styled.div`
  > * {
    min-width: 0;
  }
  ${media.from850} {
    display: grid;
    grid-template-columns: minmax(0, 1fr) 340px;
    column-gap: 8px;
    &:has([data-wide-side]) {
      grid-template-columns: minmax(0, 1fr) minmax(340px, 39%);
    }
  }
`;

const SideColumn = styled.aside`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 16px;
  align-content: start;
  padding: 0 var(--gutter, 20px) 28px;
  ${media.from850} {
    padding: 24px var(--gutter, 28px) 28px 4px;
    &:has([data-wide-side]) {
      grid-template-rows: 1fr;
      align-content: stretch;
    }
  }
`;

/**
 * Part of the page without layout and paint until it comes near the viewport. Most users never scroll below a long
 * menu, but each sold-out dish would paint that content again. A page that scrolls to one of its parts
 * (`data-laid-out`) lays out everything at once. Hidden content keeps the width of its last layout, so the width of its
 * column must not depend on it. `$height`: approximate height in px.
 */
export const LazilyRenderedBlock = styled.div<{ readonly $height: number }>`
  content-visibility: auto;
  contain-intrinsic-block-size: auto ${({ $height }) => $height}px;
  overflow-clip-margin: 24px;
  [data-laid-out] & {
    content-visibility: visible;
  }
`;
