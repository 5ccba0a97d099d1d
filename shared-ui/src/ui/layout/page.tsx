import type { ReactNode } from 'react';
import styled from 'styled-components';
import { media, tokens } from '../theme';

/** Content at the gutters of the sheet it stands in: 20 px on phones, 28 px in wide dialogs. */
export const Gutter = styled.div`
  padding-inline: var(--gutter, 20px);
`;

interface PageHeadProps {
  /** Tile that overlaps the media above: a FoodArt or picture. */
  readonly emblem?: ReactNode;
  /** Title, facts, state. */
  readonly children: ReactNode;
}

/** Head of a page below its media. */
export const PageHead = ({ emblem, children }: PageHeadProps) => (
  <Head $hasEmblem={emblem !== undefined}>
    {emblem !== undefined && <Tile>{emblem}</Tile>}
    {children}
  </Head>
);

interface PageColumnsProps {
  /** Right of the content where there is room, below it else. */
  readonly side: ReactNode;
  readonly children: ReactNode;
}

/** Content with a column of 340 px beside it from 850 px on. */
export const PageColumns = ({ side, children }: PageColumnsProps) => (
  <Columns>
    <div>{children}</div>
    <Side>{side}</Side>
  </Columns>
);

const Head = styled.div<{ readonly $hasEmblem: boolean }>`
  position: relative;
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 4px;
  padding: ${({ $hasEmblem }) => ($hasEmblem ? '38px' : '18px')} var(--gutter, 20px) 0;
`;

const Tile = styled.div`
  position: absolute;
  left: var(--gutter, 20px);
  top: -34px;
  display: grid;
  place-items: center;
  width: 64px;
  height: 64px;
  border-radius: 20px;
  overflow: hidden;
  background: ${tokens.color.surface};
  box-shadow: 0 0 0 4px ${tokens.color.bg}, ${tokens.color.e1};
  img { width: 100%; height: 100%; object-fit: cover; }
`;

const Columns = styled.div`
  > * { min-width: 0; }
  ${media.from850} {
    display: grid;
    grid-template-columns: minmax(0, 1fr) 340px;
    column-gap: 8px;
  }
`;

const Side = styled.aside`
  display: grid;
  gap: 16px;
  align-content: start;
  padding: 0 var(--gutter, 20px) 28px;
  ${media.from850} { padding: 24px var(--gutter, 28px) 28px 4px; }
`;
