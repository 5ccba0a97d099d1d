import { media } from '@mahlzeit/shared-ui/ui';
import type { ReactNode } from 'react';
import styled from 'styled-components';

interface PageColumnsProps {
  /** Right of the content where there is room, below it else. */
  readonly side: ReactNode;
  readonly children: ReactNode;
}

/**
 * Content with a column of 340 px beside it from 850 px on; of 420 px, where there is room, for what asks for it by
 * `data-wide-side`: it may stay in sight for as long as the column goes.
 */
export const PageColumns = ({ side, children }: PageColumnsProps) => (
  <Columns>
    <div>{children}</div>
    <Side>{side}</Side>
  </Columns>
);

const Columns = styled.div`
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

const Side = styled.aside`
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
 * A part of the page that is neither laid out nor painted before it comes near the screen: below a long menu there is a
 * lot that most never scroll to, and of each dish that sells out all of it would be painted anew. Whose page is led to
 * a part of it (`data-laid-out`) has all of it at once, where it really is. What isn't laid out is as wide as in the
 * window before: stands in a column that doesn't go by it. `$height`: about how high it is, in px.
 */
export const Unseen = styled.div<{ readonly $height: number }>`
  content-visibility: auto;
  contain-intrinsic-block-size: auto ${({ $height }) => $height}px;
  overflow-clip-margin: 24px;
  [data-laid-out] & {
    content-visibility: visible;
  }
`;
