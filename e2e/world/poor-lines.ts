import type { Browser, BrowserContext, Page } from '@playwright/test';

/** Longest time that a page needs for its first screen on a slow line, in milliseconds. */
export const SLOW_LINE_TIMEOUT_MS = 90_000;

/** Slows the network of a page down to 400 kbit/s in both directions, with a latency of 400 ms. */
export const slowLine = async (page: Page): Promise<void> => {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 400,
    downloadThroughput: 50_000,
    uploadThroughput: 50_000,
  });
};

/** Closes each WebSocket of the context's pages at once, as some proxies of companies do. */
export const refuseWebSockets = (context: BrowserContext): Promise<void> =>
  context.routeWebSocket(/\/live$/, (liveSocket) => void liveSocket.close());

/**
 * Holds streamed responses back, like a proxy that waits for the end of each response and therefore never forwards a
 * stream.
 */
export const holdStreamsBack = async (context: BrowserContext): Promise<void> => {
  await context.route('**/api/live/stream', () => undefined);
};

/**
 * Ways in which live data passes through a network: by WebSockets; by streamed responses where sockets are blocked; by
 * polling where streams are held back, too.
 */
export type LiveLine = 'sockets' | 'streams' | 'polls';

/** From this call on, all contexts that this browser opens have a network of this kind. */
export const putBrowserBehindLine = (browser: Browser, liveLine: LiveLine): void => {
  if (liveLine === 'sockets') return;
  const openContext = browser.newContext.bind(browser);
  browser.newContext = async (options) => {
    const context = await openContext(options);
    await refuseWebSockets(context);
    if (liveLine === 'polls') await holdStreamsBack(context);
    // From now on, `routeWebSocket` does nothing: a simulated device would use it to forward its sockets, and its later
    // route would come before the one above.
    context.routeWebSocket = async () => undefined;
    return context;
  };
};
