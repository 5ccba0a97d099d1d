import { existsSync, writeFileSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import type { Browser, Page } from '@playwright/test';
import { chromium } from '@playwright/test';
import { CHROMIUM_LAUNCH } from '../../world/chromium-launch';

/** A page that reports when it has painted a text. */
export interface TimedPage {
  readonly page: Page;
  /**
   * Resolves with the time at which the text was on the screen, in epoch milliseconds. Must be called before the text
   * is sent.
   */
  waitForPaint(text: string): Promise<number>;
  close(): Promise<void>;
}

// This function runs in the page. A text counts as painted in the task after the browser has drawn a frame with the
// text. (The code names no functions, because the compiler would wrap a named function in a helper that the page
// doesn't have.)
const watchPaints = (): void => {
  const awaitedTexts = new Set<string>();
  document.addEventListener('await-text', (awaitEvent) => {
    if (awaitEvent instanceof CustomEvent) awaitedTexts.add(String(awaitEvent.detail));
  });
  const textObserver = new MutationObserver((mutationRecords) => {
    // Only the added text is searched, because searching all the text of the page would slow down the measured page.
    const addedText = mutationRecords
      .flatMap(({ type, target, addedNodes }) => (type === 'characterData' ? [target] : Array.from(addedNodes)))
      .map((addedNode) => addedNode.textContent)
      .join(' ');
    for (const text of awaitedTexts) {
      if (!addedText.includes(text)) continue;
      awaitedTexts.delete(text);
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => console.debug(`painted ${text} ${performance.timeOrigin + performance.now()}`);
        port2.postMessage(null);
      });
    }
  });
  document.addEventListener('DOMContentLoaded', () =>
    textObserver.observe(document.body, { subtree: true, childList: true, characterData: true }),
  );
};

const paintTimeIn = (page: Page, text: string): Promise<number> =>
  page
    .waitForEvent('console', {
      predicate: (consoleMessage) => consoleMessage.text().startsWith(`painted ${text} `),
      timeout: 10_000,
    })
    .then((message) => Number(message.text().split(' ').at(-1)));

/**
 * Gives a sending browser a low priority. A real sender has a separate machine, so the work of the sender's page after
 * sending must not delay the reader's page, as it would on two processors. Before the text is sent, the reader's page
 * has nothing to do.
 */
export const lowerPriority = async (page: Page): Promise<void> => {
  const session = await page.context().browser()?.newBrowserCDPSession();
  const { processInfo } = (await session?.send('SystemInfo.getProcessInfo')) ?? { processInfo: [] };
  if (processInfo.length === 0) throw new Error('The browser lists no processes');
  for (const { id } of processInfo) setPriority(id, constants.priority.PRIORITY_LOW);
  // The browser runs in an operating system session of its own, to which all processes belong that it starts later.
  // Linux may share the processors among sessions first; the priorities of processes then count within their session
  // alone.
  const browserId = processInfo.find(({ type }) => type === 'browser')?.id;
  const sessionPriorityFile = `/proc/${browserId}/autogroup`;
  if (existsSync(sessionPriorityFile)) writeFileSync(sessionPriorityFile, String(constants.priority.PRIORITY_LOW));
};

/** Opens a page in a separate browser, because only one page of a browser can be in the foreground. */
export const openTimedPage = async (openPage: (page: Page) => Promise<void>): Promise<TimedPage> => {
  const browser: Browser = await chromium.launch({ executablePath: CHROMIUM_LAUNCH.path, args: CHROMIUM_LAUNCH.flags });
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
      const paintTime = paintTimeIn(page, text);
      await page.evaluate(
        (awaitedText) => document.dispatchEvent(new CustomEvent('await-text', { detail: awaitedText })),
        text,
      );
      return paintTime;
    },
    close: () => browser.close(),
  };
};
