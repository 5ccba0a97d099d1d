import styled, { css } from 'styled-components';
import { H3, Small } from '../text';
import { media, textStyles, tokens } from '../theme/tokens';

/** Position of a restaurant's card. `list`: in the list; `peek`: over the map. */
export type CardLayout = 'list' | 'peek';

interface LayoutProps {
  readonly $layout: CardLayout;
}

interface CardProps extends LayoutProps {
  readonly $isSelected: boolean;
  /**
   * True for a card with a photo. On phones, a photo is large and above the text; a drawing is small and beside the
   * text.
   */
  readonly $hasPhoto: boolean;
  /** True for a card that renders only the name, with the height of most cards. */
  readonly $isOutline: boolean;
}

const thumbBesideStyle = css`
  display: grid;
  grid-template-columns: 88px minmax(0, 1fr);
  column-gap: 12px;
  row-gap: 7px;
  align-items: start;
`;

const photoAboveStyle = css`
  ${media.below701} {
    grid-template-columns: minmax(0, 1fr);
  }
`;

const paneCardStyle = css<CardProps>`
  padding: 11px 12px 12px;
  border-top: 0;
  border-radius: 18px;
  /* The hairline stands between two cards of which neither is framed. */
  &:not(:first-child)::before {
    content: '';
    position: absolute;
    inset: 0 12px auto;
    height: 1px;
    background: ${tokens.color.line};
  }
  ${media.hover} {
    &:hover {
      background: ${tokens.color.hover};
    }
  }
  ${({ $isSelected }) =>
    $isSelected &&
    css`
      &,
      &:hover {
        background: ${tokens.color.surface};
      }
      &::before,
      & + &::before {
        display: none;
      }
      box-shadow:
        inset 0 0 0 2px ${tokens.color.plumText},
        ${tokens.color.e2};
      /* Seen where the reader's own colours leave no shadows. */
      outline: 2px solid transparent;
      outline-offset: -2px;
    `}
`;

// Cards far outside the window are not laid out, because a list may have a hundred cards. Until a card was visible
// once, its height is estimated as that of most cards. `overflow-clip-margin` leaves space for outlines and shadows.
// The first cards of a list are laid out immediately, because otherwise everything below them would jump. The same
// applies to all cards of a list that is scrolled back to its former position: that list has `data-laid-out`.
const lazyLayoutStyle = css`
  content-visibility: auto;
  overflow-clip-margin: 24px;
  &:nth-child(-n + 9),
  [data-laid-out] & {
    content-visibility: visible;
  }
`;

// A card that renders only its name has the estimated height too: otherwise the browser would remember a smaller height
// when the card comes near the window.
const estimatedHeightStyle = (height: string) => css<CardProps>`
  contain-intrinsic-size: auto ${height};
  ${({ $isOutline }) =>
    $isOutline &&
    css`
      > * {
        height: ${height};
      }
    `}
`;

const listCardStyle = css<CardProps>`
  ${lazyLayoutStyle}
  ${estimatedHeightStyle('158px')}
  ${({ $isOutline }) => !$isOutline && thumbBesideStyle}
  padding: 9px 0 10px;
  border-top: 1px solid ${tokens.color.line};
  ${({ $hasPhoto }) => $hasPhoto && photoAboveStyle}
  ${media.from701} {
    ${estimatedHeightStyle('161px')} ${paneCardStyle}
  }
  ${media.from1200} {
    ${estimatedHeightStyle('147px')}
  }
`;

const peekCardStyle = css`
  ${thumbBesideStyle}
  padding: 12px;
  border-radius: ${tokens.radius.card};
  background: ${tokens.color.surface};
  box-shadow: ${tokens.color.e3};
`;

/** Whole card of a restaurant. Its link covers the card, so that a tap anywhere follows the link. */
export const Card = styled.article<CardProps>`
  position: relative;
  ${({ $layout }) => ($layout === 'peek' ? peekCardStyle : listCardStyle)}
  &:focus-within:has(:focus-visible) {
    z-index: 1;
  }
`;

interface CardMediaProps extends LayoutProps {
  readonly $hasPhoto: boolean;
}

/**
 * Frame of the picture on a card. In the list beside the map, the picture is beside `$rows` rows. Only the favourite
 * button may cover a photo; nothing covers a drawing.
 */
export const CardMedia = styled.div<CardMediaProps & { readonly $rows: number }>`
  height: 88px;
  border-radius: ${tokens.radius.thumb};
  ${({ $layout, $hasPhoto, $rows }) =>
    $layout === 'list' &&
    css`
      ${
        $hasPhoto &&
        css`
          ${media.below701} {
            height: 156px;
            border-radius: ${tokens.radius.card};
          }
        `
      }
      ${media.from1200} {
        grid-row: 1 / span ${$rows};
      }
    `}
`;

/** Corner of the card with the favourite button, above the link that covers the card. */
export const FavouriteCorner = styled.div<CardMediaProps>`
  position: absolute;
  z-index: 1;
  right: ${({ $layout }) => ($layout === 'peek' ? '2px' : '-12px')};
  top: 2px;
  button {
    background: none;
    box-shadow: none;
  }
  ${media.from701} {
    right: ${({ $layout }) => ($layout === 'peek' ? '2px' : '4px')};
    top: 4px;
  }
  ${({ $layout, $hasPhoto }) =>
    $layout === 'list' &&
    $hasPhoto &&
    css`
      ${media.below701} {
        right: 8px;
        top: 17px;
        button {
          background: ${tokens.color.surface};
          box-shadow: ${tokens.color.e2};
        }
      }
    `}
`;

/**
 * Head of a restaurant's card: the mark „Anzeige“ (advertisement), name, facts and opening state; vertically centred
 * beside a small picture.
 */
export const CardHead = styled.div<CardMediaProps>`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 1px;
  align-content: center;
  justify-items: start;
  min-width: 0;
  min-height: 88px;
  ${({ $layout, $hasPhoto }) =>
    $layout === 'list' &&
    css`
      ${
        $hasPhoto &&
        css`
          ${media.below701} {
            min-height: 0;
            padding-top: 3px;
          }
        `
      }
      ${media.from1200} {
        min-height: 0;
        align-content: start;
      }
    `}
`;

/** Line with the restaurant's name and the mark „Neu“ (new). It leaves space for the favourite button. */
export const CardTitle = styled.div<CardMediaProps>`
  display: flex;
  align-items: baseline;
  flex-wrap: wrap;
  gap: 2px 8px;
  padding-right: 36px;
  ${({ $layout, $hasPhoto }) =>
    $layout === 'list' &&
    $hasPhoto &&
    css`
      ${media.below701} {
        padding-right: 0;
      }
    `}
`;

/** Line with the mark „Anzeige“ (advertisement), above the name. */
export const AdLine = styled.div`
  display: flex;
  margin-bottom: 2px;
`;

/** Link around the name; its clickable area is the whole card. */
export const CardLink = styled.a`
  &::after {
    content: '';
    position: absolute;
    inset: 0;
    border-radius: ${tokens.radius.card};
  }
  &:focus-visible {
    outline: none;
  }
  &:focus-visible::after {
    outline: 3px solid ${tokens.color.plumText};
    outline-offset: 2px;
  }
`;

/** Heading of the card with the name of the restaurant. */
export const CardName = styled(H3).attrs({ as: 'h2' })`
  min-width: 0;
  font-size: 1.0625rem;
  line-height: 1.3125rem;
`;

const belowHeadStyle = css<LayoutProps>`
  grid-column: 1 / -1;
  min-width: 0;
  ${({ $layout }) =>
    $layout === 'list' &&
    css`
      ${media.from1200} {
        grid-column: 2;
      }
    `}
`;

const hairlineStyle = css<LayoutProps>`
  ${({ $layout }) =>
    $layout === 'list' &&
    css`
      ${media.from1200} {
        padding-top: 7px;
        border-top: 1px solid ${tokens.color.line};
      }
    `}
`;

/** Line of the card that names an alternative to lunch, for example „Jetzt Kuchen, bis 18:00“. */
export const CardAlternative = styled.p<LayoutProps>`
  ${textStyles.small}
  ${belowHeadStyle}
  ${hairlineStyle}
  display: flex;
  align-items: flex-start;
  gap: 7px;
  margin-bottom: -4px;
  font-weight: 600;
  &:last-child {
    margin-bottom: 0;
  }
  svg {
    margin-top: calc((1lh - 16px) / 2);
    color: ${tokens.color.ink2};
  }
`;

/** List of dishes below the head of the card; in a wide list they have a column of their own. */
export const CardDishes = styled.div<LayoutProps & { readonly $isQuiet: boolean }>`
  ${belowHeadStyle}
  ${hairlineStyle}
  ${CardAlternative} + & {
    padding-top: 0;
    border-top: 0;
  }
  ul {
    ${textStyles.small} gap: 3px;
  }
  ${({ $isQuiet }) =>
    $isQuiet &&
    css`
      color: ${tokens.color.ink2};
    `}
`;

/** Sentence on the card in place of the dishes, for example when the next ones are available. */
export const CardNote = styled(Small)<LayoutProps>`
  ${belowHeadStyle}
  ${hairlineStyle}
  color: ${tokens.color.ink2};
`;
