import * as z from '@mahlzeit/contract/zod';

const Count = z.int().check(z.gte(0));

/** Reasons for which a record is not imported. */
export const SkipReason = z.enum(['noName', 'noCoordinates', 'outsideArea', 'duplicate', 'malformed']);
export type SkipReason = z.infer<typeof SkipReason>;

/** Counts of a feed's offers by result. */
export const OfferCounts = z.object({
  /** Number of new offers. */
  imported: Count,
  /** Number of changed offers. */
  updated: Count,
  /** Number of unchanged offers. */
  unchanged: Count,
  /** Number of offers that the feed no longer contains on a day that it covers. */
  removed: Count,
  /** Numbers of skipped offers, by reason. */
  skipped: z.object({
    /** Number of offers without a price, or at price 0. */
    noPrice: z.optional(Count),
  }),
});
export type OfferCounts = z.infer<typeof OfferCounts>;

/** Report in the last line that `npm run import` prints. A record is a place. */
export const ImportReport = z.object({
  /** Sum of imported, updated, unchanged and all skipped records. */
  read: Count,
  /** Number of new places. */
  imported: Count,
  /** Number of changed places. */
  updated: Count,
  /** Number of unchanged places. */
  unchanged: Count,
  /** Number of places that the source no longer contains. */
  pruned: Count,
  /** Numbers of records that were not imported, by reason. A reason with count 0 may be absent. */
  skipped: z.partialRecord(SkipReason, Count),
  /** Number of irregularities in records that were imported anyway. */
  warnings: Count,
  /** Results of the offers; present only for feeds with offers. */
  offers: z.optional(OfferCounts),
});
export type ImportReport = z.infer<typeof ImportReport>;
