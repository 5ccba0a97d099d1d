import type { ComponentPropsWithRef } from 'react';
import styled, { css } from 'styled-components';
import { Icon } from '../art/art';
import type { IconSource } from '../art/art';
import { forcedEdge, media, textStyles, tokens } from '../theme/tokens';

interface TileLookProps {
  readonly icon: IconSource;
  readonly label: string;
  /** Highlights the tile of the main action. */
  readonly isHero?: boolean;
}

interface ActionTileProps extends TileLookProps, Omit<ComponentPropsWithRef<'button'>, 'children' | 'disabled'> {}

/** Button with an icon above a label, in the head of a page. Child of an ActionBar. */
export const ActionTile = ({ icon, label, isHero = false, type = 'button', ...rest }: ActionTileProps) => (
  <Shape {...rest} type={type} $isHero={isHero}>
    <Icon source={icon} />
    {label}
  </Shape>
);

interface ActionTileLinkProps extends TileLookProps, Omit<ComponentPropsWithRef<'a'>, 'children'> {
  readonly href: string;
}

/** ActionTile that is a link, for example to the route. */
export const ActionTileLink = ({ icon, label, isHero = false, ...rest }: ActionTileLinkProps) => (
  <LinkShape {...rest} $isHero={isHero}>
    <Icon source={icon} />
    {label}
  </LinkShape>
);

/** Row of up to four ActionTiles. */
export const ActionBar = styled.div`
  display: grid;
  /* In rem: with larger letters fewer tiles stand beside each other. */
  grid-template-columns: repeat(auto-fit, minmax(4.6rem, 1fr));
  gap: 8px;
  ${media.below360} {
    grid-template-columns: 1fr 1fr;
  }
  ${media.from1000} {
    display: flex;
    flex-wrap: wrap;
  }
`;

interface ShapeProps {
  readonly $isHero: boolean;
}

const tileLook = css<ShapeProps>`
  ${textStyles.caption}
  display: grid;
  justify-items: center;
  align-content: center;
  gap: 2px;
  min-height: 52px;
  padding: 4px;
  border-radius: ${tokens.radius.control};
  font-weight: 600;
  text-align: center;
  hyphens: auto;
  overflow-wrap: anywhere;
  background: ${tokens.color.surface};
  box-shadow: inset 0 0 0 1px ${tokens.color.line};
  ${forcedEdge}
  ${media.hover} {
    &:hover {
      background: ${tokens.color.hover};
    }
  }
  ${({ $isHero }) =>
    $isHero &&
    css`
      &,
      &:hover {
        background: ${tokens.color.plumTint};
        color: ${tokens.color.onPlumTint};
        box-shadow: none;
      }
    `}
  ${media.from1000} {
    ${textStyles.small}
    font-weight: 600;
    display: flex;
    align-items: center;
    gap: 8px;
    min-height: 44px;
    padding: 0 16px 0 14px;
  }
`;

const Shape = styled.button<ShapeProps>`
  ${tileLook}
`;

const LinkShape = styled.a<ShapeProps>`
  ${tileLook}
`;
