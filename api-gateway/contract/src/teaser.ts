import * as z from '@mahlzeit/contract/zod';
import { defineRoute } from './route';
import { Coordinate, Key } from './values';

/** A promotional banner of the main screen. */
export const Teaser = z.object({
  /** Names the teaser on the wire. */
  key: Key,
  /** A picture; shown only with this or a film. */
  imageUrl: z.nullable(z.string()),
  /** A film. */
  videoUrl: z.nullable(z.string()),
  /**
   * What it says, in German; the page writes it over the picture's left half, which must be calm in light and dark.
   * Missing: the picture says it itself.
   */
  words: z.optional(
    z.object({
      /** At most some 30 characters. */
      title: z.string().check(z.minLength(1)),
      /** One line more, or ''. */
      text: z.string(),
    }),
  ),
  /** Where a tap leads: `Screen/parameter` or an https address; null = nowhere. */
  actionUrl: z.nullable(z.string()),
  /** Days on which it is shown, 0 = Sunday to 6 = Saturday; null = every day. */
  daysOfWeek: z.nullable(z.array(z.int().check(z.gte(0), z.lte(6)))),
  /** Around where it is shown; null = everywhere. */
  location: z.nullable(
    z.extend(Coordinate, {
      /** Metres around the point. */
      distance: z.number().check(z.gte(0)),
    }),
  ),
  /** The highest that fits is shown. */
  priority: z.number(),
});
export type Teaser = z.infer<typeof Teaser>;

/** All teasers, the highest priority first; which one is shown follows from the day and the place. */
export const getTeasers = defineRoute({
  name: 'getTeasers',
  method: 'GET',
  path: '/api/teasers',
  access: 'any',
  answer: z.array(Teaser),
  errors: [],
});
