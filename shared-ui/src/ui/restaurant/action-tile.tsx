import type { ComponentPropsWithRef } from 'react';
import styled, { css } from 'styled-components';
import { Icon } from '../art/art';
import type { IconSource } from '../art/art';
import { forcedColorsBorder, media, textStyles, tokens } from '../theme/tokens';

interface TileLookProps {
  readonly icon: IconSource;
  readonly label: string;
  /** Whether the tile is highlighted, as that of the main action. */
  readonly isProminent?: boolean;
}

interface ActionTileProps extends TileLookProps, Omit<ComponentPropsWithRef<'button'>, 'children' | 'disabled'> {}

/** Button with an icon above a label, in the row of actions in the head of a page. */
export const ActionTile = ({ icon, label, isProminent = false, type = 'button', ...rest }: ActionTileProps) => (
  <TileButton {...rest} type={type} $isHero={isProminent}>
    <Icon source={icon} />
    {label}
  </TileButton>
);

interface ActionTileLinkProps extends TileLookProps, Omit<ComponentPropsWithRef<'a'>, 'children'> {
  readonly href: string;
}

/** Link that looks like an action button with an icon above a label, for example the way to the restaurant. */
export const ActionTileLink = ({ icon, label, isProminent = false, ...rest }: ActionTileLinkProps) => (
  <TileLink {...rest} $isHero={isProminent}>
    <Icon source={icon} />
    {label}
  </TileLink>
);

/** Invisible placeholder for an action that is still loading. It keeps the space, so that no other button moves. */
export const ActionTilePlaceholder = styled.span.attrs({ 'aria-hidden': true })`
  min-width: 4.6rem;
  min-height: 52px;
`;

/** Row of up to four action buttons in the head of a page. */
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

interface TileStyleProps {
  readonly $isHero: boolean;
}

const tileStyle = css<TileStyleProps>`
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
  ${forcedColorsBorder}
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

const TileButton = styled.button<TileStyleProps>`
  ${tileStyle}
`;

const TileLink = styled.a<TileStyleProps>`
  ${tileStyle}
`;
