import * as z from '@mahlzeit/contract/zod';
import { Offer } from './menu';
import { Coordinate, Day, EndTime, Key, Ms, StartTime, Texts } from './values';

/** A period within a day, in local time. An end at or before the start lies on the next day. */
export const Range = z.object({
  /** Start of the period: the first minute that belongs to it. */
  start: StartTime,
  /** End of the period: the first minute that doesn't belong to it; may be `24:00`. */
  end: EndTime,
});
export type Range = z.infer<typeof Range>;

/** Opening hours of a week, by ISO weekday: Monday = 1 to Sunday = 7. The rules split ranges at midnight. */
export const Week = z.object({
  /** Opening hours on Monday. */
  1: z.array(Range),
  /** Opening hours on Tuesday. */
  2: z.array(Range),
  /** Opening hours on Wednesday. */
  3: z.array(Range),
  /** Opening hours on Thursday. */
  4: z.array(Range),
  /** Opening hours on Friday. */
  5: z.array(Range),
  /** Opening hours on Saturday. */
  6: z.array(Range),
  /** Opening hours on Sunday. */
  7: z.array(Range),
});
export type Week = z.infer<typeof Week>;

/** The seven days for which a place's opening hours hold, where the hours differ between weeks. */
export const DatedWeek = z.object({
  /** First of the seven days for which the opening hours hold. */
  firstDay: Day,
  /** Start of the first opening after the seven days; null when none begins within a year. */
  nextOpening: z.nullable(Ms),
});
export type DatedWeek = z.infer<typeof DatedWeek>;

/** A holiday closure of a restaurant, from the first to the last closed day. */
export const RestTime = z.object({
  /** First closed day. */
  start: Day,
  /** Last closed day. */
  end: Day,
  /** Key of the RestTimeType with the reason of the closure; null without a reason. */
  restTimeTypeKey: z.nullable(Key),
});
export type RestTime = z.infer<typeof RestTime>;

const nullableFact = z.nullable(z.boolean());

/** Properties of a place: true, false, or null when unknown. */
export const Details = z.object({
  /** Whether the place offers WLAN to guests. */
  wifi: nullableFact,
  /** Whether the place accepts EC cards (girocard). */
  paymentEC: nullableFact,
  /** Whether the place accepts Visa. */
  paymentVS: nullableFact,
  /** Whether the place accepts Mastercard. */
  paymentMC: nullableFact,
  /** Whether the place accepts Diners Club. */
  paymentDC: nullableFact,
  /** Whether the place accepts American Express. */
  paymentAE: nullableFact,
  /** Whether the place accepts PayPal. */
  paymentPP: nullableFact,
  /** Whether the place accepts Google Pay. */
  paymentGP: nullableFact,
  /** Whether the place accepts Apple Pay. */
  paymentAP: nullableFact,
  /** Whether the place accepts cash. */
  paymentCash: nullableFact,
  /** Whether the place accepts Sodexo vouchers. */
  sodexo: nullableFact,
  /** Whether the place accepts Ticket Restaurant vouchers. */
  ticketRestaurant: nullableFact,
  /** Whether the place is accessible by wheelchair. */
  handicap: nullableFact,
  /** Whether the place has parking nearby. */
  parkingExternal: nullableFact,
  /** Whether the place has its own parking. */
  parkingRestaurant: nullableFact,
  /** Whether smoking is allowed outside. */
  smokingOutside: nullableFact,
  /** Whether smoking is allowed inside. */
  smokingInside: nullableFact,
  /** Whether the place has seats outside. */
  seatsOutside: nullableFact,
});
export type Details = z.infer<typeof Details>;

/** Subjects of a tag: a cuisine, a product or an attribute of the place. */
export const TagKind = z.enum(['cuisine', 'product', 'attribute']);
export type TagKind = z.infer<typeof TagKind>;

/** A tag of restaurants, by which users find them. */
export const Tag = z.object({
  /** Key of the tag, which `tagIds` of a restaurant contains. */
  key: Key,
  /** Same value as the tag's `key`. */
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
  /** Source of the data that the page must name; null or absent when no source needs to be named. */
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
  /** True when payment is set up, orders reach the restaurant, and it has dishes today. */
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
    /** First day on which the place is a partner; null for a place that isn't one. */
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
     * Instant until which the kitchen takes no new orders; null without a pause. An instant in the past means that the
     * pause is over.
     */
    ordersPausedUntil: z._default(z.nullable(Ms), null),
    /** Whether orders reach the restaurant, by an e-mail address or another way. If not, nobody can order. */
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
