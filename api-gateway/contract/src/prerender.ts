import * as z from '@mahlzeit/contract/zod';
import type { Discount } from './discount';
import type { Coordinate } from './values';
import type { Restaurant } from './restaurant';
import type { Teaser } from './teaser';

/** Centre of the restaurant list, with the source and the name of that place in the browser. */
export interface StartPlace {
  readonly coordinate: Coordinate;
  /** `user`: position of the user; `last`: place that the user chose last; `fallback`: default place. */
  readonly kind: 'user' | 'last' | 'fallback';
  /** Name under which the list last showed the place; null without a name. */
  readonly name: string | null;
}

/** Data from which the main screen is prerendered. The data equal the response to the list's first request. */
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
  /** Static HTML of the main region. The release that creates it has a verified hash. */
  html: z.string(),
  /** CSS rules of the classes in the markup. */
  css: z.string(),
});
export type PrerenderResult = z.infer<typeof PrerenderResult>;

/**
 * Name of the cookie with the last centre of the list in this browser: `53.55,9.99,Altona`; `@` instead of the name
 * stands for the user's own position. Without the cookie, the list begins at the fallback place.
 */
export const START_PLACE_COOKIE = 'mahlzeit_start';

/**
 * Name of the cookie that is set while this visit shows another view than the initial list, so that no prerendered view
 * fits.
 */
export const OTHER_VIEW_COOKIE = 'mahlzeit_narrowed';

/** Prefix of both names on pages with HTTPS, by which browsers refuse such a cookie from a page without HTTPS. */
export const SECURE_COOKIE_PREFIX = '__Secure-';
