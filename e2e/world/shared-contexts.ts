import type { Browser, BrowserContext, BrowserContextOptions, Disposable, Page } from '@playwright/test';

/** Step that undoes a test's change of its browser context. */
type UndoStep = Pick<Disposable, 'dispose'>;

/**
 * Browser contexts that the tests of one worker use one after another. A new context would cost as much time as two
 * pages, and its script cache would be empty.
 */
export interface SharedContexts {
  /**
   * Returns a cleared context with these options. The test must call `returnContext` before the next `takeContext`.
   * With a visitor's name, returns that visitor's own context, with the page that the last test left open.
   */
  takeContext(contextOptions: BrowserContextOptions, visitor?: string | null): Promise<BrowserContext>;
  /** Undoes the test's changes of the context and closes its pages. `keepsPage` leaves the first page open. */
  returnContext(context: BrowserContext, options?: { readonly keepsPage: boolean }): Promise<void>;
  close(): Promise<void>;
}

/** Returns the open page of a shared context; null if no test has left one. */
export const findOpenPage = (context: BrowserContext): Page | null => context.pages()[1] ?? null;

interface SharedContext {
  readonly context: BrowserContext;
  /**
   * Origins of all pages that were opened in the context. Their storage must be cleared, because each page may have
   * stored something.
   */
  readonly origins: Set<string>;
  /** Clears cookies and storage; the script cache stays. */
  clearStorage(): Promise<void>;
}

const undoStepsByContext = new WeakMap<BrowserContext, UndoStep[]>();

/** Registers an undo step, which runs when the test gives the context back. */
export const registerUndo = (context: BrowserContext, undoStep: UndoStep): void => {
  undoStepsByContext.set(context, [...(undoStepsByContext.get(context) ?? []), undoStep]);
};

/** Denies the page the visitor's position. Without this step the browser would ask for the permission. */
export const denyGeolocation = async (context: BrowserContext): Promise<void> => {
  await context.clearPermissions();
  registerUndo(context, { dispose: () => context.grantPermissions(['geolocation']) });
};

/**
 * Stops the requests of a page, once it has handled all that it has received. The browser closes a busy page before its
 * scripts have ended, because all pages of a site share one process. A session that began in that moment would leave a
 * hint in localStorage without a cookie, so the page of the next test would request a session that doesn't exist (401).
 */
const stopRequests = async (page: Page): Promise<void> => {
  // A page that has crashed or is just being left has no scripts to stop, so the error is ignored.
  await page.evaluate('window.stop()').catch(() => undefined);
};

const STORAGE_TYPES = 'local_storage,indexeddb,cache_storage,service_workers,websql,file_systems';

const openSharedContext = async (
  sharedBrowser: Browser,
  contextOptions: BrowserContextOptions,
): Promise<SharedContext> => {
  const context = await sharedBrowser.newContext(contextOptions);
  // This page keeps the window open and the browser's process alive, because a new process starts slowly. The page
  // stays blank, because a page of the product would send requests.
  const keeperPage = await context.newPage();
  await keeperPage.route('**', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<!doctype html><link rel="icon" href="data:,">' }),
  );
  if (contextOptions.baseURL !== undefined) await keeperPage.goto('/');
  const session = await context.newCDPSession(keeperPage);
  const origins = new Set<string>();
  return {
    context,
    origins,
    async clearStorage() {
      await context.clearCookies();
      for (const visitedOrigin of origins)
        await session.send('Storage.clearDataForOrigin', { origin: visitedOrigin, storageTypes: STORAGE_TYPES });
      origins.clear();
    },
  };
};

/**
 * Events to which tests listen; their listeners are removed after each test. Listeners of Playwright itself to other
 * events stay.
 */
const TEST_EVENTS = ['console', 'weberror', 'request', 'page'] as const;

/** Creates shared browser contexts for one browser: one context for each set of options and each visitor. */
export const createSharedContexts = (sharedBrowser: Browser): SharedContexts => {
  const sharedContextByKey = new Map<string, SharedContext>();
  return {
    async takeContext(contextOptions, visitor = null) {
      const { geolocation, ...fixedOptions } = contextOptions;
      const contextKey = JSON.stringify({ ...fixedOptions, visitor });
      const sharedContext =
        sharedContextByKey.get(contextKey) ?? (await openSharedContext(sharedBrowser, contextOptions));
      sharedContextByKey.set(contextKey, sharedContext);
      const { context, origins } = sharedContext;
      // Storage is cleared here instead of in `returnContext`, because all responses to a closed page have been handled
      // by now.
      if (findOpenPage(context) === null) await sharedContext.clearStorage();
      await context.setGeolocation(geolocation ?? null);
      context.on('request', (request) => request.isNavigationRequest() && origins.add(new URL(request.url()).origin));
      return context;
    },
    async returnContext(context, { keepsPage } = { keepsPage: false }) {
      const keptPage = keepsPage ? findOpenPage(context) : null;
      for (const page of context.pages().slice(1)) {
        if (page === keptPage) continue;
        await stopRequests(page);
        await page.close();
      }
      keptPage?.removeAllListeners();
      for (const testEvent of TEST_EVENTS) context.removeAllListeners(testEvent);
      await context.unrouteAll();
      for (const undoStep of undoStepsByContext.get(context) ?? []) await undoStep.dispose();
      undoStepsByContext.delete(context);
    },
    async close() {
      for (const { context } of sharedContextByKey.values()) await context.close();
    },
  };
};
