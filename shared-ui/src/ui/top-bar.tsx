import { Menu } from 'lucide-react';
import type { ComponentPropsWithRef } from 'react';
import styled from 'styled-components';
import { Mark } from './art/art';
import { IconButton } from './button';
import { media, textStyles, tokens } from './theme/tokens';

/**
 * Head of the frame. Children are placed by grid area, so wrappers with `display: contents` are fine. On phones its
 * first row scrolls away. Its height is the same before and after a remote has rendered its part: nothing below moves.
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

/** Button that opens the drawer. */
export const TopBarMenu = ({ label, isOpen = false, onClick }: TopBarMenuProps) => (
  <MenuArea>
    <IconButton
      label={label}
      icon={Menu}
      iconSize={24}
      aria-haspopup="dialog"
      aria-expanded={isOpen}
      onClick={onClick}
    />
  </MenuArea>
);

interface TopBarBrandProps extends Omit<ComponentPropsWithRef<'a'>, 'children'> {
  readonly href: string;
  /** „Mahlzeit“. */
  readonly word: string;
  /** Target of the link, for assistive technology; begins with the word. */
  readonly label: string;
}

/** Mark and, in the wide frame, word: link to the start page. */
export const TopBarBrand = ({ word, label, ...rest }: TopBarBrandProps) => (
  <BrandLink {...rest} aria-label={label}>
    <Mark />
    <BrandWord>{word}</BrandWord>
  </BrandLink>
);

/** Area of the menu button. */
const MenuArea = styled.div`
  grid-area: menu;
`;

/** Brand as a link to the start page. */
const BrandLink = styled.a`
  grid-area: brand;
  display: flex;
  align-items: center;
  gap: 8px;
  min-height: 44px;
  border-radius: ${tokens.radius.control};
`;

/** Word of the brand, where it fits. */
const BrandWord = styled.span`
  display: none;
  ${media.from850} {
    ${textStyles.h1}
    display: block;
    font-size: 1.5625rem;
    letter-spacing: -0.015em;
  }
`;
