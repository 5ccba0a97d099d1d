import type { CDPSession, Page } from '@playwright/test';
import { chromium } from '@playwright/test';
import * as z from 'zod/mini';
import type { Person } from '../../world/sign-in';
import { signIn } from '../../world/sign-in';
import type { World } from '../../world/start-world';
import { CHROMIUM } from '../web/cold-visit';

/** Observations of a list while it was scrolled. */
const Watched = z.object({
  frames: z.number(),
  /** Frames in which some of the list's part of the screen showed neither a row nor the place of one. */
  blank: z.number(),
  /** The largest of these holes, in pixels. */
  largest: z.number(),
});
type Watched = z.infer<typeof Watched>;

/** Scroll position of a list. */
const Place = z.object({
  /** Pixels above what is seen. */ top: z.number(),
  isAtStart: z.boolean(),
  isAtEnd: z.boolean(),
});

/** A page on which a long list is opened and scrolled. */
export interface ListPage {
  /** Opens a dialog by its hash and answers the milliseconds until its list is painted. */
  open(hash: string): Promise<number>;
  close(): Promise<void>;
  /** Turns the wheel until the first or the last row is there. */
  scrollTo(edge: 'start' | 'end'): Promise<void>;
  /** Looks at each frame from now on. */
  watch(): Promise<void>;
  /** Returns the observations since the start. */
  watched(): Promise<Watched>;
  /** Bytes of the page's heap once all garbage is collected. */
  heap(): Promise<number>;
  /** Loads the page anew. */
  reload(): Promise<void>;
  end(): Promise<void>;
}

// Runs in the page. (Methods alone: functions in here have no names, which a page would miss the helper of.)
const watchLists = (): void => {
  const observed = { frames: 0, blank: 0, largest: 0, isOn: false };
  const lists = {
    row() {
      return [...document.querySelectorAll('[role=dialog] li[data-key]')].at(-1) ?? null;
    },
    scroller() {
      for (let up = lists.row()?.parentElement ?? null; up !== null; up = up.parentElement)
        if (['auto', 'scroll'].includes(getComputedStyle(up).overflowY)) return up;
      return null;
    },
    /** Pixels of the list's part of the screen that nothing is drawn on; null where there is no list. */
    hole() {
      const [list, scroller] = [lists.row()?.parentElement, lists.scroller()];
      if (list === null || list === undefined || scroller === null) return null;
      const [whole, view] = [list.getBoundingClientRect(), scroller.getBoundingClientRect()];
      let [at, hole] = [Math.max(whole.top, view.top), 0];
      const end = Math.min(whole.bottom, view.bottom);
      const rows = [...list.children]
        .map((row) => row.getBoundingClientRect())
        .sort((one, other) => one.top - other.top);
      for (const { top, bottom } of rows) {
        if (top > at) hole += Math.max(0, Math.min(top, end) - at);
        at = Math.max(at, bottom);
      }
      return hole + Math.max(0, end - at);
    },
    /** Calls back behind the frame that is drawn next. */
    afterFrame(then: () => void) {
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => then();
        port2.postMessage(null);
      });
    },
    open(hash: string) {
      const begin = performance.now();
      location.hash = hash;
      return new Promise((resolve, reject) => {
        const waiting = {
          look() {
            lists.afterFrame(() => {
              const hole = lists.hole();
              if (hole !== null && hole <= 1) resolve(performance.now() - begin);
              else if (performance.now() - begin > 30_000) reject(new Error(`The screen ${hash} was not painted`));
              else waiting.look();
            });
          },
        };
        waiting.look();
      });
    },
    watch() {
      Object.assign(observed, { frames: 0, blank: 0, largest: 0, isOn: true });
      const watching = {
        look() {
          lists.afterFrame(() => {
            if (!observed.isOn) return;
            const hole = lists.hole() ?? Infinity;
            observed.frames += 1;
            // Less than a pixel is the rounding of heights.
            if (hole > 1) observed.blank += 1;
            observed.largest = Math.max(observed.largest, hole);
            watching.look();
          });
        },
      };
      watching.look();
    },
    watched() {
      observed.isOn = false;
      return observed;
    },
    place() {
      const scroller = lists.scroller();
      if (scroller === null) return null;
      const { scrollTop, scrollHeight, clientHeight } = scroller;
      // Where this button stands there are older ones.
      const goesOn = [...scroller.querySelectorAll('button')].some(
        ({ textContent }) => textContent === 'Ältere anzeigen',
      );
      return {
        top: scrollTop,
        isAtStart: scrollTop <= 1 && !goesOn,
        isAtEnd: scrollHeight - clientHeight - scrollTop <= 2,
      };
    },
  };
  Object.defineProperty(globalThis, 'longLists', { value: lists });
};

/** Pixels that one turn of the wheel moves, more than the screen of a list: a wheel that runs free. */
const TURN = 800;
/** So often a list may not move, because more of it is on its way. */
const MAX_TURNS_STILL = 300;

const VIEWPORT = { width: 360, height: 740 };

const heapOf = async (session: CDPSession): Promise<number> => {
  // What is only held by what has just gone goes the second time.
  for (let times = 0; times < 3; times += 1) await session.send('HeapProfiler.collectGarbage');
  return (await session.send('Runtime.getHeapUsage')).usedSize;
};

/** Opens the product as somebody, in a browser of their own, phone-sized. */
export const openListPage = async ({ url }: World, person: Person): Promise<ListPage> => {
  const browser = await chromium.launch({ executablePath: CHROMIUM.path, args: CHROMIUM.flags });
  const context = await browser.newContext({
    baseURL: url,
    locale: 'de-DE',
    timezoneId: 'Europe/Berlin',
    viewport: VIEWPORT,
  });
  await context.addInitScript(
    "if (location.protocol !== 'about:') localStorage.setItem('mahlzeit.downloadOffered', '1')",
  );
  await context.addInitScript(watchLists);
  await signIn(context, person);
  const page: Page = await context.newPage();
  const session = await context.newCDPSession(page);
  const isLive = page.waitForEvent('websocket');
  await page.goto('/restaurants');
  await isLive;
  const place = async () => z.parse(Place, await page.evaluate('longLists.place()'));

  return {
    open: async (hash) => z.parse(z.number(), await page.evaluate(`longLists.open(${JSON.stringify(hash)})`)),
    async close() {
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    },
    async scrollTo(edge) {
      await page.mouse.move(VIEWPORT.width / 2, VIEWPORT.height / 2);
      let [before, still] = [NaN, 0];
      for (;;) {
        const { top, isAtStart, isAtEnd } = await place();
        if (edge === 'start' ? isAtStart : isAtEnd) return;
        still = top === before ? still + 1 : 0;
        before = top;
        if (still > MAX_TURNS_STILL) throw new Error(`The list does not scroll to its ${edge}`);
        await page.mouse.wheel(0, edge === 'start' ? -TURN : TURN);
      }
    },
    watch: async () => void (await page.evaluate('longLists.watch()')),
    watched: async () => z.parse(Watched, await page.evaluate('longLists.watched()')),
    heap: () => heapOf(session),
    async reload() {
      const isBack = page.waitForEvent('websocket');
      await page.reload();
      await isBack;
    },
    end: () => browser.close(),
  };
};
