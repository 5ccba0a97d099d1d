import * as z from '@mahlzeit/contract/zod';
import { Offer } from './menu';
import { Coordinate, Day, EndTime, Key, StartTime, Texts } from './values';

/** Hours in local time; an end at or before the start lies on the next day. */
export const Range = z.object({
  /** First open minute. */
  start: StartTime,
  /** May be `24:00`. */
  end: EndTime,
});
export type Range = z.infer<typeof Range>;

/** Ranges by ISO weekday, Monday = 1 to Sunday = 7; unsplit, the rules split them at midnight. */
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

/** A holiday closure, both days included. */
export const RestTime = z.object({
  /** First closed day. */
  start: Day,
  /** Last closed day. */
  end: Day,
  /** Key of the RestTimeType that names the reason. */
  restTimeTypeKey: z.nullable(Key),
});
export type RestTime = z.infer<typeof RestTime>;

const knownOrNot = z.nullable(z.boolean());

/** Facts about a place; null = unknown. */
export const Details = z.object({
  /** Guests get WLAN. */
  wifi: knownOrNot,
  /** Takes EC cards (girocard). */
  paymentEC: knownOrNot,
  /** Takes Visa. */
  paymentVS: knownOrNot,
  /** Takes Mastercard. */
  paymentMC: knownOrNot,
  /** Takes Diners Club. */
  paymentDC: knownOrNot,
  /** Takes American Express. */
  paymentAE: knownOrNot,
  /** Takes PayPal. */
  paymentPP: knownOrNot,
  /** Takes Google Pay. */
  paymentGP: knownOrNot,
  /** Takes Apple Pay. */
  paymentAP: knownOrNot,
  /** Takes cash. */
  paymentCash: knownOrNot,
  /** Takes Sodexo vouchers. */
  sodexo: knownOrNot,
  /** Takes Ticket Restaurant vouchers. */
  ticketRestaurant: knownOrNot,
  /** Can be entered with a wheelchair. */
  handicap: knownOrNot,
  /** Has parking nearby. */
  parkingExternal: knownOrNot,
  /** Has parking of its own. */
  parkingRestaurant: knownOrNot,
  /** Smoking is allowed outside. */
  smokingOutside: knownOrNot,
  /** Smoking is allowed inside. */
  smokingInside: knownOrNot,
  /** Has seats outside. */
  seatsOutside: knownOrNot,
});
export type Details = z.infer<typeof Details>;

/** What a tag speaks of. */
export const TagKind = z.enum(['cuisine', 'product', 'attribute']);
export type TagKind = z.infer<typeof TagKind>;

/** A word that restaurants are found by. */
export const Tag = z.object({
  /** Names the tag on the wire. */
  key: Key,
  /** The same as `key`. */
  id: Key,
  /** What is shown where no translation fits. */
  name: z.string(),
  /** Only cuisines stand in the tag bar. */
  type: TagKind,
  /** The higher, the further in front. */
  popularity: z.number(),
  /** The name by language. */
  translations: Texts,
});
export type Tag = z.infer<typeof Tag>;

/** The reason of a holiday closure. */
export const RestTimeType = z.object({
  /** What `RestTime.restTimeTypeKey` names. */
  key: Key,
  /** The reason by language. */
  translations: Texts,
});
export type RestTimeType = z.infer<typeof RestTimeType>;

/** Kind of place; `NonPartner` is listed for information and meetups alone. */
export const RestaurantType = z.enum(['Restaurant', 'NonPartner', 'fitness', 'beauty', 'places']);
export type RestaurantType = z.infer<typeof RestaurantType>;

/** A postal address; unknown parts are empty. */
export const Address = z.object({
  /** Id of the place with the map provider. */
  placeId: z.nullable(z.string()),
  /** Without the number. */
  street: z.string(),
  /** With its letter, `14a`. */
  streetNumber: z.string(),
  /** Text, because it may begin with a zero. */
  postalCode: z.string(),
  /** The town. */
  locality: z.string(),
  /** The part of the town, „Ottensen“; null or absent where nobody said it. */
  quarter: z.optional(z.nullable(z.string())),
});
export type Address = z.infer<typeof Address>;

/** A picture, a film or a scanned menu. */
export const Media = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('image'),
    /** The picture as it came. */
    url: z.string(),
    /** The same picture at most 1280 px wide. */
    midSizeUrl: z.string(),
  }),
  z.object({
    type: z.literal('video'),
    /** Id of the film with YouTube. */
    youtubeId: z.string(),
  }),
  z.object({
    type: z.literal('menu'),
    /** Picture of a printed menu. */
    url: z.string(),
  }),
]);
export type Media = z.infer<typeof Media>;

/** What the restaurant page tells beside the menu. */
export const RestaurantData = z.object({
  /** Some sentences by the restaurant; empty where it wrote none. */
  description: z.string(),
  /** How guests reach the restaurant. */
  contact: z.object({
    /** As people write it; a link needs the digits alone. */
    phoneNumber: z.nullable(z.string()),
    /** For guests. */
    email: z.nullable(z.string()),
    /** Address of its own site, with its scheme. */
    web: z.nullable(z.string()),
    /** Where a table can be reserved. */
    reservationUrl: z.nullable(z.string()),
  }),
  /** Mean price of a meal in euro, not cents. */
  meanPrice: z.nullable(z.number()),
  /** Facts that filters ask for. */
  details: Details,
});
export type RestaurantData = z.infer<typeof RestaurantData>;

/**
 * Whom a licence wants named where a place is shown: `openStreetMap` = „© OpenStreetMap contributors“, with a link to
 * openstreetmap.org/copyright.
 */
export const Credit = z.enum(['openStreetMap']);
export type Credit = z.infer<typeof Credit>;

/** What a list, a search result or a card needs of a restaurant. */
export const RestaurantSummary = z.object({
  /** Names the restaurant on the wire and in topics. */
  key: Key,
  /** As it stands over the door. */
  name: z.string(),
  /** Unique name in addresses, `mensa-arcisstrasse`. */
  routingName: z.string(),
  /** Decides whether the place is in the main list. */
  type: RestaurantType,
  /** null where there is none. */
  logo: z.nullable(
    z.object({
      /** Address of the picture. */
      url: z.string(),
    }),
  ),
  /** First picture, at most 1280 px wide. */
  midSizeFirstImage: z.nullable(z.string()),
  /** Keys of its tags. */
  tagIds: z.array(Key),
  /** Where the door is. */
  address: Address,
  /** Where the pin is. */
  location: Coordinate,
  /** Whether one can order and pay here. */
  hasPayment: z.boolean(),
  /** Distance from the place that was asked for; null where none was. */
  initialDistanceKm: z.nullable(z.number()),
  /** Where the place's data came from, if that must be said; null or absent where it need not. */
  credit: z.optional(z.nullable(Credit)),
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
  /** At this very moment, nights that began yesterday included. */
  isOpenNow: z.boolean(),
  /** Open now or opening again before midnight. */
  isStillOpenToday: z.boolean(),
  /** Which menu, or which reason for none, is shown. */
  dayState: DayState,
});
export type DerivedFields = z.infer<typeof DerivedFields>;

/** A restaurant whole, as the restaurant page and the list show it. */
export const Restaurant = z.extend(
  z.extend(RestaurantSummary, {
    /** Pictures, films and scanned menus in the order of the slider. */
    media: z.array(Media),
    /** The tags behind `tagIds`. */
    tags: z.array(Tag),
    /** When the place is open. */
    openingHours: Week,
    /** What of the opening hours could not be parsed. */
    openingHoursText: z.nullable(z.string()),
    /** When lunch is served, within the opening hours. */
    lunchTimes: Week,
    /** The current or next holiday closure. */
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
    /** The company that runs several restaurants. */
    companyId: z.nullable(Key),
    /** Today's; empty on the live topic, where meals are a collection of their own. */
    offers: z.array(Offer),
    /** What the restaurant page tells beside the menu. */
    data: RestaurantData,
  }),
  DerivedFields.shape,
);
export type Restaurant = z.infer<typeof Restaurant>;
