import * as z from 'zod/mini';
import { Offer } from './offer';
import { RestTime, Week } from './opening';
import { Tag } from './tag';
import { Coordinate, Day, Key } from './values';

/** Kind of place; `NonPartner` is listed for information and meetups alone. */
export const RestaurantType = z.enum(['Restaurant', 'NonPartner', 'fitness', 'beauty', 'places']);
export type RestaurantType = z.infer<typeof RestaurantType>;

/** A postal address; unknown parts are empty. */
export const Address = z.object({
  /** Id of the place with the map provider. */
  placeId: z.nullable(z.string()),
  street: z.string(),
  streetNumber: z.string(),
  postalCode: z.string(),
  /** The town. */
  locality: z.string(),
});
export type Address = z.infer<typeof Address>;

/** A picture, a film or a scanned menu. */
export const Media = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('image'),
    url: z.string(),
    /** The same picture at most 1280 px wide. */
    midSizeUrl: z.string(),
  }),
  z.object({ type: z.literal('video'), youtubeId: z.string() }),
  z.object({ type: z.literal('menu'), url: z.string() }),
]);
export type Media = z.infer<typeof Media>;

const knownOrNot = z.nullable(z.boolean());

/** Facts about a place; null = unknown. */
export const Details = z.object({
  wifi: knownOrNot,
  paymentEC: knownOrNot,
  paymentVS: knownOrNot,
  paymentMC: knownOrNot,
  paymentDC: knownOrNot,
  paymentAE: knownOrNot,
  paymentPP: knownOrNot,
  paymentGP: knownOrNot,
  paymentAP: knownOrNot,
  paymentCash: knownOrNot,
  sodexo: knownOrNot,
  ticketRestaurant: knownOrNot,
  handicap: knownOrNot,
  parkingExternal: knownOrNot,
  parkingRestaurant: knownOrNot,
  smokingOutside: knownOrNot,
  smokingInside: knownOrNot,
  seatsOutside: knownOrNot,
});
export type Details = z.infer<typeof Details>;

/** What the restaurant page tells beside the menu. */
export const RestaurantData = z.object({
  description: z.string(),
  contact: z.object({
    phoneNumber: z.nullable(z.string()),
    email: z.nullable(z.string()),
    web: z.nullable(z.string()),
    /** Where a table can be reserved. */
    reservationUrl: z.nullable(z.string()),
  }),
  /** Mean price of a meal in euro, not cents. */
  meanPrice: z.nullable(z.number()),
  details: Details,
});
export type RestaurantData = z.infer<typeof RestaurantData>;

/** What a list, a search result or a card needs of a restaurant. */
export const RestaurantSummary = z.object({
  key: Key,
  name: z.string(),
  /** Unique name in addresses, `mensa-arcisstrasse`. */
  routingName: z.string(),
  type: RestaurantType,
  logo: z.nullable(z.object({ url: z.string() })),
  /** First picture, at most 1280 px wide. */
  midSizeFirstImage: z.nullable(z.string()),
  tagIds: z.array(Key),
  address: Address,
  location: Coordinate,
  /** Whether one can order and pay here. */
  hasPayment: z.boolean(),
  /** Distance from the place that was asked for; null where none was. */
  initialDistanceKm: z.nullable(z.number()),
});
export type RestaurantSummary = z.infer<typeof RestaurantSummary>;

/** How a restaurant's menu stands today. */
export const DayState = z.enum(['open', 'resting', 'restDay', 'closed', 'noLunch']);
export type DayState = z.infer<typeof DayState>;

/** Price level of one to three euro signs. */
export const PriceCategory = z.literal([1, 2, 3]);
export type PriceCategory = z.infer<typeof PriceCategory>;

/** The fields of a restaurant that follow from the others and the time. */
export const DerivedFields = z.object({
  /** One to three euro signs by `data.meanPrice`; null where that is unknown. */
  priceCategory: z.nullable(PriceCategory),
  /** Active for at most three calendar months. */
  isNew: z.boolean(),
  /** Between the premium start and the end of the premium end's day. */
  isPremium: z.boolean(),
  /** Payment is set up and there are offers today. */
  hasOrderableMeals: z.boolean(),
  isOpenNow: z.boolean(),
  /** Open now or opening again before midnight. */
  isStillOpenToday: z.boolean(),
  dayState: DayState,
});
export type DerivedFields = z.infer<typeof DerivedFields>;

/** A restaurant whole, as the restaurant page and the list show it. */
export const Restaurant = z.extend(z.extend(RestaurantSummary, {
  media: z.array(Media),
  tags: z.array(Tag),
  openingHours: Week,
  /** What of the opening hours could not be parsed. */
  openingHoursText: z.nullable(z.string()),
  /** When lunch is served, within the opening hours. */
  lunchTimes: Week,
  restTime: z.nullable(RestTime),
  /** Minutes that the kitchen needs before a pre-ordered meal. */
  orderForerunMinutes: z.int().check(z.gte(0)),
  /** First day in the product. */
  activeSince: z.nullable(Day),
  /** First day of the premium booking; without both ends there is none. */
  premiumStart: z.nullable(Day),
  /** Last day of the premium booking. */
  premiumEnd: z.nullable(Day),
  /** Nobody can eat in. */
  onlyTakeAway: z.boolean(),
  companyId: z.nullable(Key),
  /** Today's; empty on the live topic, where meals are a collection of their own. */
  offers: z.array(Offer),
  data: RestaurantData,
}), DerivedFields.shape);
export type Restaurant = z.infer<typeof Restaurant>;
