import type { CDPSession, Page } from '@playwright/test';
import { findAxeViolations } from './axe-look';
import { findForcedColorsProblems } from './forced-look';
import { findForeignTexts } from './german-look';
import { findCrampedContent, findLayoutProblems } from './narrow-look';
import { waitUntilStill } from './settle';

/** Checks of a page in its current state. Each returns a list of findings. */
const CHECK_BY_TITLE = {
  'axe finds nothing': findAxeViolations,
  'nothing is cut off and nothing scrolls sideways': findLayoutProblems,
  'content has room between what stays': findCrampedContent,
  'forced colours keep edges and choices': findForcedColorsProblems,
  'every word is German': findForeignTexts,
} as const;

type ScreenCheck = keyof typeof CHECK_BY_TITLE;

type ColorScheme = 'light' | 'dark';

/** Size and settings of a browser window in which each screen is checked. */
interface ScreenWindow {
  readonly name: string;
  readonly width: number;
  readonly height: number;
  /** Factor by which the browser's zoom enlarges the page. `width` is the width in CSS px that is left for the page. */
  readonly zoom?: number;
  /** Size of the text in per cent of its normal size; other sizes stay the same. */
  readonly textSizePercent?: number;
  /** True: letters, words and lines have the largest spacing that WCAG 1.4.12 lets a user choose. */
  readonly hasTextSpacing?: boolean;
  readonly schemes: readonly ColorScheme[];
  readonly checks: readonly ScreenCheck[];
}

/**
 * All windows, in an order in which little changes from one window to the next. The page is opened in the first window.
 */
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

const TEXT_SPACING_STYLE =
  '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; } p { margin-bottom: 2em !important; }';

/** Sets the text style of a page, as a user's own style sheet would; `''` removes the style. */
const setTextStyle = (page: Page, textStyle: string): Promise<void> =>
  page.evaluate((styleText) => {
    const styleSheet = new CSSStyleSheet();
    styleSheet.replaceSync(styleText);
    document.adoptedStyleSheets = [styleSheet];
  }, textStyle);

const sessionByPage = new WeakMap<Page, Promise<CDPSession>>();

/** Returns the DevTools session that zooms a page. Each page has one session. */
const devToolsOf = (page: Page): Promise<CDPSession> => {
  const devToolsSession = sessionByPage.get(page) ?? page.context().newCDPSession(page);
  sessionByPage.set(page, devToolsSession);
  return devToolsSession;
};

/** Resets zoom and text style, so that the next check starts with the browser's defaults. */
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
    hasTextSpacing
      ? TEXT_SPACING_STYLE
      : textSizePercent === undefined
        ? ''
        : `:root { font-size: ${textSizePercent}%; }`,
  );
};

/** Shows the page in a colour scheme, unless it already does. */
const emulateColorScheme = async (page: Page, colorScheme: ColorScheme): Promise<void> => {
  if (await page.evaluate((scheme) => matchMedia(`(prefers-color-scheme: ${scheme})`).matches, colorScheme)) return;
  await page.emulateMedia({ colorScheme });
  await waitUntilStill(page);
};

/**
 * Returns the problems of the page in its current window, for each colour scheme and check. The page must not be
 * moving.
 */
export const findProblemsInWindow = async (page: Page, { schemes, checks }: ScreenWindow): Promise<string[]> => {
  const findings: string[] = [];
  for (const [index, colorScheme] of schemes.entries()) {
    await emulateColorScheme(page, colorScheme);
    for (const screenCheck of checks)
      findings.push(
        ...(await CHECK_BY_TITLE[screenCheck](page, { isRecoloured: index > 0 })).map(
          (finding) => `${colorScheme}: ${finding}`,
        ),
      );
  }
  return findings;
};
