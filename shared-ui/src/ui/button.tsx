import { Info } from 'lucide-react';
import { useCallback, useEffect, useId, useRef, useState } from 'react';
import type { ComponentPropsWithRef, MouseEvent } from 'react';
import styled, { css } from 'styled-components';
import { Icon } from './art/art';
import type { IconSource } from './art/art';
import { buttonStyle, PauseSign } from './button-styles';
import type { ButtonSize, ButtonStyle, ButtonVariant } from './button-styles';
import { uiText, VisuallyHidden } from './text';
import { forcedEdge, media, textStyles, tokens } from './theme/tokens';

interface Moment {
  /** How often it was begun; 0 while it is not on. */
  readonly count: number;
  begin(): void;
}

/** Something that is on for a while; beginning it again starts the time anew. */
export const useMoment = (milliseconds: number): Moment => {
  const [count, setCount] = useState(0);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const begin = useCallback(() => {
    clearTimeout(timer.current);
    setCount((before) => before + 1);
    timer.current = setTimeout(() => setCount(0), milliseconds);
  }, [milliseconds]);
  return { count, begin };
};

interface DisabledReasonProps {
  readonly id: string;
  readonly text: string;
  /** How often it was asked for lately; each time it is said again. */
  readonly repeats: number;
}

/** Why a control can't be used, directly below it. */
export const DisabledReason = ({ id, text, repeats }: DisabledReasonProps) => (
  <Line $isRepeated={repeats > 0}>
    <Icon of={Info} size={16} />
    <span id={id}>{text}</span>
    <VisuallyHidden role="status">{repeats > 0 && <span key={repeats}>{text}</span>}</VisuallyHidden>
  </Line>
);

const Line = styled.span<{ readonly $isRepeated: boolean }>`
  ${textStyles.caption}
  display: flex;
  align-items: flex-start;
  gap: 6px;
  position: relative;
  color: ${tokens.color.ink2};
  > svg {
    margin-top: calc((1lh - 16px) / 2);
  }
  ${({ $isRepeated }) =>
    $isRepeated &&
    css`
      color: ${tokens.color.ink};
      font-weight: 600;
    `}
`;

interface ButtonVariantProps {
  readonly variant?: ButtonVariant;
  readonly size?: ButtonSize;
  readonly icon?: IconSource;
  /** As wide as its container. */
  readonly isBlock?: boolean;
}

interface ButtonProps extends ButtonVariantProps, Omit<ComponentPropsWithRef<'button'>, 'disabled' | 'aria-disabled'> {
  /** Work is under way: keeps its width, shows the pause sign, takes no press. */
  readonly isBusy?: boolean;
  /** Why it can't be used now. It stays focusable, and a press repeats the reason. */
  readonly disabledReason?: string;
}

// The spec shows a repeated hint for eight seconds.
const REPEAT_MS = 8000;

/** A button; at most one primary in a view. */
export const Button = (props: ButtonProps) => {
  const {
    variant = 'primary',
    size = 'regular',
    icon,
    isBlock = false,
    isBusy = false,
    disabledReason,
    onClick,
    children,
    type = 'button',
    ...rest
  } = props;
  const reasonId = useId();
  const repeated = useMoment(REPEAT_MS);
  const isDisabled = disabledReason !== undefined;
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (!isDisabled && !isBusy) return onClick?.(event);
    // A submit button would still send its form.
    event.preventDefault();
    if (isDisabled) repeated.begin();
  };
  const button = (
    <Shape
      {...rest}
      type={type}
      $variant={variant}
      $size={size}
      $block={isBlock}
      data-busy={isBusy || undefined}
      aria-disabled={isDisabled || isBusy || undefined}
      aria-describedby={isDisabled ? reasonId : rest['aria-describedby']}
      onClick={press}
    >
      <Cell $isCovered={isBusy}>
        {icon !== undefined && <Icon of={icon} size={size === 'small' ? 18 : 20} />}
        {children}
      </Cell>
      {isBusy && (
        <Cell>
          <PauseSign />
          {uiText('Busy')}
        </Cell>
      )}
    </Shape>
  );
  // Wrapped from the start where a reason may come: moved into a wrapper then, it would lose the focus.
  if (!('disabledReason' in props)) return button;
  return (
    <WithReason $block={isBlock} $isDisabled={isDisabled}>
      {button}
      {isDisabled && <DisabledReason id={reasonId} text={disabledReason} repeats={repeated.count} />}
    </WithReason>
  );
};

interface ButtonLinkProps extends ButtonVariantProps, ComponentPropsWithRef<'a'> {
  readonly href: string;
}

/** A link in a button's shape: it leads somewhere. */
export const ButtonLink = ({
  variant = 'primary',
  size = 'regular',
  icon,
  isBlock = false,
  children,
  ...rest
}: ButtonLinkProps) => (
  <LinkShape {...rest} $variant={variant} $size={size} $block={isBlock}>
    {icon !== undefined && <Icon of={icon} size={size === 'small' ? 18 : 20} />}
    {children}
  </LinkShape>
);

// Label and pause sign share one grid cell, so that the button stays as wide as its label.
const Shape = styled.button<ButtonStyle>`
  ${buttonStyle}
  display: ${({ $block }) => ($block ? 'grid' : 'inline-grid')};
  justify-items: center;
`;

const LinkShape = styled.a<ButtonStyle>`
  ${buttonStyle}
`;

const Cell = styled.span<{ readonly $isCovered?: boolean }>`
  grid-area: 1 / 1;
  display: inline-flex;
  align-items: center;
  justify-content: center;
  gap: 8px;
  min-width: 0;
  ${({ $isCovered = false }) =>
    $isCovered &&
    css`
      clip-path: inset(50%);
    `}
`;

const WithReason = styled.span<{ readonly $block: boolean; readonly $isDisabled: boolean }>`
  display: ${({ $block, $isDisabled }) => ($isDisabled ? ($block ? 'grid' : 'inline-grid') : 'contents')};
  gap: 8px;
  min-width: 0;
`;

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
export const IconButton = ({
  label,
  icon,
  look = 'plain',
  iconSize = 22,
  isPressed,
  type = 'button',
  ...rest
}: IconButtonProps) => (
  <IconShape
    {...rest}
    type={type}
    aria-label={label}
    aria-pressed={isPressed}
    $look={look}
    $isChosen={isPressed ?? false}
  >
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
  ${media.hover} {
    &:hover {
      background: ${tokens.color.sunken};
    }
  }
  ${({ $look }) =>
    $look === 'disc' &&
    css`
      border-radius: 50%;
      background: ${tokens.color.surface};
      box-shadow: ${tokens.color.e2};
      ${forcedEdge}
    `}
`;

const IconShape = styled.button<IconShapeProps>`
  ${iconStyle}
`;

const IconLinkShape = styled.a<IconShapeProps>`
  ${iconStyle}
`;
