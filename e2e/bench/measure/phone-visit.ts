import type { BrowserContext, CDPSession, Page } from '@playwright/test';
import { chromium } from '@playwright/test';
import { CHROMIUM_LAUNCH } from '../../world/chromium-launch';

/** Simulated slowness of a phone and its connection. */
export interface DeviceSlowness {
  /** Factor by which the simulated phone's processor is slower than this machine's. */
  readonly processor: number;
  /** Milliseconds from a request until its response begins. */
  readonly latencyMs: number;
  readonly bytesPerSecond: number;
}

/** Measurements of one visit of the page on a simulated phone. */
export interface PhoneVisit {
  /** Milliseconds from the start of the navigation until the name of the first restaurant was on the screen. */
  readonly paintedMs: number;
  /** Bytes on the network during the visit, including headers. */
  readonly bytes: number;
  /** Bytes of scripts on the network; `bytes` includes them. */
  readonly scriptBytes: number;
  /** Text of the response that contained the first restaurant. */
  readonly placesText: string;
  /**
   * Milliseconds from the start of the navigation until a chip showed that it is chosen; it was tapped as soon as the
   * first restaurant was painted. null when no chip was to be tapped.
   */
  readonly chosenMs: number | null;
}

/** Page and conditions of a visit. */
export interface PhoneVisitOptions {
  readonly url: string;
  /** Pattern of the URL whose response contains the first restaurant. */
  readonly placesUrlPattern: RegExp;
  /** Simulated slowness of phone and connection; null visits the page at the full speed of this machine. */
  readonly slowness: DeviceSlowness | null;
  /** Text of a chip that isn't chosen at the start. It is tapped as soon as the first restaurant was painted. */
  readonly chipText?: string;
}

const PHONE_CONTEXT = {
  viewport: { width: 360, height: 740 },
  deviceScaleFactor: 2,
  isMobile: true,
  hasTouch: true,
  locale: 'de-DE',
  timezoneId: 'Europe/Berlin',
};

/** Milliseconds after which a visit counts as failed. */
const VISIT_DEADLINE_MS = 60_000;

/** Slows a page down: its processor, and each of its requests. */
export const emulateSlowness = async (
  session: CDPSession,
  { processor, latencyMs, bytesPerSecond }: DeviceSlowness,
): Promise<void> => {
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: latencyMs,
    downloadThroughput: bytesPerSecond,
    uploadThroughput: bytesPerSecond / 2,
  });
  await session.send('Emulation.setCPUThrottlingRate', { rate: processor });
};

// This function runs in the page before all its scripts. It marks the restaurant's name in the same task that adds it,
// so that the browser reports the time of its first paint.
const watchFirstRestaurant = (): void => {
  const paintObserver = new PerformanceObserver((entryList) => {
    const [firstPaintEntry] = entryList.getEntries();
    if (firstPaintEntry !== undefined) console.debug(`painted ${firstPaintEntry.startTime}`);
  });
  paintObserver.observe({ type: 'element', buffered: true });
  const additionObserver = new MutationObserver(() => {
    const restaurantHeading = document.querySelector('main article h3, main article h2');
    if (restaurantHeading === null) return;
    additionObserver.disconnect();
    for (const headingElement of [restaurantHeading, ...restaurantHeading.querySelectorAll('*')])
      headingElement.setAttribute('elementtiming', 'first restaurant');
  });
  additionObserver.observe(document, { childList: true, subtree: true });
};

// This function runs in the page. It reports when the filter chip with this text is chosen and the next frame begins.
const watchChip = (chipText: string): void => {
  const chipObserver = new MutationObserver(() => {
    const isChipChosen = [...document.querySelectorAll('main [aria-pressed=true]')].some(
      ({ textContent }) => textContent === chipText,
    );
    if (!isChipChosen) return;
    chipObserver.disconnect();
    requestAnimationFrame(() => console.debug(`chosen ${performance.now()}`));
  });
  chipObserver.observe(document, {
    childList: true,
    subtree: true,
    attributes: true,
    attributeFilter: ['aria-pressed'],
  });
};

/** Resolves with the time at which the page reports a mark, in milliseconds from the start of the navigation. */
const waitForMark = (page: Page, markName: 'painted' | 'chosen'): Promise<number> =>
  new Promise((resolve, reject) => {
    const deadlineTimer = setTimeout(
      () => reject(new Error(`Nothing was ${markName} within ${VISIT_DEADLINE_MS} ms: ${page.url()}`)),
      VISIT_DEADLINE_MS,
    );
    page.on('console', (consoleMessage) => {
      const [reportedMark, markMs] = consoleMessage.text().split(' ');
      if (reportedMark !== markName) return;
      clearTimeout(deadlineTimer);
      resolve(Number(markMs));
    });
  });

const tapChip = async (page: Page, chipText: string): Promise<number> => {
  const chosenMark = waitForMark(page, 'chosen');
  await page.evaluate(watchChip, chipText);
  // The tap goes to the chip's position on the screen, like that of a finger, whatever element is there.
  const chipBox = await page.getByRole('button', { name: chipText, exact: true }).boundingBox();
  if (chipBox === null) throw new Error(`There is no chip ${chipText}`);
  await page.touchscreen.tap(chipBox.x + chipBox.width / 2, chipBox.y + chipBox.height / 2);
  return chosenMark;
};

interface VisitTraffic {
  bytes: number;
  scriptBytes: number;
}

const countTraffic = async (session: CDPSession): Promise<VisitTraffic> => {
  const visitTraffic: VisitTraffic = { bytes: 0, scriptBytes: 0 };
  const scriptRequestIds = new Set<string>();
  session.on(
    'Network.requestWillBeSent',
    ({ requestId, type }) => void (type === 'Script' && scriptRequestIds.add(requestId)),
  );
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    visitTraffic.bytes += encodedDataLength;
    if (scriptRequestIds.has(requestId)) visitTraffic.scriptBytes += encodedDataLength;
  });
  await session.send('Network.enable');
  return visitTraffic;
};

/**
 * Time in ms without a request after which a visit counts as complete: longer than the page waits until it loads its
 * deferred parts, and the screens that are likely to be opened.
 */
const QUIET_MS = 3_000;

/** Resolves when the page has requested nothing for a while. */
export const waitForQuiet = (page: Page): Promise<void> =>
  new Promise((resolve) => {
    let quietTimer = setTimeout(resolve, QUIET_MS);
    const restartTimer = (): void => {
      clearTimeout(quietTimer);
      quietTimer = setTimeout(resolve, QUIET_MS);
    };
    page.on('request', restartTimer).on('requestfinished', restartTimer).on('requestfailed', restartTimer);
  });

/** Opens a URL in a new page, measures the visit, and hands the page to `endVisit` before the bytes are read. */
export const measureVisitIn = async (
  context: BrowserContext,
  { url, placesUrlPattern, slowness, chipText }: PhoneVisitOptions,
  endVisit: (page: Page) => Promise<unknown> = () => Promise.resolve(),
): Promise<PhoneVisit> => {
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  const traffic = await countTraffic(session);
  if (slowness !== null) await emulateSlowness(session, slowness);
  await page.addInitScript(watchFirstRestaurant);
  const placesResponse = page.waitForResponse(placesUrlPattern, { timeout: VISIT_DEADLINE_MS });
  const [paintedMs] = await Promise.all([waitForMark(page, 'painted'), page.goto(url, { waitUntil: 'commit' })]);
  const chosenMs = chipText === undefined ? null : await tapChip(page, chipText);
  const placesText = await (await placesResponse).text();
  await endVisit(page);
  await page.close();
  return { paintedMs, ...traffic, placesText, chosenMs };
};

/** Runs `useContext` in a new browser with the viewport of a phone and empty caches. */
export const withPhone = async <T>(useContext: (context: BrowserContext) => Promise<T>): Promise<T> => {
  const browser = await chromium.launch({ executablePath: CHROMIUM_LAUNCH.path, args: CHROMIUM_LAUNCH.flags });
  try {
    return await useContext(await browser.newContext(PHONE_CONTEXT));
  } finally {
    await browser.close();
  }
};

/** Measures a visit with empty caches. */
export const measureColdVisit = (visitOptions: PhoneVisitOptions): Promise<PhoneVisit> =>
  withPhone((context) => measureVisitIn(context, visitOptions));
