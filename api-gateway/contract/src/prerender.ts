import * as z from '@mahlzeit/contract/zod';
import type { Discount } from './discount';
import type { Coordinate } from './values';
import type { Restaurant } from './restaurant';
import type { Teaser } from './teaser';

/** Where the list begins, and what the reader's browser knows of that place. */
export interface StartPlace {
  readonly coordinate: Coordinate;
  /**
   * `user`: where the reader was; `last`: a place that they chose; `fallback`: the one that is taken where nothing is
   * known.
   */
  readonly kind: 'user' | 'last' | 'fallback';
  /** What the list called it last; null where it had no name. */
  readonly name: string | null;
}

/** What the main screen is prerendered from: the list as its first request would be answered. */
export interface PrerenderRequest {
  /** Epoch milliseconds of the domain clock. */
  readonly now: number;
  /** The first page around the place, in the list's order. */
  readonly restaurants: readonly Restaurant[];
  /** Everybody's discounts that are available today. */
  readonly discounts: readonly Discount[];
  /** The one for this day and place; null where none fits. */
  readonly teaser: Teaser | null;
  readonly start: StartPlace;
}

/** Prerendered markup of the main region and the styles that it needs; nothing in it runs. */
export const PrerenderResult = z.object({
  /** Static markup, made by a release whose hash was checked. */
  html: z.string(),
  /** The rules that the markup's classes are about. */
  css: z.string(),
});
export type PrerenderResult = z.infer<typeof PrerenderResult>;

/**
 * Name of the cookie that tells where the list began last in this browser: `53.55,9.99,Altona`; `@` in place of the
 * name stands for the reader's own position. Absent: the fallback place.
 */
export const START_COOKIE = 'mahlzeit_start';

/**
 * Name of the cookie that stands while this visit shows something other than the list as it begins: then nothing
 * prerendered fits.
 */
export const NARROWED_COOKIE = 'mahlzeit_narrowed';
