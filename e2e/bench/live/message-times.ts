import { constants, setPriority } from 'node:os';
import type { Browser, Page } from '@playwright/test';
import { chromium } from '@playwright/test';
import { CHROMIUM } from '../web/cold-visit';

/** A page that says when it has painted a text. */
export interface TimedPage {
  readonly page: Page;
  /** Epoch milliseconds at which the text was on the screen. Ask before the text is sent. */
  waitForPaint(text: string): Promise<number>;
  close(): Promise<void>;
}

// Runs in the page: a text counts as painted in the task behind the frame that draws it. (Functions in here have no
// names, which a page would miss the helper of.)
const watchPaints = (): void => {
  const awaitedTexts = new Set<string>();
  document.addEventListener('await-text', (event) => {
    if (event instanceof CustomEvent) awaitedTexts.add(String(event.detail));
  });
  const changes = new MutationObserver((records) => {
    // What came, and no more: a page is not slower to be watched for all that it holds.
    const arrivalTimes = records
      .flatMap(({ type, target, addedNodes }) => (type === 'characterData' ? [target] : Array.from(addedNodes)))
      .map((node) => node.textContent)
      .join(' ');
    for (const text of awaitedTexts) {
      if (!arrivalTimes.includes(text)) continue;
      awaitedTexts.delete(text);
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => console.debug(`painted ${text} ${performance.timeOrigin + performance.now()}`);
        port2.postMessage(null);
      });
    }
  });
  document.addEventListener('DOMContentLoaded', () =>
    changes.observe(document.body, { subtree: true, childList: true, characterData: true }),
  );
};

const timeIn = (page: Page, text: string): Promise<number> =>
  page
    .waitForEvent('console', { predicate: (message) => message.text().startsWith(`painted ${text} `), timeout: 10_000 })
    .then((message) => Number(message.text().split(' ').at(-1)));

/**
 * Has a browser step back behind the others: whoever sends has a machine of their own, and what their page draws once
 * it has sent is not the reader's time. On two processors it would be. Until then nobody else has anything to do.
 */
export const stepBack = async (page: Page): Promise<void> => {
  const session = await page.context().browser()?.newBrowserCDPSession();
  const { processInfo } = (await session?.send('SystemInfo.getProcessInfo')) ?? { processInfo: [] };
  if (processInfo.length === 0) throw new Error('The browser lists no processes');
  for (const { id } of processInfo) setPriority(id, constants.priority.PRIORITY_LOW);
};

/** Opens a page in a browser of its own, so that none of two is in the background. */
export const openTimedPage = async (openPage: (page: Page) => Promise<void>): Promise<TimedPage> => {
  const browser: Browser = await chromium.launch({ executablePath: CHROMIUM.path, args: CHROMIUM.flags });
  const page = await browser.newPage({
    locale: 'de-DE',
    timezoneId: 'Europe/Berlin',
    viewport: { width: 360, height: 740 },
  });
  await page.addInitScript(watchPaints);
  await openPage(page);
  return {
    page,
    async waitForPaint(text) {
      const time = timeIn(page, text);
      await page.evaluate((detail) => document.dispatchEvent(new CustomEvent('await-text', { detail })), text);
      return time;
    },
    close: () => browser.close(),
  };
};
