import * as z from '@mahlzeit/contract/zod';
import { defineRoute } from './route';
import { Coordinate, Key } from './values';

/** A promotional banner of the main screen. */
export const Teaser = z.object({
  /** Key of the teaser. Between teasers of equal priority, the key decides. */
  key: Key,
  /** URL of the picture; null without a picture. A teaser without picture and film is not shown. */
  imageUrl: z.nullable(z.string()),
  /** URL of the teaser's film; null without a film. */
  videoUrl: z.nullable(z.string()),
  /**
   * German text, which the page writes over the left half of the picture; that half must be calm in both colour
   * schemes. A teaser without this field has its text in the picture.
   */
  words: z.optional(
    z.object({
      /** Title of the teaser, about 30 characters at most. */
      title: z.string().check(z.minLength(1)),
      /** Second line of the teaser's text; may be empty. */
      text: z.string(),
    }),
  ),
  /** Where a tap on the teaser leads: `Screen/parameter` or an https URL; null for a teaser that leads nowhere. */
  actionUrl: z.nullable(z.string()),
  /** Days on which the teaser is shown, 0 = Sunday to 6 = Saturday; null = every day. */
  daysOfWeek: z.nullable(z.array(z.int().check(z.gte(0), z.lte(6)))),
  /** Area in which the teaser is shown; null = everywhere. */
  location: z.nullable(
    z.extend(Coordinate, {
      /** Radius of the area in metres. */
      distance: z.number().check(z.gte(0)),
    }),
  ),
  /** Priority of the teaser. Of the matching teasers, the one with the highest priority is shown. */
  priority: z.number(),
});
export type Teaser = z.infer<typeof Teaser>;

/** Returns all teasers, highest priority first. The page selects the one to show by day and place. */
export const getTeasers = defineRoute({
  name: 'getTeasers',
  method: 'GET',
  path: '/api/teasers',
  access: 'any',
  answer: z.array(Teaser),
  errors: [],
});
