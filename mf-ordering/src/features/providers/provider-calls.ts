import type { BrowserInfo } from '@mahlzeit/contract';

/** Pauses before a call is repeated under the same key. */
export const REPEAT_PAUSES_MS: readonly number[] = [1_000, 2_000, 4_000];

/** Pauses between questions to the provider while the diner waits. */
export const POLL_PAUSES_MS: readonly number[] = [500, 1_000, 2_000, 3_000, 5_000, 8_000];

/** Time for the bank's page, or PayPal's, to load the page that it returns to (S2§9). */
export const RETURN_DELAY_MS = 500;

/** Returns the facts of this browser that a bank asks for. */
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
