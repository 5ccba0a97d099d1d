import * as z from 'zod/mini';

const degrees = (limit: number) => z.pipe(
  z.pipe(z.string().check(z.regex(/^-?\d{1,3}(?:\.\d{1,20})?$/)), z.transform(Number)),
  z.number().check(z.gte(-limit), z.lte(limit)),
);

/** The two fields of a query that tell where the caller is. */
export const locationFields = z.object({
  /** Degrees north. */
  latitude: z.optional(degrees(90)),
  /** Degrees east. */
  longitude: z.optional(degrees(180)),
});

/** Refuses half a place. */
export const bothOrNone = z.refine<z.infer<typeof locationFields>>(
  (query) => (query.latitude === undefined) === (query.longitude === undefined),
  { path: ['longitude'], message: 'latitude and longitude go together' },
);
