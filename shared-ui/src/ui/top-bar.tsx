import { Menu } from 'lucide-react';
import type { ComponentPropsWithRef } from 'react';
import styled from 'styled-components';
import { BrandMark } from './art/art';
import { IconButton } from './button';
import { media, textStyles, tokens } from './theme/tokens';

/**
 * Bar at the top of the page. Children are placed by grid area, so they may be inside wrappers with `display:
 * contents`. On phones its first row scrolls away. The bar has its final height before a remote has rendered its part,
 * so that nothing below moves.
 */
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
  min-height: 112px;
  box-sizing: border-box;
  padding: 6px 16px 6px 8px;
  background: ${tokens.color.bg};
  ${media.from701} {
    position: static;
  }
  ${media.low} {
    position: static;
  }
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

/** Id of the marks on the menu button, which describe it for assistive technology. */
export const MENU_MARKS_ID = 'menu-marks';

/** Button that opens the drawer. Marks, such as a number, may lie on it. */
export const TopBarMenu = ({ label, isOpen = false, onClick }: TopBarMenuProps) => (
  <MenuArea>
    <IconButton
      label={label}
      icon={Menu}
      iconSize={24}
      aria-describedby={MENU_MARKS_ID}
      aria-haspopup="dialog"
      aria-expanded={isOpen}
      onClick={onClick}
    />
  </MenuArea>
);

interface TopBarBrandProps extends Omit<ComponentPropsWithRef<'a'>, 'children'> {
  readonly href: string;
  /** Name of the app: „Mahlzeit“. */
  readonly brandName: string;
  /** Name of the link for assistive technology; begins with `brandName`. */
  readonly label: string;
}

/** Link to the start page: the logo and, from 850 px on, the name of the app. */
export const TopBarBrand = ({ brandName, label, ...rest }: TopBarBrandProps) => (
  <BrandLink {...rest} aria-label={label}>
    <BrandMark />
    <BrandWord>{brandName}</BrandWord>
  </BrandLink>
);

const MenuArea = styled.div`
  grid-area: menu;
`;

const BrandLink = styled.a`
  grid-area: brand;
  display: flex;
  align-items: center;
  gap: 8px;
  min-height: 44px;
  border-radius: ${tokens.radius.control};
`;

/** Name of the app beside the logo, from 850 px on. */
const BrandWord = styled.span`
  display: none;
  ${media.from850} {
    ${textStyles.h1}
    display: block;
    font-size: 1.5625rem;
    letter-spacing: -0.015em;
  }
`;
