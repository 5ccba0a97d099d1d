import type { BrowserInfo } from '@mahlzeit/contract';

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
