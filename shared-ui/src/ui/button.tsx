import { Info } from 'lucide-react';
import { useCallback, useEffect, useId, useRef, useState } from 'react';
import type { ComponentPropsWithRef, MouseEvent } from 'react';
import styled, { css } from 'styled-components';
import { Icon } from './art/art';
import type { IconSource } from './art/art';
import { buttonStyle, PauseSign } from './button-styles';
import type { ButtonSize, ButtonStyle, ButtonVariant } from './button-styles';
import { uiText, VisuallyHidden } from './text';
import { forcedColorsBorder, media, textStyles, tokens } from './theme/tokens';

interface TemporaryState {
  /** Number of starts since the state was last switched off; 0 while it is off. */
  readonly startCount: number;
  start(): void;
}

/** Returns a state that switches itself off after `durationMs`. Another start restarts this time. */
export const useTimedState = (durationMs: number): TemporaryState => {
  const [startCount, setStartCount] = useState(0);
  const turnOffTimer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(turnOffTimer.current), []);
  const start = useCallback(() => {
    clearTimeout(turnOffTimer.current);
    setStartCount((previousCount) => previousCount + 1);
    turnOffTimer.current = setTimeout(() => setStartCount(0), durationMs);
  }, [durationMs]);
  return { startCount, start };
};

interface DisabledReasonProps {
  readonly id: string;
  readonly text: string;
  /**
   * Number of presses on the disabled control in the last seconds. Each press makes screen readers announce the reason
   * again.
   */
  readonly repeatCount: number;
}

/** Text directly below a disabled control that says why it is disabled. */
export const DisabledReason = ({ id, text, repeatCount }: DisabledReasonProps) => (
  <DisabledReasonLine $isRepeated={repeatCount > 0}>
    <Icon source={Info} size={16} />
    <span id={id}>{text}</span>
    <VisuallyHidden role="status">{repeatCount > 0 && <span key={repeatCount}>{text}</span>}</VisuallyHidden>
  </DisabledReasonLine>
);

const DisabledReasonLine = styled.span<{ readonly $isRepeated: boolean }>`
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
  /** Whether the button is as wide as its container. */
  readonly isBlock?: boolean;
}

interface ButtonProps extends ButtonVariantProps, Omit<ComponentPropsWithRef<'button'>, 'disabled' | 'aria-disabled'> {
  /** True while the button's action is running: the button keeps its width, shows a pause sign and ignores presses. */
  readonly isBusy?: boolean;
  /** Reason why the button is disabled. The button stays focusable; a press only announces the reason again. */
  readonly disabledReason?: string;
}

// Time in ms for which the reason is highlighted after a press; the specification demands eight seconds.
const REASON_REPEAT_MS = 8000;

/**
 * Button with variants, with a state while its action is running, and with a disabled state that names the reason. A
 * view has at most one primary button.
 */
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
  const repeatedPress = useTimedState(REASON_REPEAT_MS);
  const isDisabled = disabledReason !== undefined;
  const handlePress = (event: MouseEvent<HTMLButtonElement>) => {
    if (!isDisabled && !isBusy) return onClick?.(event);
    // Without this call, a submit button would send its form although it is disabled or its action is running.
    event.preventDefault();
    if (isDisabled) repeatedPress.start();
  };
  const buttonElement = (
    <StyledButton
      {...rest}
      type={type}
      $variant={variant}
      $size={size}
      $block={isBlock}
      data-busy={isBusy || undefined}
      aria-disabled={isDisabled || isBusy || undefined}
      aria-describedby={isDisabled ? reasonId : rest['aria-describedby']}
      onClick={handlePress}
    >
      <ContentCell $isCovered={isBusy}>
        {icon !== undefined && <Icon source={icon} size={size === 'small' ? 18 : 20} />}
        {children}
      </ContentCell>
      {isBusy && (
        <ContentCell>
          <PauseSign />
          {uiText('Busy')}
        </ContentCell>
      )}
    </StyledButton>
  );
  // A button that may become disabled has its wrapper element from the first render, because adding the wrapper later
  // would recreate the button and lose the focus.
  if (!('disabledReason' in props)) return buttonElement;
  return (
    <ReasonFrame $block={isBlock} $isDisabled={isDisabled}>
      {buttonElement}
      {isDisabled && <DisabledReason id={reasonId} text={disabledReason} repeatCount={repeatedPress.startCount} />}
    </ReasonFrame>
  );
};

interface ButtonLinkProps extends ButtonVariantProps, ComponentPropsWithRef<'a'> {
  readonly href: string;
}

/** Link that looks like a button. */
export const ButtonLink = ({
  variant = 'primary',
  size = 'regular',
  icon,
  isBlock = false,
  children,
  ...rest
}: ButtonLinkProps) => (
  <StyledLink {...rest} $variant={variant} $size={size} $block={isBlock}>
    {icon !== undefined && <Icon source={icon} size={size === 'small' ? 18 : 20} />}
    {children}
  </StyledLink>
);

// Button whose label and pause sign share one grid cell, so that the button stays as wide as its label.
const StyledButton = styled.button<ButtonStyle>`
  ${buttonStyle}
  display: ${({ $block }) => ($block ? 'grid' : 'inline-grid')};
  justify-items: center;
`;

const StyledLink = styled.a<ButtonStyle>`
  ${buttonStyle}
`;

const ContentCell = styled.span<{ readonly $isCovered?: boolean }>`
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

const ReasonFrame = styled.span<{ readonly $block: boolean; readonly $isDisabled: boolean }>`
  display: ${({ $block, $isDisabled }) => ($isDisabled ? ($block ? 'grid' : 'inline-grid') : 'contents')};
  gap: 8px;
  min-width: 0;
`;

/** Appearance of a button with only an icon. `disc` has a round background, for buttons over pictures and maps. */
type IconButtonVariant = 'plain' | 'disc';

interface IconVariantProps {
  /** Name of the action for assistive technology: sighted users see only the icon. */
  readonly label: string;
  readonly icon: IconSource;
  readonly look?: IconButtonVariant;
  /** Width and height of the icon in px; default 22. */
  readonly iconSize?: number;
}

interface IconButtonProps extends IconVariantProps, Omit<ComponentPropsWithRef<'button'>, 'disabled' | 'children'> {
  /** Makes the button a toggle, which is pressed or not. The icon of a pressed button is filled. */
  readonly isPressed?: boolean;
}

/** Button with only an icon; its touch target is 44 px. */
export const IconButton = ({
  label,
  icon,
  look = 'plain',
  iconSize = 22,
  isPressed,
  type = 'button',
  ...rest
}: IconButtonProps) => (
  <StyledIconButton
    {...rest}
    type={type}
    aria-label={label}
    aria-pressed={isPressed}
    $look={look}
    $isChosen={isPressed ?? false}
  >
    <Icon source={icon} size={iconSize} isFilled={isPressed ?? false} />
  </StyledIconButton>
);

interface IconLinkProps extends IconVariantProps, Omit<ComponentPropsWithRef<'a'>, 'children'> {
  readonly href: string;
}

/** Link with only an icon; looks like an IconButton. */
export const IconLink = ({ label, icon, look = 'plain', iconSize = 22, ...rest }: IconLinkProps) => (
  <StyledIconLink {...rest} aria-label={label} $look={look} $isChosen={false}>
    <Icon source={icon} size={iconSize} />
  </StyledIconLink>
);

interface IconShapeProps {
  readonly $look: IconButtonVariant;
  readonly $isChosen: boolean;
}

const iconButtonStyle = css<IconShapeProps>`
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
      ${forcedColorsBorder}
    `}
`;

const StyledIconButton = styled.button<IconShapeProps>`
  ${iconButtonStyle}
`;

const StyledIconLink = styled.a<IconShapeProps>`
  ${iconButtonStyle}
`;
