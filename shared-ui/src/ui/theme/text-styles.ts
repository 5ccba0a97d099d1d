import { css } from 'styled-components';
import { tokens } from './tokens';

const heading = css`
  font-family: ${tokens.font.head};
  font-weight: 680;
  letter-spacing: -0.008em;
  text-wrap: balance;
  overflow-wrap: anywhere;
  hyphenate-limit-chars: 14 5 5;
`;

/** The type scale as style fragments; sizes in rem, so that they grow with the reader's setting. */
export const textStyles = {
  display: css`
    ${heading}
    font-size: 2.125rem;
    line-height: 2.375rem;
  `,
  h1: css`
    ${heading}
    font-size: 1.6875rem;
    line-height: 1.9375rem;
  `,
  h2: css`
    ${heading}
    font-size: 1.3125rem;
    line-height: 1.625rem;
  `,
  h3: css`
    ${heading}
    font-size: 1.125rem;
    line-height: 1.4375rem;
  `,
  body: css`
    font-size: 1rem;
    line-height: 1.5rem;
  `,
  label: css`
    font-size: 0.9375rem;
    line-height: 1.25rem;
    font-weight: 600;
  `,
  small: css`
    font-size: 0.875rem;
    line-height: 1.25rem;
  `,
  caption: css`
    font-size: 0.8125rem;
    line-height: 1.125rem;
  `,
  micro: css`
    font-size: 0.75rem;
    line-height: 1rem;
  `,
  total: css`
    font-size: 1.5rem;
    line-height: 1.875rem;
    font-weight: 700;
    letter-spacing: -0.01em;
    font-variant-numeric: tabular-nums;
  `,
  /** Digits of one width, so that prices stand below each other. */
  digits: css`
    font-variant-numeric: tabular-nums;
  `,
} as const;
