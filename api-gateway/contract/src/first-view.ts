import * as z from 'zod/mini';
import type { Discount } from './discount';
import type { Restaurant } from './restaurant';

/** What the main screen's first view is drawn from: the list as its first question would be answered. */
export interface FirstViewRequest {
  /** Epoch milliseconds of the domain clock. */
  readonly now: number;
  /** The first page around the place, in the list's order. */
  readonly restaurants: readonly Restaurant[];
  /** Everybody's discounts that are available today. */
  readonly discounts: readonly Discount[];
}

/** Markup of the main region and the styles that it needs; nothing in it runs. */
export const FirstView = z.object({
  /** Static markup, made by a release whose hash was checked. */
  html: z.string(),
  /** The rules that the markup's classes are about. */
  css: z.string(),
});
export type FirstView = z.infer<typeof FirstView>;

/** What the renderer of a release, a thread of its own, is told. */
export interface FirstViewQuestion {
  readonly id: number;
  readonly request: FirstViewRequest;
}

/** What it says: null where there is nothing worth showing before the scripts. */
export const FirstViewReply = z.object({
  /** That of the question. */
  id: z.int(),
  /** What was drawn. */
  view: z.nullable(FirstView),
});
export type FirstViewReply = z.infer<typeof FirstViewReply>;

/** Name of the cookie that tells where the list began last in this browser: `53.55,9.99`. Absent: the fallback place. */
export const START_COOKIE = 'mahlzeit_start';

/** Name of the cookie that stands while this visit shows something other than the list as it begins: then no first view fits. */
export const NARROWED_COOKIE = 'mahlzeit_narrowed';
