import type { BrowserInfo } from '@mahlzeit/contract';

/** Pauses in ms before each repetition of a request, which keeps its idempotency key. */
export const REQUEST_REPEAT_PAUSES_MS: readonly number[] = [1_000, 2_000, 4_000];

/** Pauses in ms between requests to the payment provider for a payment's status, while the diner waits. */
export const POLL_PAUSES_MS: readonly number[] = [500, 1_000, 2_000, 3_000, 5_000, 8_000];

/** Pause in ms that gives the bank's or PayPal's page time to load the page to which it redirects (S2§9). */
export const BANK_RETURN_DELAY_MS = 500;

/** Returns the data about this browser that a bank requires for an approval. */
export const currentBrowserInfo = (now: number): BrowserInfo => ({
  JavaEnabled: false,
  Language: navigator.language,
  ColorDepth: screen.colorDepth,
  ScreenHeight: screen.height,
  ScreenWidth: screen.width,
  TimeZoneOffset: new Date(now).getTimezoneOffset(),
  UserAgent: navigator.userAgent.slice(0, 1000),
  JavascriptEnabled: true,
});
