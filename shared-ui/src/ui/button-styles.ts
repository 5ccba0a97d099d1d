import styled, { css, keyframes } from 'styled-components';
import { media, textStyles, tokens } from './theme/tokens';

/**
 * Appearance of a button. `primary`: main action, at most one in a view; `second` and `tint`: further actions; `quiet`:
 * without a background; `danger`: leads to a destructive action; `consequence`: executes the destructive action.
 */
export type ButtonVariant = 'primary' | 'second' | 'tint' | 'quiet' | 'danger' | 'consequence';

/** Height of a button: 44, 48 or 56 px. */
export type ButtonSize = 'small' | 'regular' | 'large';

/** Styling props of a button. Because of the `$`, styled-components doesn't add them to the HTML element. */
export interface ButtonStyle {
  readonly $variant: ButtonVariant;
  readonly $size: ButtonSize;
  readonly $block: boolean;
}

const { color } = tokens;

const variantStyles = {
  primary: css`
    background: ${color.plum};
    color: ${color.onPlum};
    ${media.hover} {
      &:hover {
        background: ${color.plumHover};
      }
    }
    &:active {
      background: ${color.plumPress};
    }
  `,
  second: css`
    background: ${color.surface};
    color: ${color.ink};
    box-shadow: inset 0 0 0 1.5px ${color.lineStrong};
    ${media.hover} {
      &:hover {
        background: ${color.hover};
      }
    }
  `,
  tint: css`
    background: ${color.plumTint};
    color: ${color.onPlumTint};
    ${media.hover} {
      &:hover {
        box-shadow: inset 0 0 0 1.5px ${color.plumLine};
      }
    }
  `,
  quiet: css`
    color: ${color.plumText};
    padding-inline: 12px;
    ${media.hover} {
      &:hover {
        background: ${color.sunken};
      }
    }
  `,
  danger: css`
    background: ${color.errTint};
    color: ${color.onErrTint};
    ${media.hover} {
      &:hover {
        box-shadow: inset 0 0 0 1.5px currentColor;
      }
    }
  `,
  consequence: css`
    background: ${color.err};
    color: ${color.onErr};
    ${media.hover} {
      &:hover {
        box-shadow: inset 0 0 0 2px ${color.ink};
      }
    }
  `,
} as const;

const sizeStyles = {
  small: css`
    min-height: 44px;
    padding: 8px 16px;
    font-size: 0.9375rem;
    line-height: 1.25rem;
    border-radius: 12px;
  `,
  regular: css`
    min-height: 48px;
    padding: 10px 20px;
    font-size: 1rem;
    line-height: 1.375rem;
    border-radius: ${tokens.radius.control};
  `,
  large: css`
    min-height: 56px;
    padding: 12px min(24px, 5vw);
    /* With large text, the longest word still fits a phone: „Zahlungspflichtig“. */
    font-size: min(1.0625rem, max(17px, 7.4vw));
    line-height: 1.4;
    border-radius: 18px;
  `,
} as const;

/** Style of buttons and of links that look like buttons. */
export const buttonStyle = css<ButtonStyle>`
  display: ${({ $block }) => ($block ? 'flex' : 'inline-flex')};
  ${({ $block }) =>
    $block &&
    css`
      width: 100%;
    `}
  align-items: center;
  justify-content: center;
  gap: 8px;
  font-weight: 600;
  text-align: center;
  overflow-wrap: anywhere;
  transition:
    background ${tokens.duration.tap} ${tokens.curve.in},
    transform ${tokens.duration.tap} ${tokens.curve.in};
  &:active {
    transform: scale(0.985);
  }
  ${media.reducedMotion} {
    &:active {
      transform: none;
    }
  }
  ${({ $size }) => sizeStyles[$size]}
  ${({ $variant }) => variantStyles[$variant]}
  &&[aria-disabled='true']:not([data-busy]) {
    background: ${color.sunken};
    color: ${color.ink3};
    box-shadow: none;
    transform: none;
    cursor: default;
  }
  &[data-busy] {
    cursor: progress;
    transform: none;
  }
  ${media.forced} {
    border: 1px solid ButtonText;
  }
`;

const pulseAnimation = keyframes`
  0%, 100% { opacity: 1; }
  50% { opacity: 0.35; }
`;

/** Two pulsing bars, like the pause sign of a media player, which show that work is running. */
export const PauseSign = styled.span.attrs({ 'aria-hidden': true })`
  display: inline-flex;
  gap: 4px;
  &::before,
  &::after {
    content: '';
    width: 4px;
    height: 16px;
    border-radius: 2px;
    background: currentColor;
    animation: ${pulseAnimation} 1s ease-in-out infinite;
  }
  &::after {
    animation-delay: -0.5s;
  }
  ${media.reducedMotion} {
    &::before,
    &::after {
      animation: none;
    }
    &::after {
      opacity: 0.45;
    }
  }
`;

// Style of links in buttons and text. The text is 24 px high; `::after` enlarges the touch target to 44 px.
const linkStyle = css`
  ${textStyles.small}
  display: inline-flex;
  align-items: center;
  gap: 4px;
  position: relative;
  min-height: 24px;
  color: ${tokens.color.plumText};
  font-weight: 600;
  text-decoration: underline transparent;
  text-underline-offset: 3px;
  ${media.hover} {
    &:hover {
      text-decoration-color: currentColor;
    }
  }
  &::after {
    content: '';
    position: absolute;
    inset: -10px -4px;
  }
`;

/** Button that looks like a link, for a secondary action beside a larger button. */
export const LinkButton = styled.button.attrs({ type: 'button' })`
  ${linkStyle}
`;

/** Link that stands alone, not inside of a sentence. */
export const TextLink = styled.a`
  ${linkStyle}
`;
