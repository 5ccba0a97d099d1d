import type { ComponentPropsWithRef } from 'react';
import styled, { css } from 'styled-components';
import type { IconSource } from '../art';
import { Icon } from '../art';
import { media, tokens } from '../theme';

/** `disc` floats on pictures and maps. */
type IconButtonLook = 'plain' | 'disc';

interface IconLookProps {
  /** What it does; shown to nobody who sees, so say it in full. */
  readonly label: string;
  readonly icon: IconSource;
  readonly look?: IconButtonLook;
  /** Edge of the icon in px; default 22. */
  readonly iconSize?: number;
}

interface IconButtonProps extends IconLookProps, Omit<ComponentPropsWithRef<'button'>, 'disabled' | 'children'> {
  /** A toggle: pressed or not. A pressed icon is filled. */
  readonly isPressed?: boolean;
}

/** A 44 px target with an icon. */
export const IconButton = ({ label, icon, look = 'plain', iconSize = 22, isPressed, type = 'button', ...rest }: IconButtonProps) => (
  <Shape {...rest} type={type} aria-label={label} aria-pressed={isPressed} $look={look} $isChosen={isPressed ?? false}>
    <Icon of={icon} size={iconSize} isFilled={isPressed ?? false} />
  </Shape>
);

interface IconLinkProps extends IconLookProps, Omit<ComponentPropsWithRef<'a'>, 'children'> {
  readonly href: string;
}

/** The same as a link. */
export const IconLink = ({ label, icon, look = 'plain', iconSize = 22, ...rest }: IconLinkProps) => (
  <LinkShape {...rest} aria-label={label} $look={look} $isChosen={false}>
    <Icon of={icon} size={iconSize} />
  </LinkShape>
);

interface ShapeProps {
  readonly $look: IconButtonLook;
  readonly $isChosen: boolean;
}

const iconLook = css<ShapeProps>`
  display: grid;
  place-items: center;
  flex: none;
  width: 44px;
  height: 44px;
  border-radius: ${tokens.radius.control};
  color: ${({ $isChosen }) => ($isChosen ? tokens.color.plumText : tokens.color.ink)};
  ${media.hover} { &:hover { background: ${tokens.color.sunken}; } }
  ${({ $look }) =>
    $look === 'disc' &&
    css`
      border-radius: 50%;
      background: ${tokens.color.surface};
      box-shadow: ${tokens.color.e2};
    `}
`;

const Shape = styled.button<ShapeProps>`
  ${iconLook}
`;

const LinkShape = styled.a<ShapeProps>`
  ${iconLook}
`;
