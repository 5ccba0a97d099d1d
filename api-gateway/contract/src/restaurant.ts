import * as z from '@mahlzeit/contract/zod';
import { Offer } from './menu';
import { Coordinate, Day, EndTime, Key, Ms, StartTime, Texts } from './values';

/** A period of hours in local time. An end at or before the start is on the next day. */
export const Range = z.object({
  /** Start of the period: the first minute that belongs to it. */
  start: StartTime,
  /** End of the period: the first minute that doesn't belong to it; may be `24:00`. */
  end: EndTime,
});
export type Range = z.infer<typeof Range>;

/** Ranges by ISO weekday, Monday = 1 to Sunday = 7. The rules split ranges at midnight. */
export const Week = z.object({
  /** Monday. */
  1: z.array(Range),
  /** Tuesday. */
  2: z.array(Range),
  /** Wednesday. */
  3: z.array(Range),
  /** Thursday. */
  4: z.array(Range),
  /** Friday. */
  5: z.array(Range),
  /** Saturday. */
  6: z.array(Range),
  /** Sunday. */
  7: z.array(Range),
});
export type Week = z.infer<typeof Week>;

/** Days for which a week of opening hours holds, where the hours differ between weeks. */
export const DatedWeek = z.object({
  /** First of the seven days for which the week holds. */
  firstDay: Day,
  /** Start of the first opening after these seven days; null without one within a year. */
  nextOpening: z.nullable(Ms),
});
export type DatedWeek = z.infer<typeof DatedWeek>;

/** A holiday closure, both days included. */
export const RestTime = z.object({
  /** First closed day. */
  start: Day,
  /** Last closed day. */
  end: Day,
  /** Key of the RestTimeType with the reason. */
  restTimeTypeKey: z.nullable(Key),
});
export type RestTime = z.infer<typeof RestTime>;

const nullableFact = z.nullable(z.boolean());

/** Properties of a place: true, false, or null when unknown. */
export const Details = z.object({
  /** Offers WLAN to guests. */
  wifi: nullableFact,
  /** Accepts EC cards (girocard). */
  paymentEC: nullableFact,
  /** Accepts Visa. */
  paymentVS: nullableFact,
  /** Accepts Mastercard. */
  paymentMC: nullableFact,
  /** Accepts Diners Club. */
  paymentDC: nullableFact,
  /** Accepts American Express. */
  paymentAE: nullableFact,
  /** Accepts PayPal. */
  paymentPP: nullableFact,
  /** Accepts Google Pay. */
  paymentGP: nullableFact,
  /** Accepts Apple Pay. */
  paymentAP: nullableFact,
  /** Accepts cash. */
  paymentCash: nullableFact,
  /** Accepts Sodexo vouchers. */
  sodexo: nullableFact,
  /** Accepts Ticket Restaurant vouchers. */
  ticketRestaurant: nullableFact,
  /** Is accessible by wheelchair. */
  handicap: nullableFact,
  /** Has parking nearby. */
  parkingExternal: nullableFact,
  /** Has its own parking. */
  parkingRestaurant: nullableFact,
  /** Smoking is allowed outside. */
  smokingOutside: nullableFact,
  /** Smoking is allowed inside. */
  smokingInside: nullableFact,
  /** Has seats outside. */
  seatsOutside: nullableFact,
});
export type Details = z.infer<typeof Details>;

/** Kinds of subject that a tag can have. */
export const TagKind = z.enum(['cuisine', 'product', 'attribute']);
export type TagKind = z.infer<typeof TagKind>;

/** A tag of restaurants, by which users find them. */
export const Tag = z.object({
  /** Key of the tag, which `tagIds` of a restaurant contains. */
  key: Key,
  /** Equals `key`. */
  id: Key,
  /** Label of the tag when no translation fits. */
  name: z.string(),
  /** Subject of the tag. The tag bar shows cuisines only. */
  type: TagKind,
  /** Popularity; higher values come first. */
  popularity: z.number(),
  /** Names of the tag, by language. */
  translations: Texts,
});
export type Tag = z.infer<typeof Tag>;

/** The reason of a holiday closure. */
export const RestTimeType = z.object({
  /** Key that `RestTime.restTimeTypeKey` refers to. */
  key: Key,
  /** Text of the reason that guests read, by language. */
  translations: Texts,
});
export type RestTimeType = z.infer<typeof RestTimeType>;

/** Type of place. `NonPartner` is listed for information and meetups only. */
export const RestaurantType = z.enum(['Restaurant', 'NonPartner', 'fitness', 'beauty', 'places']);
export type RestaurantType = z.infer<typeof RestaurantType>;

/** A postal address; unknown parts are empty. */
export const Address = z.object({
  /** Id of the place with the map provider. */
  placeId: z.nullable(z.string()),
  /** Street without the number. */
  street: z.string(),
  /** House number with its letter, `14a`. */
  streetNumber: z.string(),
  /** Postal code as text, because it may begin with a zero. */
  postalCode: z.string(),
  /** Name of the town. */
  locality: z.string(),
  /** Quarter of the town, „Ottensen“; null or absent when unknown. */
  quarter: z.optional(z.nullable(z.string())),
});
export type Address = z.infer<typeof Address>;

/** A picture, a film or a scanned menu. */
export const Media = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('image'),
    /** URL of the original picture. */
    url: z.string(),
    /** URL of the same picture, at most 1280 px wide. */
    midSizeUrl: z.string(),
  }),
  z.object({
    type: z.literal('video'),
    /** YouTube id of the film. */
    youtubeId: z.string(),
  }),
  z.object({
    type: z.literal('menu'),
    /** URL of the picture of a printed menu. */
    url: z.string(),
  }),
]);
export type Media = z.infer<typeof Media>;

/** Contents of the restaurant's page except the menu. */
export const RestaurantData = z.object({
  /** Description by the restaurant; may be empty. */
  description: z.string(),
  /** Contact data for guests. */
  contact: z.object({
    /** Phone number in any notation. A link uses the digits only. */
    phoneNumber: z.nullable(z.string()),
    /** E-mail address for guests; null when unknown. */
    email: z.nullable(z.string()),
    /** URL of the restaurant's website, with its scheme. */
    web: z.nullable(z.string()),
    /** URL of the page on which guests reserve a table. */
    reservationUrl: z.nullable(z.string()),
  }),
  /** Average price of a meal in euro, not cents. */
  meanPrice: z.nullable(z.number()),
  /** Properties of the restaurant, for example accepted cards, by which lists can be filtered. */
  details: Details,
});
export type RestaurantData = z.infer<typeof RestaurantData>;

/**
 * Attribution that a licence requires: `openStreetMap` = „© OpenStreetMap contributors“, with a link to
 * openstreetmap.org/copyright.
 */
export const Credit = z.enum(['openStreetMap']);
export type Credit = z.infer<typeof Credit>;

/** A restaurant as lists, search results and cards show it. */
export const RestaurantSummary = z.object({
  /** Key of the restaurant in the API and in topics. */
  key: Key,
  /** Name of the restaurant as guests see it. */
  name: z.string(),
  /** Unique name in URLs, `mensa-arcisstrasse`. */
  routingName: z.string(),
  /** Type of restaurant, which decides whether the place is in the main list. */
  type: RestaurantType,
  /** Logo; null without one. */
  logo: z.nullable(
    z.object({
      /** URL of the logo's picture. */
      url: z.string(),
    }),
  ),
  /** URL of the first picture, at most 1280 px wide; null without a picture. */
  midSizeFirstImage: z.nullable(z.string()),
  /** Keys of the restaurant's tags. */
  tagIds: z.array(Key),
  /** Postal address of the entrance. */
  address: Address,
  /** Position of the restaurant's pin on the map. */
  location: Coordinate,
  /** Whether guests can order and pay in this restaurant. */
  hasPayment: z.boolean(),
  /** Distance in kilometres from the requested position; null without a requested position. */
  initialDistanceKm: z.nullable(z.number()),
  /** Source to attribute; null or absent when not required. */
  credit: z.optional(z.nullable(Credit)),
});
export type RestaurantSummary = z.infer<typeof RestaurantSummary>;

/** State of a restaurant's menu today. */
export const DayState = z.enum(['open', 'resting', 'restDay', 'closed', 'noLunch']);
export type DayState = z.infer<typeof DayState>;

/** Price level of one to three euro signs. */
export const PriceCategory = z.literal([1, 2, 3]);
export type PriceCategory = z.infer<typeof PriceCategory>;

/** Fields of a restaurant that are derived from its other fields and the current time. */
export const DerivedFields = z.object({
  /** One to three euro signs by `data.meanPrice`; null when unknown. */
  priceCategory: z.nullable(PriceCategory),
  /** True during the restaurant's first three calendar months in the product. */
  isNew: z.boolean(),
  /** True from the premium start to the end of the last premium day. */
  isPremium: z.boolean(),
  /** True when payment is set up, the restaurant is told of its orders, and there are offers today. */
  hasOrderableMeals: z.boolean(),
  /**
   * True when the restaurant is open at this moment, including openings that began yesterday and last past midnight.
   */
  isOpenNow: z.boolean(),
  /** True when the restaurant is open now or opens again before midnight. */
  isStillOpenToday: z.boolean(),
  /** State of today's menu, or the reason for its absence. */
  dayState: DayState,
});
export type DerivedFields = z.infer<typeof DerivedFields>;

/** A complete restaurant, as the restaurant page and the list show it. */
export const Restaurant = z.extend(
  z.extend(RestaurantSummary, {
    /** Pictures, films and scanned menus in the order in which the restaurant's page shows them. */
    media: z.array(Media),
    /** Tags whose keys are in `tagIds`. */
    tags: z.array(Tag),
    /** Opening hours of the place, by ISO weekday. Without any range, the hours are unknown. */
    openingHours: Week,
    /** Days for which `openingHours` hold, where holidays or seasons change them; null or absent otherwise. */
    datedWeek: z.optional(z.nullable(DatedWeek)),
    /** Part of the opening hours that could not be parsed; null without such a part. */
    openingHoursText: z.nullable(z.string()),
    /** Hours at which lunch is served, within the opening hours. */
    lunchTimes: Week,
    /** The current or next holiday closure; null without one. */
    restTime: z.nullable(RestTime),
    /** Minutes that the kitchen needs to prepare an order. */
    orderForerunMinutes: z.int().check(z.gte(0)),
    /** First day as a partner; null for a place that isn't one. */
    activeSince: z.nullable(Day),
    /**
     * First day of the premium booking; null without premium. A restaurant is premium only when its first and last day
     * are set.
     */
    premiumStart: z.nullable(Day),
    /** Last day of the premium booking; null without premium. */
    premiumEnd: z.nullable(Day),
    /** True when guests can't eat in the restaurant. */
    onlyTakeAway: z.boolean(),
    /**
     * Instant until which the kitchen takes no new orders; null without a pause. An instant in the past means nothing.
     */
    ordersPausedUntil: z._default(z.nullable(Ms), null),
    /** Whether the restaurant is told of its orders: without an e-mail address and further ways nobody can order. */
    canReceiveOrders: z._default(z.boolean(), true),
    /** Key of the company to which the restaurant and others belong; null without a company. */
    companyId: z.nullable(Key),
    /** Offers of today. Empty on the live topic, where meals are a collection of their own. */
    offers: z.array(Offer),
    /** Contents of the restaurant's page except the menu. */
    data: RestaurantData,
  }),
  DerivedFields.shape,
);
export type Restaurant = z.infer<typeof Restaurant>;
