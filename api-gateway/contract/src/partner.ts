import * as z from '@mahlzeit/contract/zod';
import { Discount } from './discount';
import { Diet, Offer, VatKind } from './menu';
import { Address, Details, Restaurant, RestaurantType, RestTime, Week } from './restaurant';
import { defineRoute } from './route';
import { Cents, Coordinate, Day, Empty, Key, Texts } from './values';

/** Words that must be there, without spaces around them. */
const requiredText = (most: number) => z.string().check(z.trim(), z.minLength(1), z.maxLength(most));

/** What comes with a dish, at most 2000 characters; may be empty. */
const dishDescription = z.string().check(z.trim(), z.maxLength(2000));

/** Cents that a menu may name. */
const dishPrice = Cents.check(z.gte(0), z.lte(1_000_000));

const amountText = z.optional(z.nullable(requiredText(50)));
const labels = z.optional(z.array(requiredText(100)).check(z.maxLength(50)));

/** What a dish or drink is like, whichever way its restaurant sends it: by the partner API or in a feed. */
const PartnerDish = z.object({
  /** As it stands on the menu, 1 to 200 characters. */
  name: requiredText(200),
  /** Without it the meal type decides: drinks are DRINK, all else FOOD. */
  vatType: z.optional(VatKind),
  /** What `price` buys where it is sold by weight, `100 g`. */
  unit: amountText,
  /** Size of a drink, `0,3 l`. */
  volume: amountText,
  /** Deposit on top of the price. */
  deposit: z.optional(z.nullable(dishPrice)),
  /** At most 50, as the menu declares them. */
  allergens: labels,
  /** At most 50, as the menu declares them. */
  additives: labels,
  /** Diets that the menu vouches for. */
  diets: z.optional(z.array(Diet)),
});

/** A meal as a restaurant's own system sends it. */
export const PartnerMeal = z.extend(PartnerDish, {
  /** Key of the restaurant; must exist. */
  restaurantId: Key,
  /** What comes with it, at most 2000 characters. */
  description: z._default(dishDescription, ''),
  /** Gross price for guests, at least a cent: nobody can order what costs nothing. */
  price: Cents.check(z.gte(1), z.lte(1_000_000)),
  /** Key of a MealType. */
  typeKey: Key,
  /** Place in the menu, sorted descending. */
  order: z._default(z.int(), 0),
  /** The day on which it is offered. */
  date: Day,
  /** True: it is sold out, or stays so: guests don't see it, its restaurant does. */
  isSoldOut: z.optional(z.boolean()),
});
export type PartnerMeal = z.infer<typeof PartnerMeal>;

const mealKey = z.object({ key: Key });

/**
 * Creates or replaces a meal; the restaurant and the meal type must exist. With a restaurant's own token `listFull`
 * where its day has 500 already. What another restaurant has on its menu is `notFound`; a key that another has only
 * sold out is free. Whoever brings a dish back whose key has become another's meanwhile gets it under a new one, which
 * the answer names.
 */
export const putPartnerMeal = defineRoute({
  name: 'putPartnerMeal',
  method: 'PUT',
  path: '/api/partner/meals/:key',
  access: 'partner',
  params: mealKey,
  body: PartnerMeal,
  answer: Offer,
  errors: ['notFound', 'listFull'],
});

/**
 * Takes a meal off the menu; a meal that is not there is off it already. One of today is sold out then: its restaurant
 * still sees it, and putting it brings it back.
 */
export const deletePartnerMeal = defineRoute({
  name: 'deletePartnerMeal',
  method: 'DELETE',
  path: '/api/partner/meals/:key',
  access: 'partner',
  params: mealKey,
  answer: Empty,
  errors: ['notFound'],
});

const text = (most: number) => z.string().check(z.trim(), z.maxLength(most));

// Guests tap on these: nothing but a page of the web may stand there.
const webAddress = z.string().check(z.maxLength(2000), z.regex(/^https?:\/\/[^\s"'<>\\]+$/i));
const pictureAddress = z.string().check(z.maxLength(2000), z.regex(/^(?:https?:\/\/|\/(?!\/))[^\s"'<>\\]+$/i));

const PartnerMedia = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('image'),
    /** The picture: https, or a path of this site. */
    url: pictureAddress,
    /** The same at most 1280 px wide. */
    midSizeUrl: pictureAddress,
  }),
  z.object({
    type: z.literal('video'),
    /** Id of the film with YouTube. */
    youtubeId: z.string().check(z.regex(/^[A-Za-z0-9_-]{1,20}$/)),
  }),
  z.object({
    type: z.literal('menu'),
    /** Picture of a printed menu. */
    url: pictureAddress,
  }),
]);

/** The changes of a restaurant as its own system sends them: what is given is replaced, all else stays. */
export const PartnerRestaurant = z.partial(
  z.object({
    /** As it stands over the door, 1 to 255 characters. */
    name: z.string().check(z.trim(), z.minLength(1), z.maxLength(255)),
    /** Unique name in addresses: small letters, digits and single hyphens. */
    routingName: z.string().check(z.maxLength(160), z.regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/)),
    /** Decides whether the place is in the main list. */
    type: RestaurantType,
    /** null takes it away. */
    logo: z.nullable(
      z.object({
        /** Address of the picture. */
        url: pictureAddress,
      }),
    ),
    /** At most 50, in the order of the slider. */
    media: z.array(PartnerMedia).check(z.maxLength(50)),
    /** Keys of its tags, at most 50; one that is unknown is not shown. */
    tagIds: z.array(Key).check(z.maxLength(50)),
    /** Where the door is. */
    address: Address,
    /** Where the pin is. */
    location: Coordinate,
    /** When the place is open. */
    openingHours: Week,
    /** What of the opening hours can't be said in ranges. */
    openingHoursText: z.nullable(text(1000)),
    /** When lunch is served. */
    lunchTimes: Week,
    /** A holiday closure; null ends it. */
    restTime: z.nullable(
      RestTime.check(
        z.refine(({ start, end }) => start <= end, { path: ['end'], message: 'ends on or after its first day' }),
      ),
    ),
    /** Minutes that the kitchen needs, at most a day. */
    orderForerunMinutes: z.int().check(z.gte(0), z.lte(1440)),
    /** First day as a partner. */
    activeSince: z.nullable(Day),
    /** First day as premium. */
    premiumStart: z.nullable(Day),
    /** Last day as premium. */
    premiumEnd: z.nullable(Day),
    /** True: nobody eats in. */
    onlyTakeAway: z.boolean(),
    /** The company whose discounts hold here. */
    companyId: z.nullable(Key),
    /** What the page tells beside the menu, whole. */
    data: z.object({
      /** At most 5000 characters. */
      description: text(5000),
      /** How guests reach the restaurant. */
      contact: z.object({
        /** As people write it. */
        phoneNumber: z.nullable(text(100)),
        /** For guests. */
        email: z.nullable(z.string().check(z.maxLength(254), z.regex(/^[^\s@<>"]+@[^\s@<>"]+\.[^\s@<>"]{2,}$/))),
        /** Address of its own site, with its scheme. */
        web: z.nullable(webAddress),
        /** Where a table can be reserved. */
        reservationUrl: z.nullable(webAddress),
      }),
      /** Mean price of a meal in euro, not cents. */
      meanPrice: z.nullable(z.number().check(z.gte(0), z.lte(10_000))),
      /** Facts that filters ask for. */
      details: Details,
    }),
  }),
);
export type PartnerRestaurant = z.infer<typeof PartnerRestaurant>;

/**
 * Replaces the fields of a restaurant that are given; those that follow from others follow. With a restaurant's own
 * token `notAllowed` where type, days as partner or premium, company or routing name are among them.
 */
export const putPartnerRestaurant = defineRoute({
  name: 'putPartnerRestaurant',
  method: 'PUT',
  path: '/api/partner/restaurants/:key',
  access: 'partner',
  params: z.object({ key: Key }),
  body: PartnerRestaurant,
  answer: Restaurant,
  errors: ['notFound', 'notAllowed'],
});

/** Words of a discount, at most 200 characters: everybody's pages hold them. */
const discountText = z.string().check(z.maxLength(200));

const MAX_LANGUAGES = 10;
const MAX_LANGUAGE_NAME = 35;

/** A discount as the partner API writes it. */
export const PartnerDiscount = z
  .extend(z.omit(Discount, { key: true, quantityLeft: true, usedByMe: true }), {
    /** The name by language, at most 10 of them; each at most 200 characters. */
    name: Texts.check(
      z.refine((texts) => Object.keys(texts).length <= MAX_LANGUAGES, { message: 'is in 10 languages at most' }),
      z.refine(
        (texts) =>
          Object.entries(texts).every(
            ([language, words]) => language.length <= MAX_LANGUAGE_NAME && words.length <= 200,
          ),
        { message: 'has 200 characters at most in each language' },
      ),
    ),
    /** One sentence for guests, at most 200 characters. */
    descriptionText: discountText,
    /** Until when, in words, at most 200 characters; null where nothing needs saying. */
    expiryHint: z.nullable(discountText),
    /** What it is worth, in words, `2,00 €`; at most 200 characters. */
    valueText: discountText,
    /** What kind it is, in words, at most 200 characters. */
    typeText: discountText,
    /** How often it can be used in all. */
    quantity: z.int().check(z.gte(0), z.lte(1_000_000)),
    /** Cents, or whole percent up to 100 for `percent`. */
    value: z.int().check(z.gte(0), z.lte(1_000_000)),
    /** Who alone has it; absent = everybody. Never answered. */
    owners: z.optional(z.array(Key).check(z.minLength(1), z.maxLength(1000))),
  })
  .check(
    z.refine(({ start, end }) => start < end, { path: ['end'], message: 'ends after it starts' }),
    z.refine(({ discountType, value }) => discountType !== 'percent' || value <= 100, {
      path: ['value'],
      message: 'takes off 100 percent at most',
    }),
  );
export type PartnerDiscount = z.infer<typeof PartnerDiscount>;

const discountKey = z.object({ key: Key });

/**
 * Creates or replaces a discount; the restaurant and the meal that it names must exist. With a restaurant's own token
 * `notAllowed` where it would hold elsewhere too, or the platform pay it, and `listFull` where 50 of its own are open
 * already.
 */
export const putPartnerDiscount = defineRoute({
  name: 'putPartnerDiscount',
  method: 'PUT',
  path: '/api/partner/discounts/:key',
  access: 'partner',
  params: discountKey,
  body: PartnerDiscount,
  answer: Discount,
  errors: ['notFound', 'notAllowed', 'listFull'],
});

/** Takes a discount away; one that is not there is gone already. */
export const deletePartnerDiscount = defineRoute({
  name: 'deletePartnerDiscount',
  method: 'DELETE',
  path: '/api/partner/discounts/:key',
  access: 'partner',
  params: discountKey,
  answer: Empty,
  errors: ['notFound'],
});

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
  /**
   * Names the sender; restaurants are told apart by it and their id. Small letters, digits and hyphens, at most 32, not
   * `osm` or `eat-api`.
   */
  source: z.string().check(z.regex(/^(?!osm$|eat-api$)[a-z0-9-]{1,32}$/)),
  /** PartnerFeedRestaurant each, read one by one. */
  restaurants: z.array(z.unknown()),
});
export type PartnerFeed = z.infer<typeof PartnerFeed>;
