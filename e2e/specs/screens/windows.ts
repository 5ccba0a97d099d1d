import type { CDPSession, Page } from '@playwright/test';
import { axeFindings } from './axe-look';
import { forcedFindings } from './forced-look';
import { foreignWords } from './german-look';
import { crampedSpots, tightSpots } from './narrow-look';
import { stillness } from './settle';

/** Checks of a page in its current state. Each returns its findings. */
const CHECKS = {
  'axe finds nothing': axeFindings,
  'nothing is cut off and nothing scrolls sideways': tightSpots,
  'content has room between what stays': crampedSpots,
  'forced colours keep edges and choices': forcedFindings,
  'every word is German': foreignWords,
} as const;

type Check = keyof typeof CHECKS;

type Scheme = 'light' | 'dark';

/** A window that a screen is looked at in. */
interface ScreenWindow {
  readonly name: string;
  readonly width: number;
  readonly height: number;
  /** How much larger the page is drawn, of which the width is what is left. */
  readonly zoom?: number;
  /** How much larger letters alone are, in per cent. */
  readonly letters?: number;
  /** Letters, words and lines stand as far apart as WCAG 1.4.12 allows a reader to ask for. */
  readonly isSpacedOut?: boolean;
  readonly schemes: readonly Scheme[];
  readonly checks: readonly Check[];
}

/** Every window, in an order in which little changes from one to the next. The page is opened in the first. */
export const WINDOWS: readonly [ScreenWindow, ...ScreenWindow[]] = [
  { name: 'phone', width: 360, height: 740, schemes: ['light', 'dark'], checks: ['axe finds nothing'] },
  {
    name: 'phone in forced colours',
    width: 360,
    height: 740,
    schemes: ['dark'],
    checks: ['forced colours keep edges and choices'],
  },
  {
    name: 'phone with text spacing',
    width: 360,
    height: 740,
    isSpacedOut: true,
    schemes: ['dark'],
    checks: ['nothing is cut off and nothing scrolls sideways'],
  },
  {
    name: 'phone with letters at 200 %',
    width: 360,
    height: 740,
    letters: 200,
    schemes: ['dark'],
    checks: ['nothing is cut off and nothing scrolls sideways'],
  },
  {
    name: 'narrowest phone',
    width: 320,
    height: 640,
    schemes: ['dark'],
    checks: ['nothing is cut off and nothing scrolls sideways'],
  },
  {
    name: 'desk',
    width: 1440,
    height: 900,
    schemes: ['dark', 'light'],
    checks: ['axe finds nothing', 'every word is German', 'forced colours keep edges and choices'],
  },
  {
    name: 'tablet',
    width: 820,
    height: 1180,
    schemes: ['light'],
    checks: ['nothing is cut off and nothing scrolls sideways'],
  },
  {
    name: 'desk at 200 %',
    width: 640,
    height: 512,
    zoom: 2,
    schemes: ['light'],
    checks: ['nothing is cut off and nothing scrolls sideways'],
  },
  {
    name: 'desk at 400 %',
    width: 320,
    height: 256,
    zoom: 4,
    schemes: ['light'],
    checks: ['nothing is cut off and nothing scrolls sideways', 'content has room between what stays'],
  },
  {
    name: 'desk with letters at 200 %',
    width: 1280,
    height: 1024,
    zoom: 2,
    letters: 200,
    schemes: ['light'],
    checks: ['nothing is cut off and nothing scrolls sideways'],
  },
];

const SPACING =
  '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; } p { margin-bottom: 2em !important; }';

/** Sets letters as a reader's own style sheet would; `''` takes it back. */
const setLetters = (page: Page, style: string): Promise<void> =>
  page.evaluate((text) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(text);
    document.adoptedStyleSheets = [sheet];
  }, style);

const devTools = new WeakMap<Page, Promise<CDPSession>>();

/** Returns the session that zooms a page; a page has one. */
const devToolsOf = (page: Page): Promise<CDPSession> => {
  const session = devTools.get(page) ?? page.context().newCDPSession(page);
  devTools.set(page, session);
  return session;
};

/** Takes a reader's zoom and letters back. */
export const resetReading = async (page: Page): Promise<void> => {
  await (await devToolsOf(page)).send('Emulation.clearDeviceMetricsOverride');
  await setLetters(page, '');
};

/** Puts the page into a window, without loading it anew. */
export const resizeTo = async (
  page: Page,
  { width, height, zoom, letters, isSpacedOut = false }: ScreenWindow,
): Promise<void> => {
  await page.setViewportSize({ width, height });
  if (zoom !== undefined)
    await (
      await devToolsOf(page)
    ).send('Emulation.setDeviceMetricsOverride', { width, height, deviceScaleFactor: zoom, mobile: false });
  await setLetters(page, isSpacedOut ? SPACING : letters === undefined ? '' : `:root { font-size: ${letters}%; }`);
};

/** Shows the page in a colour scheme, if it isn't yet. */
const showIn = async (page: Page, colorScheme: Scheme): Promise<void> => {
  if (await page.evaluate((scheme) => matchMedia(`(prefers-color-scheme: ${scheme})`).matches, colorScheme)) return;
  await page.emulateMedia({ colorScheme });
  await stillness(page);
};

/** Returns the findings for the page in its window, for each colour scheme and check. The page stands still. */
export const findingsIn = async (page: Page, { schemes, checks }: ScreenWindow): Promise<string[]> => {
  const findings: string[] = [];
  for (const [index, colorScheme] of schemes.entries()) {
    await showIn(page, colorScheme);
    for (const check of checks)
      findings.push(
        ...(await CHECKS[check](page, { isRecoloured: index > 0 })).map((finding) => `${colorScheme}: ${finding}`),
      );
  }
  return findings;
};
