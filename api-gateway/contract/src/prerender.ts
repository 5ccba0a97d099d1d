import * as z from '@mahlzeit/contract/zod';
import type { Discount } from './discount';
import type { Coordinate } from './values';
import type { Restaurant } from './restaurant';
import type { Teaser } from './teaser';

/** Centre of the restaurant list: its coordinate, and the source and the name of that place in the browser. */
export interface StartPlace {
  readonly coordinate: Coordinate;
  /** `user`: position of the user; `last`: place that the user chose last; `fallback`: default place. */
  readonly kind: 'user' | 'last' | 'fallback';
  /** Name under which the list last showed the place; null without a name. */
  readonly name: string | null;
}

/** Data from which the gateway prerenders the main screen. They equal the response to the list's first request. */
export interface PrerenderRequest {
  /** Current time of the gateway's clock, which tests can move, in epoch milliseconds. */
  readonly now: number;
  /** Restaurants of the first page around the place, in the list's order. */
  readonly restaurants: readonly Restaurant[];
  /** Public discounts that are available today. */
  readonly discounts: readonly Discount[];
  /** Teaser for this day and place; null without one. */
  readonly teaser: Teaser | null;
  readonly start: StartPlace;
}

/** Prerendered markup of the main region with its styles. Contains no scripts. */
export const PrerenderResult = z.object({
  /** Static HTML of the main region. It contains no scripts, and the release that creates it has a verified hash. */
  html: z.string(),
  /** CSS rules of the classes in the markup. */
  css: z.string(),
});
export type PrerenderResult = z.infer<typeof PrerenderResult>;

/**
 * Name of the cookie that stores the last centre of the restaurant list in this browser: `53.55,9.99,Altona`; `@`
 * instead of the name stands for the user's own position. Without the cookie, the list begins at the fallback place.
 */
export const START_PLACE_COOKIE = 'mahlzeit_start';

/**
 * Name of the cookie that is set while the user sees another view than the initial restaurant list, for example a
 * search. The gateway then sends no prerendered list.
 */
export const OTHER_VIEW_COOKIE = 'mahlzeit_narrowed';

/** Prefix of a cookie's name on pages with HTTPS. Browsers refuse a cookie of such a name from a page without HTTPS. */
export const SECURE_COOKIE_PREFIX = '__Secure-';
