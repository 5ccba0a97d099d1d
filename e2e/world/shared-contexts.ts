import type { Browser, BrowserContext, BrowserContextOptions, Disposable, Page } from '@playwright/test';

/** Undoes a test's change of its context. */
type Undoing = Pick<Disposable, 'dispose'>;

/**
 * Browser contexts that the tests of one worker use in turn. A new one costs the browser as much as two pages and
 * starts with an empty script cache.
 */
export interface SharedContexts {
  /**
   * Returns the context for these options in a fresh state. Give it back before taking it again. A visitor's name
   * returns the context of this visitor alone, as the last test left it while its page is open.
   */
  take(options: BrowserContextOptions, visitor?: string | null): Promise<BrowserContext>;
  /** Undoes the test's changes of its context and closes the pages; `keepsPage` leaves the first one open. */
  giveBack(context: BrowserContext, options?: { readonly keepsPage: boolean }): Promise<void>;
  close(): Promise<void>;
}

/** Returns the open page of a shared context; null: no test has left one. */
export const openPageOf = (context: BrowserContext): Page | null => context.pages()[1] ?? null;

interface Shared {
  readonly context: BrowserContext;
  /** Origins of opened pages, which may have stored something. */
  readonly origins: Set<string>;
  /** Clears cookies and storage; the script cache stays. */
  forget(): Promise<void>;
}

const undoings = new WeakMap<BrowserContext, Undoing[]>();

/** Registers an undo of a test's change of its context. */
export const undoAfterwards = (context: BrowserContext, undoing: Undoing): void => {
  undoings.set(context, [...(undoings.get(context) ?? []), undoing]);
};

/** Hides the visitor's position from now on: the browser would have to ask. */
export const concealPosition = async (context: BrowserContext): Promise<void> => {
  await context.clearPermissions();
  undoAfterwards(context, { dispose: () => context.grantPermissions(['geolocation']) });
};

const STORAGE = 'local_storage,indexeddb,cache_storage,service_workers,websql,file_systems';

const openShared = async (browser: Browser, options: BrowserContextOptions): Promise<Shared> => {
  const context = await browser.newContext(options);
  // This page keeps the window open and the site's process alive, whose start is slow. It stays empty because a page of
  // the product would act.
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

/** Events to which tests listen. Playwright itself listens to more. */
const TEST_EVENTS = ['console', 'weberror', 'request', 'page'] as const;

/** Creates the contexts of one browser, one for each set of options. */
export const createSharedContexts = (browser: Browser): SharedContexts => {
  const all = new Map<string, Shared>();
  return {
    async take(options, visitor = null) {
      const { geolocation, ...fixed } = options;
      const key = JSON.stringify({ ...fixed, visitor });
      const shared = all.get(key) ?? (await openShared(browser, options));
      all.set(key, shared);
      const { context, origins } = shared;
      // Cleared here instead of in `giveBack`, because every answer to a closed page has arrived by now.
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
