import type { BrowserInfo } from '@mahlzeit/contract';

/** Pauses before a call is repeated under the same key. */
export const REPEAT_PAUSES_MS: readonly number[] = [1_000, 2_000, 4_000];

/** Pauses between questions how something stands with its provider while the diner waits. */
export const POLL_PAUSES_MS: readonly number[] = [500, 1_000, 2_000, 3_000, 5_000, 8_000];

/** How long the bank's page, or PayPal's, is given to arrive where it leads back to (S2§9). */
export const RETURN_DELAY_MS = 500;

/** What a bank wants to know of this browser. */
export const thisBrowser = (now: number): BrowserInfo => ({
  JavaEnabled: false,
  Language: navigator.language,
  ColorDepth: screen.colorDepth,
  ScreenHeight: screen.height,
  ScreenWidth: screen.width,
  TimeZoneOffset: new Date(now).getTimezoneOffset(),
  UserAgent: navigator.userAgent.slice(0, 1000),
  JavascriptEnabled: true,
});
