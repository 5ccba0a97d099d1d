import * as z from '@mahlzeit/contract/zod';

const Count = z.int().check(z.gte(0));

/** Why a record was not imported; a closed list. */
export const SkipReason = z.enum(['noName', 'noCoordinates', 'outsideArea', 'duplicate', 'malformed']);
export type SkipReason = z.infer<typeof SkipReason>;

/** What happened to the offers of a feed. */
export const OfferCounts = z.object({
  /** New offers. */
  imported: Count,
  /** Offers that changed. */
  updated: Count,
  /** Offers that stayed as they were. */
  unchanged: Count,
  /** Offers that the feed no longer has on a day that it covers. */
  removed: Count,
  /** Offers left out, by reason. */
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
  /** New places. */
  imported: Count,
  /** Places that changed. */
  updated: Count,
  /** Places that stayed as they were. */
  unchanged: Count,
  /** Places that the source no longer has. */
  pruned: Count,
  /** Counts by reason; a reason that did not occur may be absent. */
  skipped: z.partialRecord(SkipReason, Count),
  /** Oddities in records that were imported all the same. */
  warnings: Count,
  /** Only for feeds that hold offers. */
  offers: z.optional(OfferCounts),
});
export type ImportReport = z.infer<typeof ImportReport>;
