import type { CDPSession, Page } from '@playwright/test';
import { axeFindings } from './axe-look';
import { forcedFindings } from './forced-look';
import { foreignTexts } from './german-look';
import { crampedFindings, layoutFindings } from './narrow-look';
import { waitUntilStill } from './settle';

/** Checks of a page in its current state. Each returns a list of findings. */
const CHECK_BY_TITLE = {
  'axe finds nothing': axeFindings,
  'nothing is cut off and nothing scrolls sideways': layoutFindings,
  'content has room between what stays': crampedFindings,
  'forced colours keep edges and choices': forcedFindings,
  'every word is German': foreignTexts,
} as const;

type Check = keyof typeof CHECK_BY_TITLE;

type ColorScheme = 'light' | 'dark';

/** Window in which each screen is checked. */
interface ScreenWindow {
  readonly name: string;
  readonly width: number;
  readonly height: number;
  /** Factor by which the page is drawn larger. `width` is the width that is left for the page. */
  readonly zoom?: number;
  /** Size of the text in per cent of its normal size; other sizes stay the same. */
  readonly textSizePercent?: number;
  /** True: letters, words and lines have the largest spacing that WCAG 1.4.12 lets a reader ask for. */
  readonly hasTextSpacing?: boolean;
  readonly schemes: readonly ColorScheme[];
  readonly checks: readonly Check[];
}

/** All windows, in an order in which little changes from one to the next. The page is opened in the first window. */
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
    hasTextSpacing: true,
    schemes: ['dark'],
    checks: ['nothing is cut off and nothing scrolls sideways'],
  },
  {
    name: 'phone with letters at 200 %',
    width: 360,
    height: 740,
    textSizePercent: 200,
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
    textSizePercent: 200,
    schemes: ['light'],
    checks: ['nothing is cut off and nothing scrolls sideways'],
  },
];

const SPACING_STYLE =
  '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; } p { margin-bottom: 2em !important; }';

/** Sets the text style as a reader's own style sheet would; `''` removes it. */
const setTextStyle = (page: Page, style: string): Promise<void> =>
  page.evaluate((text) => {
    const styleSheet = new CSSStyleSheet();
    styleSheet.replaceSync(text);
    document.adoptedStyleSheets = [styleSheet];
  }, style);

const sessionByPage = new WeakMap<Page, Promise<CDPSession>>();

/** Returns the DevTools session that zooms a page. Each page has one session. */
const devToolsOf = (page: Page): Promise<CDPSession> => {
  const session = sessionByPage.get(page) ?? page.context().newCDPSession(page);
  sessionByPage.set(page, session);
  return session;
};

/** Resets a reader's zoom and text style. */
export const resetZoomAndText = async (page: Page): Promise<void> => {
  await (await devToolsOf(page)).send('Emulation.clearDeviceMetricsOverride');
  await setTextStyle(page, '');
};

/** Gives the page the size and text style of a window, without a reload. */
export const resizeToWindow = async (
  page: Page,
  { width, height, zoom, textSizePercent, hasTextSpacing = false }: ScreenWindow,
): Promise<void> => {
  await page.setViewportSize({ width, height });
  if (zoom !== undefined)
    await (
      await devToolsOf(page)
    ).send('Emulation.setDeviceMetricsOverride', { width, height, deviceScaleFactor: zoom, mobile: false });
  await setTextStyle(
    page,
    hasTextSpacing ? SPACING_STYLE : textSizePercent === undefined ? '' : `:root { font-size: ${textSizePercent}%; }`,
  );
};

/** Shows the page in a colour scheme, unless it already does. */
const showColorScheme = async (page: Page, colorScheme: ColorScheme): Promise<void> => {
  if (await page.evaluate((scheme) => matchMedia(`(prefers-color-scheme: ${scheme})`).matches, colorScheme)) return;
  await page.emulateMedia({ colorScheme });
  await waitUntilStill(page);
};

/**
 * Returns the findings for the page in its current window, for each colour scheme and check. The page must not be
 * moving.
 */
export const findingsIn = async (page: Page, { schemes, checks }: ScreenWindow): Promise<string[]> => {
  const findings: string[] = [];
  for (const [index, colorScheme] of schemes.entries()) {
    await showColorScheme(page, colorScheme);
    for (const check of checks)
      findings.push(
        ...(await CHECK_BY_TITLE[check](page, { isRecoloured: index > 0 })).map(
          (finding) => `${colorScheme}: ${finding}`,
        ),
      );
  }
  return findings;
};
