import * as z from 'zod/mini';
import { PartnerDish, dishDescription, dishPrice, requiredText } from './partner-dish';
import { PartnerRestaurant } from './partner-restaurant';
import { Day } from './values';

/** A dish or drink of one day in a partner's feed. */
export const PartnerFeedOffer = z.extend(PartnerDish, {
  /** The feed's own name for it, at most 100 characters; without it, its name on the menu says which it is. */
  id: z.optional(requiredText(100)),
  /** What comes with it, at most 2000 characters. */
  description: z.optional(dishDescription),
  /** Gross price for guests; without one, or at 0, the offer is left out and counted. */
  price: z.optional(z.nullable(dishPrice)),
  /** Base name of a meal type, `Mittagstisch`; one that is unknown counts as Mittagstisch. */
  mealType: requiredText(64),
  /** Place in the menu, sorted descending. */
  order: z.optional(z.int()),
});
export type PartnerFeedOffer = z.infer<typeof PartnerFeedOffer>;

/** One day's menu, whole: an offer of that day that is not in it leaves the menu. */
export const PartnerFeedMenu = z.object({
  /** The day. */
  date: Day,
  /** What is offered; empty = nothing. Each is read by itself, so that a broken one stops no other. */
  offers: z.array(z.unknown()),
});
export type PartnerFeedMenu = z.infer<typeof PartnerFeedMenu>;

/** A restaurant in a partner's feed: fields of the partner API, and its menus. What is not given stays as it is. */
export const PartnerFeedRestaurant = z.extend(z.omit(PartnerRestaurant, { routingName: true }), {
  /** Names the restaurant within the feed for ever, at most 100 characters. */
  id: requiredText(100),
  /** Menus by day; days that are not given stay as they are. Each is read by itself. */
  menus: z.optional(z.array(z.unknown())),
});
export type PartnerFeedRestaurant = z.infer<typeof PartnerFeedRestaurant>;

/** A partner's feed, one JSON file: `npm run import -- FILE`. */
export const PartnerFeed = z.object({
  /** What the file is told by. */
  format: z.literal('mahlzeit-feed'),
  /** Of the format. */
  version: z.literal(1),
  /** Names the sender; restaurants are told apart by it and their id. Small letters, digits and hyphens, at most 32, not `osm` or `eat-api`. */
  source: z.string().check(z.regex(/^(?!osm$|eat-api$)[a-z0-9-]{1,32}$/)),
  /** PartnerFeedRestaurant each, read one by one. */
  restaurants: z.array(z.unknown()),
});
export type PartnerFeed = z.infer<typeof PartnerFeed>;
