import * as z from 'zod/mini';
import type { Discount } from './discount';
import type { Restaurant } from './restaurant';

/** What the main screen is prerendered from: the list as its first request would be answered. */
export interface PrerenderRequest {
  /** Epoch milliseconds of the domain clock. */
  readonly now: number;
  /** The first page around the place, in the list's order. */
  readonly restaurants: readonly Restaurant[];
  /** Everybody's discounts that are available today. */
  readonly discounts: readonly Discount[];
}

/** Prerendered markup of the main region and the styles that it needs; nothing in it runs. */
export const PrerenderResult = z.object({
  /** Static markup, made by a release whose hash was checked. */
  html: z.string(),
  /** The rules that the markup's classes are about. */
  css: z.string(),
});
export type PrerenderResult = z.infer<typeof PrerenderResult>;

/** Message to the renderer of a release, which is a thread of its own. */
export interface PrerenderJob {
  readonly id: number;
  readonly request: PrerenderRequest;
}

/** The renderer's answer to a job; its view is null where there is nothing worth showing before the scripts. */
export const PrerenderReply = z.object({
  /** That of the job. */
  id: z.int(),
  /** What was drawn. */
  view: z.nullable(PrerenderResult),
});
export type PrerenderReply = z.infer<typeof PrerenderReply>;

/** Name of the cookie that tells where the list began last in this browser: `53.55,9.99`. Absent: the fallback place. */
export const START_COOKIE = 'mahlzeit_start';

/** Name of the cookie that stands while this visit shows something other than the list as it begins: then nothing prerendered fits. */
export const NARROWED_COOKIE = 'mahlzeit_narrowed';
