import styled, { css } from 'styled-components';
import { H3, Small } from '../text';
import { media, textStyles, tokens } from '../theme/tokens';

/** `list` follows the page: large picture on phones, thumb in the pane. `peek` is the card over the map. */
export type CardLayout = 'list' | 'peek';

interface LayoutProps {
  readonly $layout: CardLayout;
}

interface CardProps extends LayoutProps {
  readonly $isSelected: boolean;
}

const paneCard = css<CardProps>`
  display: grid;
  grid-template-columns: 104px minmax(0, 1fr);
  grid-template-rows: auto 1fr;
  column-gap: 14px;
  padding: 12px 8px;
  border-radius: 18px;
  ${media.hover} { &:hover { background: ${tokens.color.hover}; } }
  ${({ $isSelected }) =>
    $isSelected &&
    css`
      &, &:hover { background: ${tokens.color.surface}; }
      box-shadow: inset 0 0 0 2px ${tokens.color.plumText}, ${tokens.color.e2};
    `}
  ${media.from701below1200} { grid-template-columns: 72px minmax(0, 1fr); }
`;

// What is not near the screen costs no layout: a hundred cards stand in the list. Their height until they were seen is
// that of most; outlines and shadows may stand out of them. A list that is brought back to where it was left needs
// true heights at once: `data-laid-out`.
const unseenCostsNothing = css`
  content-visibility: auto;
  contain-intrinsic-size: auto 303px;
  overflow-clip-margin: 24px;
  [data-laid-out] & { content-visibility: visible; }
`;

const listCard = css<CardProps>`
  ${unseenCostsNothing}
  ${media.from701} { contain-intrinsic-size: auto 147px; ${paneCard} }
  ${media.from701below1200} { contain-intrinsic-size: auto 167px; }
`;

const peekCard = css`
  display: grid;
  grid-template-columns: 88px minmax(0, 1fr);
  grid-template-rows: auto 1fr;
  column-gap: 12px;
  padding: 10px;
  border-radius: ${tokens.radius.card};
  background: ${tokens.color.surface};
  box-shadow: ${tokens.color.e3};
`;

/** The whole card; its link covers it, so that a tap anywhere opens it. */
export const Card = styled.article<CardProps>`
  position: relative;
  ${({ $layout }) => ($layout === 'peek' ? peekCard : listCard)}
  &:focus-within:has(:focus-visible) { z-index: 1; }
`;

const thumb = css`
  grid-row: 1 / 3;
  height: 104px;
  border-radius: ${tokens.radius.thumb};
  ${media.from701below1200} { grid-row: 1; height: 72px; border-radius: 14px; }
`;

/** Frame of the picture; a long deal may stand out of a small one. */
export const CardMedia = styled.div<LayoutProps>`
  position: relative;
  height: 156px;
  border-radius: ${tokens.radius.card};
  ${({ $layout }) => ($layout === 'peek' ? css`grid-row: 1; height: 88px; border-radius: 14px;` : css`${media.from701} { ${thumb} }`)}
`;

/** Top left of the picture: the advertisement mark. */
export const AdCorner = styled.div<LayoutProps>`
  position: absolute;
  left: 12px;
  top: 12px;
  ${({ $layout }) => $layout === 'peek' && css`display: none;`}
  ${media.from701} { left: 6px; top: 6px; transform: scale(0.92); transform-origin: left top; }
  ${media.from701below1200} { left: 3px; top: 3px; transform: scale(0.85); }
`;

/** Bottom left of the picture: what is saved. */
export const DealCorner = styled.div<LayoutProps>`
  position: absolute;
  left: 12px;
  bottom: 12px;
  ${({ $layout }) => $layout === 'peek' && css`display: none;`}
  ${media.from701} { left: 6px; bottom: 6px; }
  ${media.from701below1200} { left: -2px; bottom: 4px; transform: scale(0.85); transform-origin: left bottom; }
`;

/** The longer half of a deal, for which only the large picture has room. */
export const DealRest = styled.span`
  ${media.from701} { display: none; }
`;

/** Corner of the favourite button; above the link that covers the card. */
export const FavouriteCorner = styled.div<LayoutProps>`
  position: absolute;
  z-index: 1;
  right: ${({ $layout }) => ($layout === 'peek' ? '2px' : '10px')};
  top: ${({ $layout }) => ($layout === 'peek' ? '2px' : '10px')};
  ${({ $layout }) => $layout === 'peek' && css`button { background: none; box-shadow: none; }`}
  ${media.from701} {
    right: 4px;
    top: 6px;
    button { background: none; box-shadow: none; }
  }
`;

/** Name, facts and state. */
export const CardHead = styled.div<LayoutProps>`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 3px;
  align-content: start;
  min-width: 0;
  ${({ $layout }) => ($layout === 'peek' ? css`padding: 0;` : css`padding: 12px 5px 0; ${media.from701} { padding: 0; gap: 1px; }`)}
`;

/** Name with its mark; leaves room for the heart where that stands beside it. */
export const CardTitle = styled.div<LayoutProps>`
  display: flex;
  align-items: flex-start;
  flex-wrap: wrap;
  gap: 2px 8px;
  ${({ $layout }) => ($layout === 'peek' ? css`padding-right: 36px;` : css`${media.from701} { padding-right: 40px; }`)}
`;

/** The name as a link whose area is the card. */
export const CardLink = styled.a`
  &::after {
    content: '';
    position: absolute;
    inset: 0;
    border-radius: ${tokens.radius.card};
  }
  &:focus-visible { outline: none; }
  &:focus-visible::after { outline: 3px solid ${tokens.color.plumText}; outline-offset: 2px; }
`;

/** The name itself. */
export const CardName = styled(H3).attrs({ as: 'h2' })`
  min-width: 0;
`;

const below = css`
  margin-top: 9px;
  padding-top: 9px;
  border-top: 1px solid ${tokens.color.line};
`;

/** Dishes or what is said in their place, below a hairline. */
export const CardDishes = styled.div<LayoutProps & { readonly $isQuiet: boolean }>`
  min-width: 0;
  ${below}
  ${({ $isQuiet }) => $isQuiet && css`color: ${tokens.color.ink2};`}
  ${({ $layout }) =>
    $layout === 'peek'
      ? css`grid-column: 1 / -1; margin-top: 6px; padding-top: 6px;`
      : css`
          margin-inline: 5px;
          ${media.from701} { margin: 7px 0 0; padding-top: 7px; ul { ${textStyles.small} gap: 3px; } }
          ${media.from701below1200} { grid-column: 1 / -1; }
        `}
`;

/** One sentence instead of dishes: when the next ones come. */
export const CardNote = styled(Small)<LayoutProps>`
  margin-top: 6px;
  color: ${tokens.color.ink2};
  ${({ $layout }) => $layout === 'list' && css`padding-inline: 5px; ${media.from701} { padding: 0; } ${media.from701below1200} { grid-column: 1 / -1; }`}
`;
