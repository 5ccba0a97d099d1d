import type { BrowserContext, Page } from '@playwright/test';

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
