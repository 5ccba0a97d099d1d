import type { CDPSession, Page } from '@playwright/test';
import { chromium } from '@playwright/test';
import * as z from 'zod/mini';
import type { Person } from '../../world/sign-in';
import { signIn } from '../../world/sign-in';
import type { World } from '../../world/start-world';
import { CHROMIUM_LAUNCH } from '../../world/chromium-launch';

/** Counts of animation frames while a list was scrolled, and of the gaps that these frames showed. */
const FrameStats = z.object({
  frames: z.number(),
  /** Number of frames in which a part of the visible list showed neither a row nor a placeholder for one. */
  blank: z.number(),
  /** Height of the largest part without a row or placeholder, in pixels. */
  largest: z.number(),
});
type FrameStats = z.infer<typeof FrameStats>;

/** Scroll position of a list. */
const ScrollPosition = z.object({
  /** Pixels of the list above its visible part. */ top: z.number(),
  isAtStart: z.boolean(),
  isAtEnd: z.boolean(),
});

/** A page on which a long list is opened and scrolled. */
export interface ListPage {
  /** Opens a dialog by the hash of its URL. Returns the milliseconds until the dialog's list is painted. */
  open(hash: string): Promise<number>;
  close(): Promise<void>;
  /** Turns the mouse wheel until the first or the last row is visible. */
  scrollTo(listEdge: 'start' | 'end'): Promise<void>;
  /** Starts to observe, in each animation frame, whether the list shows an empty part. */
  watchFrames(): Promise<void>;
  /** Returns the observations since `watchFrames` and stops observing. */
  readFrames(): Promise<FrameStats>;
  /** Returns the bytes of the page's heap after a garbage collection. */
  heapBytes(): Promise<number>;
  /** Reloads the page and waits until its live socket is open again. */
  reloadPage(): Promise<void>;
  end(): Promise<void>;
}

// This function runs in the page. (The code contains only methods, because the compiler would wrap a named function in
// a helper that the page doesn't have.)
const watchLists = (): void => {
  const frameStats = { frames: 0, blank: 0, largest: 0, isOn: false };
  const listQueries = {
    row() {
      return [...document.querySelectorAll('[role=dialog] li[data-key]')].at(-1) ?? null;
    },
    scroller() {
      for (
        let ancestor = listQueries.row()?.parentElement ?? null;
        ancestor !== null;
        ancestor = ancestor.parentElement
      )
        if (['auto', 'scroll'].includes(getComputedStyle(ancestor).overflowY)) return ancestor;
      return null;
    },
    /** Returns how many pixels of the list's visible height show nothing; null when there is no list. */
    findGap() {
      const [listElement, scroller] = [listQueries.row()?.parentElement, listQueries.scroller()];
      if (listElement === null || listElement === undefined || scroller === null) return null;
      const [listBox, scrollerBox] = [listElement.getBoundingClientRect(), scroller.getBoundingClientRect()];
      let [coveredUntil, largestGap] = [Math.max(listBox.top, scrollerBox.top), 0];
      const visibleEnd = Math.min(listBox.bottom, scrollerBox.bottom);
      const rowBoxes = [...listElement.children]
        .map((row) => row.getBoundingClientRect())
        .sort((firstRow, secondRow) => firstRow.top - secondRow.top);
      for (const { top, bottom } of rowBoxes) {
        if (top > coveredUntil) largestGap += Math.max(0, Math.min(top, visibleEnd) - coveredUntil);
        coveredUntil = Math.max(coveredUntil, bottom);
      }
      return largestGap + Math.max(0, visibleEnd - coveredUntil);
    },
    /** Calls `callback` after the next frame is drawn. */
    afterFrame(callback: () => void) {
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => callback();
        port2.postMessage(null);
      });
    },
    open(hash: string) {
      const frameStartMs = performance.now();
      location.hash = hash;
      return new Promise((resolve, reject) => {
        const paintWatch = {
          sampleFrame() {
            listQueries.afterFrame(() => {
              const gapPx = listQueries.findGap();
              if (gapPx !== null && gapPx <= 1) resolve(performance.now() - frameStartMs);
              else if (performance.now() - frameStartMs > 30_000)
                reject(new Error(`The screen ${hash} was not painted`));
              else paintWatch.sampleFrame();
            });
          },
        };
        paintWatch.sampleFrame();
      });
    },
    watchFrames() {
      Object.assign(frameStats, { frames: 0, blank: 0, largest: 0, isOn: true });
      const frameWatch = {
        sampleFrame() {
          listQueries.afterFrame(() => {
            if (!frameStats.isOn) return;
            const gapPx = listQueries.findGap() ?? Infinity;
            frameStats.frames += 1;
            // A gap of at most one pixel comes from rounded heights.
            if (gapPx > 1) frameStats.blank += 1;
            frameStats.largest = Math.max(frameStats.largest, gapPx);
            frameWatch.sampleFrame();
          });
        },
      };
      frameWatch.sampleFrame();
    },
    readFrames() {
      frameStats.isOn = false;
      return frameStats;
    },
    readPosition() {
      const scroller = listQueries.scroller();
      if (scroller === null) return null;
      const { scrollTop, scrollHeight, clientHeight } = scroller;
      // This button is present only while older messages exist.
      const hasOlderMessages = [...scroller.querySelectorAll('button')].some(
        ({ textContent }) => textContent === 'Ältere anzeigen',
      );
      return {
        top: scrollTop,
        isAtStart: scrollTop <= 1 && !hasOlderMessages,
        isAtEnd: scrollHeight - clientHeight - scrollTop <= 2,
      };
    },
  };
  Object.defineProperty(globalThis, 'longLists', { value: listQueries });
};

/**
 * Pixels that one turn of the mouse wheel scrolls: more than the visible part of a list, like a wheel that spins
 * freely.
 */
const WHEEL_PIXELS_PER_TURN = 800;
/** Maximum number of turns without movement, because more rows of the list are still loading. */
const MAX_STILL_TURNS = 300;

const PHONE_VIEWPORT = { width: 360, height: 740 };

const heapBytesOf = async (session: CDPSession): Promise<number> => {
  // An object that only a collected object referenced is collected in the next pass, so there are three passes.
  for (let collectionRun = 0; collectionRun < 3; collectionRun += 1) await session.send('HeapProfiler.collectGarbage');
  return (await session.send('Runtime.getHeapUsage')).usedSize;
};

/** Opens the product as this person in a separate browser with the viewport of a phone. */
export const openListPage = async ({ url }: World, signedInPerson: Person): Promise<ListPage> => {
  const browser = await chromium.launch({ executablePath: CHROMIUM_LAUNCH.path, args: CHROMIUM_LAUNCH.flags });
  const browserContext = await browser.newContext({
    baseURL: url,
    locale: 'de-DE',
    timezoneId: 'Europe/Berlin',
    viewport: PHONE_VIEWPORT,
  });
  await browserContext.addInitScript(
    "if (location.protocol !== 'about:') localStorage.setItem('mahlzeit.downloadOffered', '1')",
  );
  await browserContext.addInitScript(watchLists);
  await signIn(browserContext, signedInPerson);
  const page: Page = await browserContext.newPage();
  const session = await browserContext.newCDPSession(page);
  const liveSocket = page.waitForEvent('websocket');
  await page.goto('/restaurants');
  await liveSocket;
  const readPosition = async () => z.parse(ScrollPosition, await page.evaluate('longLists.readPosition()'));

  return {
    open: async (hash) => z.parse(z.number(), await page.evaluate(`longLists.open(${JSON.stringify(hash)})`)),
    async close() {
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    },
    async scrollTo(edge) {
      await page.mouse.move(PHONE_VIEWPORT.width / 2, PHONE_VIEWPORT.height / 2);
      let [previousScrollTop, stillTurns] = [NaN, 0];
      for (;;) {
        const { top, isAtStart, isAtEnd } = await readPosition();
        if (edge === 'start' ? isAtStart : isAtEnd) return;
        stillTurns = top === previousScrollTop ? stillTurns + 1 : 0;
        previousScrollTop = top;
        if (stillTurns > MAX_STILL_TURNS) throw new Error(`The list does not scroll to its ${edge}`);
        await page.mouse.wheel(0, edge === 'start' ? -WHEEL_PIXELS_PER_TURN : WHEEL_PIXELS_PER_TURN);
      }
    },
    watchFrames: async () => void (await page.evaluate('longLists.watchFrames()')),
    readFrames: async () => z.parse(FrameStats, await page.evaluate('longLists.readFrames()')),
    heapBytes: () => heapBytesOf(session),
    async reloadPage() {
      const reopenedSocket = page.waitForEvent('websocket');
      await page.reload();
      await reopenedSocket;
    },
    end: () => browser.close(),
  };
};
