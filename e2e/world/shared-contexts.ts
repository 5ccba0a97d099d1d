import type { Browser, BrowserContext, BrowserContextOptions, Disposable, Page } from '@playwright/test';

/** Undo step for a test's change of its browser context. */
type Undoing = Pick<Disposable, 'dispose'>;

/**
 * Browser contexts that the tests of one worker use in turn. A new context costs the browser as much as two pages, and
 * its script cache is empty.
 */
export interface SharedContexts {
  /**
   * Returns the context for these options in a fresh state. It must be given back before the next `take`. With a
   * visitor's name: returns that visitor's own context, with the page that the last test left open.
   */
  take(options: BrowserContextOptions, visitor?: string | null): Promise<BrowserContext>;
  /** Undoes the test's changes of the context and closes its pages. `keepsPage` leaves the first page open. */
  giveBack(context: BrowserContext, options?: { readonly keepsPage: boolean }): Promise<void>;
  close(): Promise<void>;
}

/** Returns the open page of a shared context; null if no test has left one. */
export const openPageOf = (context: BrowserContext): Page | null => context.pages()[1] ?? null;

interface Shared {
  readonly context: BrowserContext;
  /** Origins of all pages that were opened, because each may have stored something. */
  readonly origins: Set<string>;
  /** Clears cookies and storage; the script cache stays. */
  forget(): Promise<void>;
}

const undoings = new WeakMap<BrowserContext, Undoing[]>();

/** Registers an undo step, which runs when the test gives the context back. */
export const undoAfterwards = (context: BrowserContext, undoing: Undoing): void => {
  undoings.set(context, [...(undoings.get(context) ?? []), undoing]);
};

/** Hides the visitor's position: without the permission the browser would have to ask. */
export const concealPosition = async (context: BrowserContext): Promise<void> => {
  await context.clearPermissions();
  undoAfterwards(context, { dispose: () => context.grantPermissions(['geolocation']) });
};

const STORAGE = 'local_storage,indexeddb,cache_storage,service_workers,websql,file_systems';

const openShared = async (browser: Browser, options: BrowserContextOptions): Promise<Shared> => {
  const context = await browser.newContext(options);
  // This page keeps the window open and the process of the site alive, because a new process starts slowly. The page
  // stays empty, because a page of the product would send requests.
  const keeper = await context.newPage();
  await keeper.route('**', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<!doctype html><link rel="icon" href="data:,">' }),
  );
  if (options.baseURL !== undefined) await keeper.goto('/');
  const session = await context.newCDPSession(keeper);
  const origins = new Set<string>();
  return {
    context,
    origins,
    async forget() {
      await context.clearCookies();
      for (const origin of origins) await session.send('Storage.clearDataForOrigin', { origin, storageTypes: STORAGE });
      origins.clear();
    },
  };
};

/**
 * Events to which tests listen; their listeners are removed after each test. Listeners of Playwright to other events
 * stay.
 */
const TEST_EVENTS = ['console', 'weberror', 'request', 'page'] as const;

/** Creates shared contexts for one browser: one for each set of options and each visitor. */
export const createSharedContexts = (browser: Browser): SharedContexts => {
  const all = new Map<string, Shared>();
  return {
    async take(options, visitor = null) {
      const { geolocation, ...fixed } = options;
      const key = JSON.stringify({ ...fixed, visitor });
      const shared = all.get(key) ?? (await openShared(browser, options));
      all.set(key, shared);
      const { context, origins } = shared;
      // Storage is cleared here instead of in `giveBack`, because all responses to a closed page have arrived by now.
      if (openPageOf(context) === null) await shared.forget();
      await context.setGeolocation(geolocation ?? null);
      context.on('request', (request) => request.isNavigationRequest() && origins.add(new URL(request.url()).origin));
      return context;
    },
    async giveBack(context, { keepsPage } = { keepsPage: false }) {
      const kept = keepsPage ? openPageOf(context) : null;
      for (const page of context.pages().slice(1)) if (page !== kept) await page.close();
      kept?.removeAllListeners();
      for (const event of TEST_EVENTS) context.removeAllListeners(event);
      await context.unrouteAll();
      for (const undoing of undoings.get(context) ?? []) await undoing.dispose();
      undoings.delete(context);
    },
    async close() {
      for (const { context } of all.values()) await context.close();
    },
  };
};
