import { css } from 'styled-components';
import { lightScheme, cssVariablesOf } from './schemes';

/** All values that styles may use. Colours and shadows follow the user's colour scheme. */
export const tokens = {
  /** Colours, tones of drawn tables, and shadows (`e1`, `e2`, `e3`, `ePin`, `eSticky`). */
  color: cssVariablesOf(lightScheme),
  font: {
    head: "'Mahlzeit Head', 'Mahlzeit Head Arial', 'Mahlzeit Head Roboto', 'Mahlzeit Text', system-ui, sans-serif",
    body: "'Mahlzeit Text', 'Mahlzeit Text Arial', 'Mahlzeit Text Roboto', system-ui, sans-serif",
  },
  radius: {
    tag: '6px',
    small: '10px',
    control: '14px',
    thumb: '16px',
    card: '20px',
    sheet: '24px',
    dialog: '28px',
    full: '999px',
  },
  space: {
    2: '2px',
    4: '4px',
    6: '6px',
    8: '8px',
    10: '10px',
    12: '12px',
    14: '14px',
    16: '16px',
    20: '20px',
    24: '24px',
    28: '28px',
    32: '32px',
    40: '40px',
    48: '48px',
  },
  duration: { tap: '120ms', swap: '200ms', sheetIn: '280ms', sheetOut: '200ms', camera: '400ms', slide: '500ms' },
  curve: { in: 'cubic-bezier(.2, 0, 0, 1)', out: 'cubic-bezier(.4, 0, 1, 1)' },
  /** z-index of each layer of the page. The darkened area behind a layer is one below it. */
  layer: {
    mapControls: 10,
    sticky: 20,
    topBar: 30,
    viewSwitch: 40,
    drawer: 50,
    sheet: 60,
    dialog: 70,
    media: 80,
    snackbar: 90,
    busy: 100,
    blocked: 110,
  },
} as const;

/** Step of the spacing scale in px. */
export type Space = keyof typeof tokens.space;

/** Colour tone of a laid table; the schemes have several colours for each tone, such as `apricotLight`. */
export type TableTone = 'apricot' | 'butter' | 'herb' | 'plum' | 'sky' | 'cocoa';

/** Media queries of the layout's breakpoints, for use as `${media.from701} { … }`. */
export const media = {
  /** Windows of the narrowest phones: the link „App“ becomes an icon. */
  below360: '@media (max-width: 359.98px)',
  /** Windows in which cards have one column and sheets fill the width. */
  below600: '@media (max-width: 599.98px)',
  /** Windows in which cards have two columns and sheets are 600 px wide. */
  from600: '@media (min-width: 600px)',
  /** Windows in which either the list or the map is visible. */
  below701: '@media (max-width: 700.98px)',
  /** Windows in which list and map are side by side, and sheets become centred dialogs. */
  from701: '@media (min-width: 701px)',
  /** Windows in which the list beside the map is narrow: smaller pictures, dishes span the card. */
  from701below1200: '@media (min-width: 701px) and (max-width: 1199.98px)',
  /** Windows in which the top bar has two rows. */
  below850: '@media (max-width: 849.98px)',
  /** Windows in which the top bar has one row and the restaurant's page has two columns. */
  from850: '@media (min-width: 850px)',
  from1000: '@media (min-width: 1000px)',
  /** Windows in which the list has one third of the width and the map two thirds. */
  from1200: '@media (min-width: 1200px)',
  dark: '@media (prefers-color-scheme: dark)',
  reducedMotion: '@media (prefers-reduced-motion: reduce)',
  hover: '@media (hover: hover)',
  /**
   * Forced colours mode: the browser replaces all colours by the user's own. Backgrounds and shadows disappear; only
   * borders, outlines and text remain.
   */
  forced: '@media (forced-colors: active)',
  /**
   * Windows so low that no element may stick while the content scrolls, such as a desktop window at a zoom of 400 %.
   */
  low: '@media (max-height: 400px)',
} as const;

/**
 * CSS selector of the page while a low sheet is open: the container of the sheet stands before the page. `:has()` on
 * the body is avoided, because the browser would then check all styles of the page for each removed element.
 */
export const pageBelowLowSheet = 'body > [data-low-sheet] ~ *';

/**
 * Border for elements whose edge is otherwise visible only by a background or shadow, which the forced colours mode
 * removes.
 */
export const forcedColorsBorder = `${media.forced} { border: 1px solid; }`;

const headingStyle = css`
  font-family: ${tokens.font.head};
  font-weight: 680;
  letter-spacing: -0.008em;
  text-wrap: balance;
  overflow-wrap: anywhere;
  hyphenate-limit-chars: 14 5 5;
`;

/** Font styles of each step of the type scale, as CSS. Sizes are in rem, so that they follow the user's font size. */
export const textStyles = {
  display: css`
    ${headingStyle}
    font-size: 2.125rem;
    line-height: 2.375rem;
  `,
  h1: css`
    ${headingStyle}
    font-size: 1.6875rem;
    line-height: 1.9375rem;
  `,
  h2: css`
    ${headingStyle}
    font-size: 1.3125rem;
    line-height: 1.625rem;
  `,
  h3: css`
    ${headingStyle}
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
  /** Style for numbers with digits of equal width, so that prices are aligned. */
  digits: css`
    font-variant-numeric: tabular-nums;
  `,
} as const;
