import * as z from 'zod/mini';

const Count = z.int().check(z.gte(0));

/** Why a record was not imported; a closed list. */
export const SkipReason = z.enum(['noName', 'noCoordinates', 'outsideArea', 'duplicate', 'malformed']);
export type SkipReason = z.infer<typeof SkipReason>;

/** What happened to the offers of a feed. */
export const OfferCounts = z.object({
  imported: Count,
  updated: Count,
  unchanged: Count,
  removed: Count,
  skipped: z.object({
    /** Without a price, or at 0. */
    noPrice: z.optional(Count),
  }),
});
export type OfferCounts = z.infer<typeof OfferCounts>;

/** Last line that `npm run import` prints; a record is a place. */
export const ImportReport = z.object({
  /** imported + updated + unchanged + all skipped. */
  read: Count,
  imported: Count,
  updated: Count,
  unchanged: Count,
  /** Places that the source no longer has. */
  pruned: Count,
  /** Counts by reason; a reason that did not occur may be absent. */
  skipped: z.partialRecord(SkipReason, Count),
  warnings: Count,
  /** Only for feeds that hold offers. */
  offers: z.optional(OfferCounts),
});
export type ImportReport = z.infer<typeof ImportReport>;
