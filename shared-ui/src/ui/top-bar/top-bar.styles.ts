import styled, { css } from 'styled-components';
import { media, textStyles, tokens } from '../theme';

/** The frame's head. Its children find their place by grid area, so wrappers with `display: contents` do no harm. On phones its first row scrolls away. */
export const TopBar = styled.header`
  position: sticky;
  top: -58px;
  z-index: ${tokens.layer.topBar};
  display: grid;
  grid-template-columns: auto auto 1fr auto;
  grid-template-areas: 'menu brand place app' 'search search search search';
  gap: 4px;
  align-items: center;
  align-content: start;
  /* As high as it is once a remote has brought its part: nothing below it moves then. */
  min-height: 112px;
  box-sizing: border-box;
  padding: 6px 16px 6px 8px;
  background: ${tokens.color.bg};
  ${media.from701} { position: static; }
  ${media.from850} {
    grid-template-columns: auto auto minmax(0, 1fr) auto;
    grid-template-areas: 'menu brand search app';
    column-gap: 10px;
    min-height: 68px;
    padding: 12px 16px 8px 12px;
  }
`;

/** Place of the menu button. */
export const MenuArea = styled.div`
  grid-area: menu;
`;

/** The brand, a link home. */
export const BrandLink = styled.a`
  grid-area: brand;
  display: flex;
  align-items: center;
  gap: 8px;
  min-height: 44px;
  border-radius: ${tokens.radius.control};
`;

/** The brand's word, where there is room for it. */
export const BrandWord = styled.span`
  display: none;
  ${media.from850} {
    ${textStyles.h1}
    display: block;
    font-size: 1.5625rem;
    letter-spacing: -0.015em;
  }
`;

/** Where the list is centred; opens the choice of places. */
export const PlaceButton = styled.button`
  grid-area: place;
  min-width: 0;
  min-height: 48px;
  padding: 4px 8px;
  border-radius: 12px;
  ${media.hover} { &:hover { background: ${tokens.color.sunken}; } }
  ${media.from850} { display: none; }
`;

/** Its upper line. */
export const PlaceCaption = styled.span`
  ${textStyles.caption}
  display: block;
  line-height: 1rem;
  color: ${tokens.color.ink2};
`;

/** Its name with the arrow. */
export const PlaceName = styled.span`
  display: flex;
  align-items: center;
  gap: 2px;
  font-weight: 650;
  font-size: 1rem;
  line-height: 1.375rem;
  text-align: start;
  hyphens: auto;
  overflow-wrap: anywhere;
  svg { flex: none; }
`;

const appLook = css`
  ${textStyles.small}
  grid-area: app;
  display: inline-flex;
  align-items: center;
  justify-content: center;
  gap: 6px;
  position: relative;
  min-height: 40px;
  padding: 0 12px;
  border-radius: 12px;
  font-weight: 600;
  background: ${tokens.color.sunken};
  &::after { content: ''; position: absolute; inset: -2px 0; }
  ${media.below360} { width: 44px; padding: 0; }
  ${media.from850} {
    ${textStyles.label}
    min-height: 48px;
    padding: 0 16px;
    border-radius: ${tokens.radius.control};
  }
`;

/** Leads to the app. */
export const AppLink = styled.a`
  ${appLook}
`;

/** Its short label on phones. */
export const AppShort = styled.span`
  ${media.below360} { display: none; }
  ${media.from850} { display: none; }
`;

/** Its long label where there is room. */
export const AppLong = styled.span`
  display: none;
  ${media.from850} { display: inline; }
`;
