import * as z from '@mahlzeit/contract/zod';

const RecordCount = z.int().check(z.gte(0));

/** Reasons for which a record is not imported. */
export const SkipReason = z.enum(['noName', 'noCoordinates', 'outsideArea', 'duplicate', 'malformed']);
export type SkipReason = z.infer<typeof SkipReason>;

/** Numbers of a feed's offers (dishes of a day), by the result of their import. */
export const OfferCounts = z.object({
  /** Number of new offers. */
  imported: RecordCount,
  /** Number of changed offers. */
  updated: RecordCount,
  /** Number of unchanged offers. */
  unchanged: RecordCount,
  /** Number of stored offers that were removed, because the feed covers their day and no longer contains them. */
  removed: RecordCount,
  /** Numbers of skipped offers, by reason. */
  skipped: z.object({
    /** Number of offers without a price, or at price 0. */
    noPrice: z.optional(RecordCount),
  }),
});
export type OfferCounts = z.infer<typeof OfferCounts>;

/**
 * Report of an import of restaurants, in the last line that `npm run import` prints. A record is a restaurant of the
 * source.
 */
export const ImportReport = z.object({
  /** Number of records that were read: the sum of imported, updated, unchanged and all skipped records. */
  read: RecordCount,
  /** Number of new places. */
  imported: RecordCount,
  /** Number of changed places. */
  updated: RecordCount,
  /** Number of unchanged places. */
  unchanged: RecordCount,
  /** Number of places that were removed, because the source no longer contains them. */
  pruned: RecordCount,
  /** Numbers of records that were not imported, by reason. A reason with count 0 may be absent. */
  skipped: z.partialRecord(SkipReason, RecordCount),
  /** Number of irregularities in records that were imported anyway. */
  warnings: RecordCount,
  /** Results of the offers; present only for feeds with offers. */
  offers: z.optional(OfferCounts),
});
export type ImportReport = z.infer<typeof ImportReport>;
