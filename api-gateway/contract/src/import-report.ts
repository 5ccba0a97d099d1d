import * as z from '@mahlzeit/contract/zod';

const Count = z.int().check(z.gte(0));

/** Reasons for which a record is not imported. */
export const SkipReason = z.enum(['noName', 'noCoordinates', 'outsideArea', 'duplicate', 'malformed']);
export type SkipReason = z.infer<typeof SkipReason>;

/** Counts of a feed's offers by result. */
export const OfferCounts = z.object({
  /** New offers. */
  imported: Count,
  /** Changed offers. */
  updated: Count,
  /** Unchanged offers. */
  unchanged: Count,
  /** Offers that the feed no longer contains on a day that it covers. */
  removed: Count,
  /** Skipped offers by reason. */
  skipped: z.object({
    /** Offers without a price, or at price 0. */
    noPrice: z.optional(Count),
  }),
});
export type OfferCounts = z.infer<typeof OfferCounts>;

/** Report in the last line that `npm run import` prints. A record is a place. */
export const ImportReport = z.object({
  /** Sum of imported, updated, unchanged and all skipped records. */
  read: Count,
  /** New places. */
  imported: Count,
  /** Changed places. */
  updated: Count,
  /** Unchanged places. */
  unchanged: Count,
  /** Places that the source no longer contains. */
  pruned: Count,
  /** Counts by reason. A reason with count 0 may be absent. */
  skipped: z.partialRecord(SkipReason, Count),
  /** Irregularities in records that were imported anyway. */
  warnings: Count,
  /** Present only for feeds with offers. */
  offers: z.optional(OfferCounts),
});
export type ImportReport = z.infer<typeof ImportReport>;
