import type { ComponentPropsWithRef } from 'react';
import styled, { css } from 'styled-components';
import type { IconSource } from '../art';
import { Icon } from '../art';
import { media, tokens } from '../theme';

/** `disc` floats on pictures and maps. */
type IconButtonVariant = 'plain' | 'disc';

interface IconVariantProps {
  /** What it does; shown to nobody who sees, so say it in full. */
  readonly label: string;
  readonly icon: IconSource;
  readonly look?: IconButtonVariant;
  /** Edge of the icon in px; default 22. */
  readonly iconSize?: number;
}

interface IconButtonProps extends IconVariantProps, Omit<ComponentPropsWithRef<'button'>, 'disabled' | 'children'> {
  /** A toggle: pressed or not. A pressed icon is filled. */
  readonly isPressed?: boolean;
}

/** A 44 px target with an icon. */
export const IconButton = ({ label, icon, look = 'plain', iconSize = 22, isPressed, type = 'button', ...rest }: IconButtonProps) => (
  <IconShape {...rest} type={type} aria-label={label} aria-pressed={isPressed} $look={look} $isChosen={isPressed ?? false}>
    <Icon of={icon} size={iconSize} isFilled={isPressed ?? false} />
  </IconShape>
);

interface IconLinkProps extends IconVariantProps, Omit<ComponentPropsWithRef<'a'>, 'children'> {
  readonly href: string;
}

/** The same as a link. */
export const IconLink = ({ label, icon, look = 'plain', iconSize = 22, ...rest }: IconLinkProps) => (
  <IconLinkShape {...rest} aria-label={label} $look={look} $isChosen={false}>
    <Icon of={icon} size={iconSize} />
  </IconLinkShape>
);

interface IconShapeProps {
  readonly $look: IconButtonVariant;
  readonly $isChosen: boolean;
}

const iconStyle = css<IconShapeProps>`
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

const IconShape = styled.button<IconShapeProps>`
  ${iconStyle}
`;

const IconLinkShape = styled.a<IconShapeProps>`
  ${iconStyle}
`;
