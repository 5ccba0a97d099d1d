import { createGlobalStyle, StyleSheetManager } from 'styled-components';
import headLatinExt from './fonts/head-latin-ext.woff2';
import headLatin from './fonts/head-latin.woff2';
import headVietnamese from './fonts/head-vietnamese.woff2';
import textLatinExt from './fonts/text-latin-ext.woff2';
import textLatin from './fonts/text-latin.woff2';
import textVietnamese from './fonts/text-vietnamese.woff2';
import { darkScheme, declarationsOf, lightScheme } from './schemes';
import { media, tokens } from './tokens';

// Ranges of characters in the font files; they equal the glyphs that build/draw-fonts.ts keeps. A browser loads only
// the files whose characters occur in the page.
const UNICODE_RANGES = {
  latin:
    'U+0020-007E, U+00A0-00FF, U+0131, U+0152-0153, U+2009, U+2011, U+2013-2014, U+2018-201A, U+201C-201E, U+2020-2022, U+2026, U+202F, U+2030, U+2039-203A, U+20AC, U+2122, U+2212',
  latinExt: 'U+0100-0130, U+0132-0151, U+0154-017F, U+0218-021B, U+1E9E',
  vietnamese: 'U+01A0-01A1, U+01AF-01B0, U+1EA0-1EF9, U+20AB',
} as const;

interface FontFace {
  readonly family: 'Mahlzeit Head' | 'Mahlzeit Text';
  readonly weights: string;
  readonly url: string;
  readonly range: keyof typeof UNICODE_RANGES;
}

const FONT_FACES: readonly FontFace[] = [
  { family: 'Mahlzeit Head', weights: '600 800', url: headLatin, range: 'latin' },
  { family: 'Mahlzeit Head', weights: '600 800', url: headLatinExt, range: 'latinExt' },
  { family: 'Mahlzeit Head', weights: '600 800', url: headVietnamese, range: 'vietnamese' },
  { family: 'Mahlzeit Text', weights: '400 750', url: textLatin, range: 'latin' },
  { family: 'Mahlzeit Text', weights: '400 750', url: textLatinExt, range: 'latinExt' },
  { family: 'Mahlzeit Text', weights: '400 750', url: textVietnamese, range: 'vietnamese' },
];

/**
 * System font that is shown until the web font is loaded, scaled to the same width so that line breaks don't change.
 * The widths were measured on a German sentence.
 */
interface FallbackFont {
  readonly family: string;
  readonly weights: string;
  readonly names: readonly string[];
  readonly sizePercent: number;
}

// Names of fonts that are all as wide as Arial. Linux usually has one of the last two.
const ARIAL_FONT_NAMES = ['Arial', 'ArialMT', 'Helvetica', 'Liberation Sans', 'NimbusSans-Regular'];
const BOLD_ARIAL_FONT_NAMES = [
  'Arial Bold',
  'Arial-BoldMT',
  'Helvetica Bold',
  'Liberation Sans Bold',
  'NimbusSans-Bold',
];

const FALLBACK_FONTS: readonly FallbackFont[] = [
  { family: 'Mahlzeit Head Arial', weights: '600 800', names: BOLD_ARIAL_FONT_NAMES, sizePercent: 78.1 },
  { family: 'Mahlzeit Head Roboto', weights: '600 800', names: ['Roboto Bold', 'Roboto-Bold'], sizePercent: 85.4 },
  { family: 'Mahlzeit Text Arial', weights: '400 549', names: ARIAL_FONT_NAMES, sizePercent: 105.8 },
  { family: 'Mahlzeit Text Arial', weights: '550 750', names: BOLD_ARIAL_FONT_NAMES, sizePercent: 101 },
  { family: 'Mahlzeit Text Roboto', weights: '400 549', names: ['Roboto', 'Roboto-Regular'], sizePercent: 115 },
  { family: 'Mahlzeit Text Roboto', weights: '550 750', names: ['Roboto Bold', 'Roboto-Bold'], sizePercent: 110.5 },
];

const fallbackFaceRules = FALLBACK_FONTS.map(
  ({ family, weights, names, sizePercent }) =>
    `@font-face { font-family: '${family}'; font-style: normal; font-weight: ${weights}; src: ${names.map((name) => `local('${name}')`).join(', ')}; size-adjust: ${sizePercent}%; }`,
);

const fontFaceRules = FONT_FACES.map(
  ({ family, weights, url, range }) =>
    `@font-face { font-family: '${family}'; font-style: normal; font-weight: ${weights}; font-display: swap; src: url('${url}') format('woff2'); unicode-range: ${UNICODE_RANGES[range]}; }`,
);

/** Web fonts and their replacements as CSS rules. */
const fontFaces = [...fontFaceRules, ...fallbackFaceRules].join('\n');

/** Base styles of every page: both colour schemes and a small reset of the browser's styles. */
// The rule for the focus ring has no specificity, because these rules come last: a component with its own focus style
// overrides the ring. In forced colours, one rule marks the selected state of every control.
const BaseStyle = createGlobalStyle`
  :root {
    color-scheme: light;
    ${declarationsOf(lightScheme)}
  }
  ${media.dark} {
    :root {
      color-scheme: dark;
      ${declarationsOf(darkScheme)}
    }
  }

  *, *::before, *::after { box-sizing: border-box; }
  html:has(> body > [data-low-sheet]) { scroll-padding-bottom: 40dvh; }
  html { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; }
  body {
    margin: 0;
    background: ${tokens.color.bg};
    color: ${tokens.color.ink};
    font: 400 1rem/1.5rem ${tokens.font.body};
    -webkit-font-smoothing: antialiased;
    overflow-wrap: break-word;
    hyphens: auto;
    hyphenate-limit-chars: 12 5 5;
  }
  h1, h2, h3, h4, p, ul, ol, dl, dd, figure, fieldset { margin: 0; padding: 0; border: 0; }
  ul, ol { list-style: none; }
  button, input, textarea, select { font: inherit; color: inherit; letter-spacing: inherit; }
  button { border: 0; background: none; padding: 0; cursor: pointer; text-align: inherit; hyphens: manual; }
  a { color: inherit; text-decoration: none; }
  svg { display: block; flex: none; }
  img { display: block; max-width: 100%; }
  [hidden] { display: none !important; }
  :where(:focus-visible) { outline: 3px solid ${tokens.color.plumText}; outline-offset: 2px; }

  ${media.forced} {
    :is([aria-pressed='true'], [aria-selected='true'], [aria-current='page']) {
      forced-color-adjust: none;
      background: Highlight !important;
      &, * { color: HighlightText !important; }
    }
  }
  ${media.reducedMotion} {
    *, *::before, *::after { animation-duration: 1ms !important; animation-iteration-count: 1 !important; scroll-behavior: auto !important; }
  }
`;

const FontFaces = createGlobalStyle`${fontFaces}`;

/** Base styles for a style sheet of the caller: fonts, both colour schemes, a small reset of the browser's styles. */
export const GlobalRules = () => (
  <>
    <FontFaces />
    <BaseStyle />
  </>
);

/**
 * Base styles of the page, in a style sheet of their own. It is rendered once, by the shell or by the page that runs
 * one remote alone. No rule is added to this sheet later: a new rule inside a media query makes a browser restyle all
 * elements that the sheet's rules select, and `*` selects all elements; a new rule in a sheet with font faces makes it
 * lay out the whole page.
 */
export const GlobalStyle = () => (
  <StyleSheetManager target={document.head}>
    <GlobalRules />
  </StyleSheetManager>
);
