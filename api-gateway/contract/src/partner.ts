import * as z from '@mahlzeit/contract/zod';
import { Discount } from './discount';
import { Diet, Offer, VatKind } from './menu';
import { Address, Details, Restaurant, RestaurantType, RestTime, Week } from './restaurant';
import { MailAddress, OrderChannel } from './order-channel';
import { defineRoute } from './route';
import { atMostCharacters, inOneLine, inReadableLines } from './text-limits';
import { oneLineOf, textLength } from './typed-text';
import { Cents, Coordinate, Day, Empty, Key, Ms, Texts } from './values';

/** Returns the schema of a required text in one line, which is trimmed and has at most `maxLength` characters. */
const requiredText = (maxLength: number) =>
  z.string().check(inOneLine(), z.trim(), z.minLength(1), ...atMostCharacters(maxLength));

/** Schema of a dish's further information, for example side dishes: at most 2000 characters; may be empty. */
const dishDescription = z.string().check(inReadableLines(), z.trim(), ...atMostCharacters(2000));

/** Schema of a price in cents, at most 10,000 €. */
const dishPrice = Cents.check(z.gte(0), z.lte(1_000_000));

const amountText = z.optional(z.nullable(requiredText(50)));
const dishLabels = z.optional(z.array(requiredText(100)).check(z.maxLength(50)));

/** Fields of a dish or drink that the partner API and a partner's feed (a JSON file) share. */
const PartnerDish = z.object({
  /** Name on the menu, 1 to 200 characters. */
  name: requiredText(200),
  /** Tax category. Without this field the meal type decides: drinks are DRINK, everything else is FOOD. */
  vatType: z.optional(VatKind),
  /** Amount that `price` buys, `100 g`, for a dish sold by weight. */
  unit: amountText,
  /** Size of a drink, `0,3 l`. */
  volume: amountText,
  /** Deposit that is added to the price. */
  deposit: z.optional(z.nullable(dishPrice)),
  /** At most 50 allergens as the menu declares them. */
  allergens: dishLabels,
  /** At most 50 additives as the menu declares them. */
  additives: dishLabels,
  /** Diets that the menu declares as suitable. */
  diets: z.optional(z.array(Diet)),
});

/** A meal as a restaurant's own system sends it. */
export const PartnerMeal = z.extend(PartnerDish, {
  /** Key of an existing restaurant. */
  restaurantId: Key,
  /** Further information, for example side dishes, at most 2000 characters. */
  description: z._default(dishDescription, ''),
  /** Gross price for guests, at least one cent, because a free dish can't be ordered. */
  price: Cents.check(z.gte(1), z.lte(1_000_000)),
  /** Key of the MealType to which the meal belongs. */
  typeKey: Key,
  /** Position in the menu. Dishes with a higher number come first. */
  order: z._default(z.int(), 0),
  /** Day on which the dish is offered. */
  date: Day,
  /** True for a sold-out dish. Guests don't see a sold-out dish, but its restaurant does. */
  isSoldOut: z.optional(z.boolean()),
});
export type PartnerMeal = z.infer<typeof PartnerMeal>;

const mealParams = z.object({ key: Key });

/**
 * Creates or replaces a meal. The restaurant and the meal type must exist. With a restaurant's own token: error
 * `listFull` when the menu of that day already has 500 meals, error `notFound` for a meal on another restaurant's menu.
 * If another restaurant has a meal only as sold out, its key may be reused. When a restaurant puts its sold-out dish
 * back and another restaurant uses the key, the dish gets a new key, which the response contains.
 */
export const putPartnerMeal = defineRoute({
  name: 'putPartnerMeal',
  method: 'PUT',
  path: '/api/partner/meals/:key',
  access: 'partner',
  params: mealParams,
  body: PartnerMeal,
  answer: Offer,
  errors: ['notFound', 'listFull'],
});

/**
 * Removes a meal from the menu. A missing meal is no error. A meal of today becomes sold out: its restaurant still sees
 * it, and `putPartnerMeal` brings it back.
 */
export const deletePartnerMeal = defineRoute({
  name: 'deletePartnerMeal',
  method: 'DELETE',
  path: '/api/partner/meals/:key',
  access: 'partner',
  params: mealParams,
  answer: Empty,
  errors: ['notFound'],
});

const textUpToLength = (maxLength: number) => z.string().check(inOneLine(), z.trim(), ...atMostCharacters(maxLength));

const linesUpToLength = (maxLength: number) =>
  z.string().check(inReadableLines(), z.trim(), ...atMostCharacters(maxLength));

// Guests open this kind of URL (website, reservation), so only http and https are accepted.
const webAddress = z.string().check(z.maxLength(2000), z.regex(/^https?:\/\/[^\s"'<>\\]+$/i));
// Path of a picture on this site. Pictures of other sites are refused: their server would see each guest, and the
// pages' Content Security Policy blocks them.
const pictureAddress = z.string().check(z.maxLength(2000), z.regex(/^\/(?!\/)[^\s"'<>\\]+$/));

const PartnerMedia = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('image'),
    /** Absolute path of the picture on this site. */
    url: pictureAddress,
    /** Path of the same picture, at most 1280 px wide. */
    midSizeUrl: pictureAddress,
  }),
  z.object({
    type: z.literal('video'),
    /** YouTube id of the film. */
    youtubeId: z.string().check(z.regex(/^[A-Za-z0-9_-]{1,20}$/)),
  }),
  z.object({
    type: z.literal('menu'),
    /** Path of the picture of a printed menu. */
    url: pictureAddress,
  }),
]);

/** Postal address as a restaurant's own system sends it; unknown parts are empty. */
const PartnerAddress = z.extend(Address, {
  /** Id of the place with the map provider, at most 300 characters; null without one. */
  placeId: z.nullable(textUpToLength(300)),
  /** Street without the number, at most 200 characters. */
  street: textUpToLength(200),
  /** House number with its letter, `14a`, at most 50 characters. */
  streetNumber: textUpToLength(50),
  /** Postal code as text, at most 20 characters. */
  postalCode: textUpToLength(20),
  /** Name of the town, at most 200 characters. */
  locality: textUpToLength(200),
  /** Quarter of the town, at most 200 characters; null or absent when unknown. */
  quarter: z.optional(z.nullable(textUpToLength(200))),
});

/** Changes of a restaurant as its own system sends them. Present fields are replaced, absent fields stay unchanged. */
export const PartnerRestaurant = z.partial(
  z.object({
    /** Name of the restaurant, 1 to 255 characters. */
    name: requiredText(255),
    /** Unique name in the URL of the restaurant's page: lower-case letters, digits and single hyphens. */
    routingName: z.string().check(z.maxLength(160), z.regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/)),
    /** Type of restaurant, which decides whether the place is in the main list. */
    type: RestaurantType,
    /** Logo; null removes it. */
    logo: z.nullable(
      z.object({
        /** Path of the picture on this site. */
        url: pictureAddress,
      }),
    ),
    /** At most 50 pictures and films, in the order in which the restaurant's page shows them. */
    media: z.array(PartnerMedia).check(z.maxLength(50)),
    /** Keys of the restaurant's tags, at most 50. Unknown keys are ignored. */
    tagIds: z.array(Key).check(z.maxLength(50)),
    /** Postal address of the entrance. */
    address: PartnerAddress,
    /** Position of the pin on the map. */
    location: Coordinate,
    /** Opening hours of the place. */
    openingHours: Week,
    /** Remarks on opening hours that ranges can't express. */
    openingHoursText: z.nullable(linesUpToLength(1000)),
    /** Hours at which lunch is served. */
    lunchTimes: Week,
    /** A holiday closure of the restaurant; null removes the closure. */
    restTime: z.nullable(
      RestTime.check(
        z.refine(({ start, end }) => start <= end, { path: ['end'], message: 'ends on or after its first day' }),
      ),
    ),
    /** Minutes that the kitchen needs to prepare an order, at most a day. */
    orderForerunMinutes: z.int().check(z.gte(0), z.lte(1440)),
    /** First day as a partner; null when it isn't known. */
    activeSince: z.nullable(Day),
    /** First day as premium; null without premium. */
    premiumStart: z.nullable(Day),
    /** Last day as premium; null without premium. */
    premiumEnd: z.nullable(Day),
    /** True when guests can't eat in the restaurant. */
    onlyTakeAway: z.boolean(),
    /** Instant until which the kitchen takes no new orders; null ends the pause. Placed orders stay. */
    ordersPausedUntil: z.nullable(Ms),
    /** Further ways by which orders reach the restaurant, at most 5. No answer contains them. */
    orderChannels: z.array(OrderChannel).check(z.maxLength(5)),
    /** Key of the company whose discounts are valid in the restaurant; null for no company. */
    companyId: z.nullable(Key),
    /** Contents of the restaurant's page except the menu. A request replaces all of them together. */
    data: z.object({
      /** Description of the restaurant, at most 5000 characters. */
      description: linesUpToLength(5000),
      /** Contact data for guests. */
      contact: z.object({
        /** Phone number in any notation. */
        phoneNumber: z.nullable(textUpToLength(100)),
        /** E-mail address for guests; orders go to it, too. */
        email: z.nullable(MailAddress),
        /** URL of the restaurant's website, with its scheme. */
        web: z.nullable(webAddress),
        /** URL of the page on which guests reserve a table. */
        reservationUrl: z.nullable(webAddress),
      }),
      /** Average price of a meal in euro, not cents. */
      meanPrice: z.nullable(z.number().check(z.gte(0), z.lte(10_000))),
      /** Properties of the restaurant, for example accepted cards, by which lists can be filtered. */
      details: Details,
    }),
  }),
);
export type PartnerRestaurant = z.infer<typeof PartnerRestaurant>;

/**
 * Replaces the present fields of a restaurant and derives dependent fields. With a restaurant's own token: error
 * `notAllowed` when the changes contain the type, days as partner or premium, the company or the routing name.
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

/** Text of a discount. It has at most 200 characters, because the page of every user loads it. */
const discountText = z.string().check(inOneLine(), ...atMostCharacters(200));

const MAX_LANGUAGES = 10;
const MAX_LANGUAGE_NAME_LENGTH = 35;

/** A discount as a client of the partner API sends it. */
export const PartnerDiscount = z
  .extend(z.omit(Discount, { key: true, quantityLeft: true, usedByMe: true }), {
    /** Names by language, at most 10 languages and 200 characters each. */
    name: Texts.check(
      z.overwrite((textByLanguage) => ({
        ...Object.fromEntries(Object.entries(textByLanguage).map(([language, text]) => [language, oneLineOf(text)])),
        de: oneLineOf(textByLanguage.de),
      })),
      z.refine((textByLanguage) => Object.keys(textByLanguage).length <= MAX_LANGUAGES, {
        message: 'is in 10 languages at most',
      }),
      z.refine(
        (textByLanguage) =>
          Object.entries(textByLanguage).every(
            ([language, translation]) => language.length <= MAX_LANGUAGE_NAME_LENGTH && textLength(translation) <= 200,
          ),
        { message: 'has 200 characters at most in each language' },
      ),
    ),
    /** One sentence for guests, at most 200 characters. */
    descriptionText: discountText,
    /** End of validity as a text for guests, at most 200 characters; null when the discount shows no end. */
    expiryHint: z.nullable(discountText),
    /** Value of the discount as a text for guests, `2,00 €`, at most 200 characters. */
    valueText: discountText,
    /** Kind of the discount as a text for guests, at most 200 characters. */
    typeText: discountText,
    /** Number of times that all users together may use the discount. */
    quantity: z.int().check(z.gte(0), z.lte(1_000_000)),
    /** Amount in cents; for the `discountType` `percent`, whole percent up to 100. */
    value: z.int().check(z.gte(0), z.lte(1_000_000)),
    /**
     * Uids of the only users who may use the discount; absent when everybody may use it. No response contains this
     * field.
     */
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

const discountParams = z.object({ key: Key });

/**
 * Creates or replaces a discount. Its restaurant and its meal must exist. With a restaurant's own token: error
 * `notAllowed` when the discount would be valid elsewhere or the platform would pay for it, error `listFull` when 50
 * discounts of the restaurant are open.
 */
export const putPartnerDiscount = defineRoute({
  name: 'putPartnerDiscount',
  method: 'PUT',
  path: '/api/partner/discounts/:key',
  access: 'partner',
  params: discountParams,
  body: PartnerDiscount,
  answer: Discount,
  errors: ['notFound', 'notAllowed', 'listFull'],
});

/** Deletes a discount. A missing discount is no error. */
export const deletePartnerDiscount = defineRoute({
  name: 'deletePartnerDiscount',
  method: 'DELETE',
  path: '/api/partner/discounts/:key',
  access: 'partner',
  params: discountParams,
  answer: Empty,
  errors: ['notFound'],
});

/** A dish or drink of one day in a partner's feed. */
export const PartnerFeedOffer = z.extend(PartnerDish, {
  /**
   * Id of the dish within the feed, at most 100 characters. Without this id, the dish's name on the menu identifies it.
   */
  id: z.optional(requiredText(100)),
  /** Further information, for example side dishes, at most 2000 characters. */
  description: z.optional(dishDescription),
  /** Gross price for guests. An offer without a price, or at price 0, is skipped and counted in the report. */
  price: z.optional(z.nullable(dishPrice)),
  /** Base name of a meal type, `Mittagstisch`. An unknown name counts as Mittagstisch. */
  mealType: requiredText(64),
  /** Position in the menu. Dishes with a higher number come first. */
  order: z.optional(z.int()),
});
export type PartnerFeedOffer = z.infer<typeof PartnerFeedOffer>;

/** The complete menu of one day. Stored offers of that day that are absent from this menu are removed. */
export const PartnerFeedMenu = z.object({
  /** Day of the menu. */
  date: Day,
  /**
   * Offers of the day; empty for none. Each offer is parsed separately, so that an invalid one doesn't affect the
   * others.
   */
  offers: z.array(z.unknown()),
});
export type PartnerFeedMenu = z.infer<typeof PartnerFeedMenu>;

/** A restaurant in a partner's feed: fields of the partner API and menus. Absent fields stay unchanged. */
export const PartnerFeedRestaurant = z.extend(z.omit(PartnerRestaurant, { routingName: true }), {
  /** Permanent id of the restaurant within the feed, at most 100 characters. */
  id: requiredText(100),
  /**
   * Menus by day. Absent days stay unchanged. Each menu is parsed separately, so that an invalid one doesn't affect the
   * others.
   */
  menus: z.optional(z.array(z.unknown())),
});
export type PartnerFeedRestaurant = z.infer<typeof PartnerFeedRestaurant>;

/** A partner's feed of restaurants and menus: one JSON file, imported by `npm run import -- FILE`. */
export const PartnerFeed = z.object({
  /** Constant by which the import recognises the file as a partner's feed. */
  format: z.literal('mahlzeit-feed'),
  /** Version of the file format. */
  version: z.literal(1),
  /**
   * Name of the sender. Sender and id together identify a restaurant. Lower-case letters, digits and hyphens, at most
   * 32, not `osm` or `eat-api`.
   */
  source: z.string().check(z.regex(/^(?!osm$|eat-api$)[a-z0-9-]{1,32}$/)),
  /**
   * Restaurants in the form `PartnerFeedRestaurant`. Each one is parsed separately, so that an invalid one doesn't
   * affect the others.
   */
  restaurants: z.array(z.unknown()),
});
export type PartnerFeed = z.infer<typeof PartnerFeed>;
