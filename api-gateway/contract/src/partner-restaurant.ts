import * as z from 'zod/mini';
import { Details } from './details';
import { RestTime, Week } from './opening';
import { Address, Restaurant, RestaurantType } from './restaurant';
import { defineRoute } from './route';
import { Coordinate, Day, Key } from './values';

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
export const PartnerRestaurant = z.partial(z.object({
  /** As it stands over the door, 1 to 255 characters. */
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(255)),
  /** Unique name in addresses: small letters, digits and single hyphens. */
  routingName: z.string().check(z.maxLength(160), z.regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/)),
  /** Decides whether the place is in the main list. */
  type: RestaurantType,
  /** null takes it away. */
  logo: z.nullable(z.object({
    /** Address of the picture. */
    url: pictureAddress,
  })),
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
  restTime: z.nullable(RestTime.check(z.refine(({ start, end }) => start <= end, { path: ['end'], message: 'ends on or after its first day' }))),
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
}));
export type PartnerRestaurant = z.infer<typeof PartnerRestaurant>;

/** Changes a restaurant. */
export const putPartnerRestaurant = defineRoute({
  name: 'putPartnerRestaurant',
  method: 'PUT',
  path: '/api/partner/restaurants/:key',
  access: 'partner',
  params: z.object({ key: Key }),
  body: PartnerRestaurant,
  answer: Restaurant,
  errors: ['notFound'],
  summary: 'Replaces the fields of a restaurant that are given; those that follow from others follow.',
});
