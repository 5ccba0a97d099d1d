import { ChevronDown, Menu, Smartphone } from 'lucide-react';
import type { ComponentPropsWithRef } from 'react';
import styled, { css } from 'styled-components';
import { Icon, Mark } from './art/art';
import { IconButton } from './button';
import { VisuallyHidden } from './text';
import { media, textStyles, tokens } from './theme/tokens';

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

interface TopBarMenuProps {
  readonly label: string;
  readonly isOpen?: boolean;
  readonly onClick: () => void;
}

/** Opens the drawer. */
export const TopBarMenu = ({ label, isOpen = false, onClick }: TopBarMenuProps) => (
  <MenuArea>
    <IconButton label={label} icon={Menu} iconSize={24} aria-haspopup="dialog" aria-expanded={isOpen} onClick={onClick} />
  </MenuArea>
);

interface TopBarBrandProps extends Omit<ComponentPropsWithRef<'a'>, 'children'> {
  readonly href: string;
  /** „Mahlzeit“. */
  readonly word: string;
  /** Where it leads, for assistive technology; begins with the word. */
  readonly label: string;
}

/** Mark and, in the wide frame, word: the way home. */
export const TopBarBrand = ({ word, label, ...rest }: TopBarBrandProps) => (
  <BrandLink {...rest} aria-label={label}>
    <Mark />
    <BrandWord>{word}</BrandWord>
  </BrandLink>
);

interface TopBarPlaceProps {
  /** „Mittag rund um“. */
  readonly caption: string;
  readonly place: string;
  readonly onClick: () => void;
}

/** Where the list is centred, in the narrow frame. */
export const TopBarPlace = ({ caption, place, onClick }: TopBarPlaceProps) => (
  <PlaceButton type="button" onClick={onClick}>
    <PlaceCaption>{caption} </PlaceCaption>
    <PlaceName>
      {place}
      <Icon of={ChevronDown} size={18} />
    </PlaceName>
  </PlaceButton>
);

interface TopBarAppProps extends Omit<ComponentPropsWithRef<'a'>, 'children'> {
  readonly href: string;
  /** „App“. */
  readonly shortLabel: string;
  /** „App laden“. */
  readonly longLabel: string;
}

/** Leads to the app: icon, short or long label as the frame has room. */
export const TopBarApp = ({ shortLabel, longLabel, ...rest }: TopBarAppProps) => (
  <AppLink {...rest}>
    <Icon of={Smartphone} size={18} />
    <VisuallyHidden>{longLabel}</VisuallyHidden>
    <AppShort aria-hidden="true">{shortLabel}</AppShort>
    <AppLong aria-hidden="true">{longLabel}</AppLong>
  </AppLink>
);

/** Place of the menu button. */
const MenuArea = styled.div`
  grid-area: menu;
`;

/** The brand, a link home. */
const BrandLink = styled.a`
  grid-area: brand;
  display: flex;
  align-items: center;
  gap: 8px;
  min-height: 44px;
  border-radius: ${tokens.radius.control};
`;

/** The brand's word, where there is room for it. */
const BrandWord = styled.span`
  display: none;
  ${media.from850} {
    ${textStyles.h1}
    display: block;
    font-size: 1.5625rem;
    letter-spacing: -0.015em;
  }
`;

/** Where the list is centred; opens the choice of places. */
const PlaceButton = styled.button`
  grid-area: place;
  min-width: 0;
  min-height: 48px;
  padding: 4px 8px;
  border-radius: 12px;
  ${media.hover} { &:hover { background: ${tokens.color.sunken}; } }
  ${media.from850} { display: none; }
`;

/** Its upper line. */
const PlaceCaption = styled.span`
  ${textStyles.caption}
  display: block;
  line-height: 1rem;
  color: ${tokens.color.ink2};
`;

/** Its name with the arrow. */
const PlaceName = styled.span`
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
const AppLink = styled.a`
  ${appLook}
`;

/** Its short label on phones. */
const AppShort = styled.span`
  ${media.below360} { display: none; }
  ${media.from850} { display: none; }
`;

/** Its long label where there is room. */
const AppLong = styled.span`
  display: none;
  ${media.from850} { display: inline; }
`;
