import * as z from '@mahlzeit/contract/zod';
import type { Discount } from './discount';
import type { Coordinate } from './values';
import type { Restaurant } from './restaurant';
import type { Teaser } from './teaser';

/** Centre of the list, and the browser's knowledge of that place. */
export interface StartPlace {
  readonly coordinate: Coordinate;
  /** `user`: position of the reader; `last`: place that they chose last; `fallback`: default place. */
  readonly kind: 'user' | 'last' | 'fallback';
  /** Last name of the place in the list; null without a name. */
  readonly name: string | null;
}

/** Data from which the main screen is prerendered, equal to the answer of the list's first request. */
export interface PrerenderRequest {
  /** Epoch milliseconds of the domain clock. */
  readonly now: number;
  /** First page around the place, in the list's order. */
  readonly restaurants: readonly Restaurant[];
  /** Public discounts that are available today. */
  readonly discounts: readonly Discount[];
  /** Teaser for this day and place; null without one. */
  readonly teaser: Teaser | null;
  readonly start: StartPlace;
}

/** Prerendered markup of the main region with its styles. Contains no scripts. */
export const PrerenderResult = z.object({
  /** Static markup from a release with a verified hash. */
  html: z.string(),
  /** Style rules of the markup's classes. */
  css: z.string(),
});
export type PrerenderResult = z.infer<typeof PrerenderResult>;

/**
 * Name of the cookie with the last centre of the list in this browser: `53.55,9.99,Altona`; `@` instead of the name
 * stands for the reader's own position. Absent: the fallback place.
 */
export const START_COOKIE = 'mahlzeit_start';

/**
 * Name of the cookie that is set while this visit shows another view than the initial list, so that no prerendered view
 * fits.
 */
export const NARROWED_COOKIE = 'mahlzeit_narrowed';
