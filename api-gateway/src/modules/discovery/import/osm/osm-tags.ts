import type { Coordinate, Details, Restaurant } from '@mahlzeit/contract';
import { cleanText, repairMojibake, UNKNOWN_DETAILS } from '../record';
import type { Warn } from '../record';
import { tagsOfCuisine } from './osm-cuisines';

/** Tags of an OpenStreetMap element: value by key. */
export type OsmTags = Readonly<Record<string, string>>;

/** An OpenStreetMap element, independent of the file format. */
export interface OsmElement {
  /** Id such as `node/123`, which is the same in every later extract. */
  readonly id: string;
  readonly tags: OsmTags;
  /** Position of the element; null if the file contains none. */
  readonly location: Coordinate | null;
}

/** Returns the tags in a feature's properties: only texts, numbers and booleans, in an object without a prototype. */
export const tagsOf = (properties: Readonly<Record<string, unknown>>): OsmTags => {
  const tags: Record<string, string> = {};
  for (const [key, value] of Object.entries(properties)) {
    if (typeof value === 'string') tags[key] = value;
    else if (typeof value === 'number' || typeof value === 'boolean') tags[key] = String(value);
  }
  return tags;
};

/**
 * Returns the value of the first of these keys that has a text, as one line with repaired umlauts; empty if none has.
 */
export const textOfTag = (tags: OsmTags, ...keys: readonly string[]): string => {
  for (const key of keys) {
    const text = cleanText(repairMojibake(tags[key] ?? ''));
    if (text !== '') return text;
  }
  return '';
};

/** Splits the value of a key at semicolons and commas into lower-case words. */
const wordsOfTag = (tags: OsmTags, key: string): string[] =>
  textOfTag(tags, key)
    .toLowerCase()
    .split(/[;,]/)
    .map((word) => word.trim())
    .filter(Boolean);

/** Interprets the value of a key as yes or no; null for a missing, contradictory or other value. */
const yesOrNo = (tags: OsmTags, key: string, yes: readonly string[] = ['yes', 'only']): boolean | null => {
  const answers = new Set(
    wordsOfTag(tags, key).map((word) => (yes.includes(word) ? true : word === 'no' ? false : null)),
  );
  const [answer = null] = answers;
  return answers.size === 1 ? answer : null;
};

const OF_KIND: Readonly<Record<string, string>> = {
  bar: 'bar',
  biergarten: 'beergarden',
  cafe: 'cafe',
  canteen: 'canteen',
  fast_food: 'snack',
  ice_cream: 'icecream',
  pub: 'pub',
  bakery: 'bakery',
  coffee: 'coffee',
  pastry: 'cake',
  wine: 'wine',
};

// Our tags by the OpenStreetMap keys that add them when their value is yes or only.
const OF_YES: Readonly<Record<string, string>> = {
  'diet:vegetarian': 'vegetarian',
  'diet:vegan': 'vegan',
  'diet:halal': 'halal',
  'diet:kosher': 'kosher',
  'diet:gluten_free': 'glutenfree',
  'diet:lactose_free': 'lactosefree',
  'diet:organic': 'organic',
  organic: 'organic',
  takeaway: 'takeaway',
};

/** Returns the kind of a place in the words of OpenStreetMap, for example `cafe`; null without one. */
export const kindOf = (tags: OsmTags): string | null => {
  const kind = textOfTag(tags, 'amenity', 'shop', 'tourism', 'leisure').toLowerCase().slice(0, 64);
  return kind === '' ? null : kind;
};

/**
 * Returns the tag ids of a place: first the cuisines in their order, then the kind, then the diets. Reports an unknown
 * cuisine as a warning.
 */
export const tagIdsOf = (tags: OsmTags, warn: Warn): string[] => {
  const cuisines = wordsOfTag(tags, 'cuisine').flatMap((word) => {
    const tagKeys = tagsOfCuisine(word);
    if (tagKeys === null) warn('unknownCuisine', word);
    return tagKeys ?? [];
  });
  const kind = OF_KIND[kindOf(tags) ?? ''];
  const yes = Object.entries(OF_YES).flatMap(([key, tag]) => (yesOrNo(tags, key) === true ? tag : []));
  // Adds the tag vegetarian to vegan places, because vegan food is also vegetarian.
  const diets = yes.includes('vegan') && !yes.includes('vegetarian') ? ['vegetarian', ...yes] : yes;
  return [...new Set([...cuisines, ...(kind === undefined ? [] : [kind]), ...diets])];
};

type Contact = Restaurant['data']['contact'];

// Separators between two phone numbers, as in „089 / 123-0 oder 0170 …“. After a separator, + or 0 begins a new number;
// „089/12345“ is one number.
const NEXT_NUMBER = /\s*(?:[;,|]|\s\/\s|\s(?:oder|und|or|and)\s)\s*(?=\(?\+|\(?0)|\s*;\s*/i;
const FEWEST_DIGITS = 5;

/** Returns the first phone number of a text in a normalised form; null for an invalid number. */
export const cleanPhone = (text: string): string | null => {
  const [firstAddress = ''] = text.split(NEXT_NUMBER).filter(Boolean);
  const number = firstAddress
    .replace(/^[^+\d(]+/, '')
    .replace(/[–—−]/g, '-')
    .replace(/^\++/, '+')
    .replace(/^\(\+(\d+)\)/, '+$1')
    .replace(/^00(?=[1-9])/, '+')
    .replace(/[^\d)]+$/, '')
    .replace(/\s+/g, ' ');
  const digits = number.replace(/\D/g, '').length;
  return digits < FEWEST_DIGITS || digits > 20 || /\p{L}{2}/u.test(number) ? null : number;
};

const HOST = /^(?:[\p{L}\p{N}-]+\.)+\p{L}{2,}$/u;
const SCHEME = /^https?:\/*/i;
// Characters that a link never needs and that could end an HTML attribute.
const UNSAFE = /["'<>\\]/;
// Matches a URL scheme such as „javascript:“ or „mailto:“, but not a port number.
const OTHER_SCHEME = /^[a-z][a-z0-9+.-]*:(?!\d)/i;

/** Returns the first web address of a text with its scheme; null for an invalid address. */
export const cleanWebsite = (text: string): string | null => {
  const [firstAddress = ''] = text.split(/[\s;]+|,(?=\s|https?:|www\.)/i).filter(Boolean);
  const scheme = /^https:/i.test(firstAddress) || !SCHEME.test(firstAddress) ? 'https' : 'http';
  const withoutScheme = firstAddress.replace(SCHEME, '');
  const address = `${scheme}://${withoutScheme}`;
  if (!URL.canParse(address) || OTHER_SCHEME.test(withoutScheme) || UNSAFE.test(withoutScheme)) return null;
  const { hostname, username, password } = new URL(address);
  const host = /^https?:\/\/([^/?#:]+)/i.exec(address)?.[1] ?? '';
  return username === '' && password === '' && (HOST.test(hostname) || HOST.test(host)) ? address : null;
};

const cleanEmail = (text: string): string | null => /^[^\s;,@]+@[^\s;,@]+\.[^\s;,@]+/.exec(text)?.[0] ?? null;

/** Reads phone number, website and e-mail address of a place. Calls `onBroken` with each unusable value. */
export const contactOf = (tags: OsmTags, onBroken: (text: string) => void): Contact => {
  const read = (clean: (text: string) => string | null, ...keys: string[]): string | null => {
    const texts = keys.map((key) => textOfTag(tags, key)).filter(Boolean);
    for (const text of texts) {
      const value = clean(text);
      if (value !== null) return value;
    }
    for (const text of texts) onBroken(text);
    return null;
  };
  return {
    phoneNumber: read(cleanPhone, 'phone', 'contact:phone', 'contact:mobile', 'mobile'),
    email: read(cleanEmail, 'email', 'contact:email'),
    web: read(cleanWebsite, 'website', 'contact:website', 'url'),
    reservationUrl: read(cleanWebsite, 'website:reservation', 'reservation:website', 'website:booking'),
  };
};

// Values of the key outdoor_seating that mean yes. Many describe the place or surface of the seats, so there are seats.
const SEATS = [
  'yes',
  'sidewalk',
  'terrace',
  'pedestrian_zone',
  'street',
  'streetside',
  'parklet',
  'garden',
  'backyard',
  'patio',
  'summer',
  'seasonal',
  'balcony',
  'roof',
  'rooftop',
  'beer_garden',
  'pavement',
  'veranda',
];

const firstKnown = (tags: OsmTags, ...keys: readonly string[]): boolean | null => {
  for (const key of keys) {
    const answer = yesOrNo(tags, `payment:${key}`);
    if (answer !== null) return answer;
  }
  return null;
};

/**
 * Reads the accepted payment methods. „cards“ = no excludes each card, but „cards“ = yes doesn't say which cards are
 * accepted. Cash „only“ excludes everything else.
 */
const paymentsOf = (tags: OsmTags) => {
  const isCashOnly = textOfTag(tags, 'payment:cash').toLowerCase() === 'only';
  const noCards = isCashOnly || yesOrNo(tags, 'payment:cards') === false ? false : null;
  const noCredit = yesOrNo(tags, 'payment:credit_cards') === false ? false : noCards;
  const noPhone = isCashOnly ? false : null;
  return {
    paymentEC: firstKnown(tags, 'girocard', 'ec_cards', 'electronic_cash', 'debit_cards', 'maestro') ?? noCards,
    paymentVS: firstKnown(tags, 'visa', 'credit_cards') ?? noCards,
    paymentMC: firstKnown(tags, 'mastercard', 'credit_cards') ?? noCards,
    paymentDC: firstKnown(tags, 'diners_club') ?? noCredit,
    paymentAE: firstKnown(tags, 'american_express') ?? noCredit,
    paymentPP: firstKnown(tags, 'paypal') ?? noPhone,
    paymentGP: firstKnown(tags, 'google_pay') ?? noPhone,
    paymentAP: firstKnown(tags, 'apple_pay') ?? noPhone,
    paymentCash: firstKnown(tags, 'cash', 'coins', 'notes'),
    sodexo: firstKnown(tags, 'sodexo'),
    ticketRestaurant: firstKnown(tags, 'ticket_restaurant', 'edenred'),
  };
};

// Values of the key smoking. „no“ is about the rooms and says nothing about the outside.
const SMOKING: ReadonlyMap<string, Pick<Details, 'smokingInside' | 'smokingOutside'>> = new Map([
  ['yes', { smokingInside: true, smokingOutside: true }],
  ['dedicated', { smokingInside: true, smokingOutside: true }],
  ['separated', { smokingInside: true, smokingOutside: null }],
  ['isolated', { smokingInside: true, smokingOutside: null }],
  ['outside', { smokingInside: false, smokingOutside: true }],
  ['outdoor', { smokingInside: false, smokingOutside: true }],
  ['no', { smokingInside: false, smokingOutside: null }],
]);

/** Reads the details of a place by which users filter. „limited“ for wheelchairs counts as unknown. */
export const detailsOf = (tags: OsmTags): Details => ({
  ...UNKNOWN_DETAILS,
  ...paymentsOf(tags),
  ...(wordsOfTag(tags, 'smoking').length === 1 ? SMOKING.get(textOfTag(tags, 'smoking').toLowerCase()) : {}),
  wifi: yesOrNo(tags, 'internet_access', ['yes', 'wlan', 'wifi', 'free']),
  handicap: yesOrNo(tags, 'wheelchair', ['yes', 'designated']),
  seatsOutside: yesOrNo(tags, 'outdoor_seating', SEATS),
});
