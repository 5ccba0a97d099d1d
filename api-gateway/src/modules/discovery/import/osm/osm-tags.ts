import type { Coordinate, Details, Restaurant } from '@mahlzeit/contract';
import { cleanText, repairMojibake, UNKNOWN_DETAILS } from '../record';
import type { Warn } from '../record';
import { tagsOfCuisine } from './osm-cuisines';

/** What OpenStreetMap says of a thing, by key. */
export type OsmTags = Readonly<Record<string, string>>;

/** One thing of OpenStreetMap, whichever file it stood in. */
export interface OsmElement {
  /** `node/123`; names it in every later extract. */
  readonly id: string;
  readonly tags: OsmTags;
  /** null where the file doesn't say. */
  readonly location: Coordinate | null;
}

/** The tags among the properties of a feature: texts and numbers, no prototype. */
export const tagsOf = (properties: Readonly<Record<string, unknown>>): OsmTags => {
  const tags: Record<string, string> = {};
  for (const [key, value] of Object.entries(properties)) {
    if (typeof value === 'string') tags[key] = value;
    else if (typeof value === 'number' || typeof value === 'boolean') tags[key] = String(value);
  }
  return tags;
};

/** The first of some tags that says anything, on one line and with whole umlauts; empty where none does. */
export const textOfTag = (tags: OsmTags, ...keys: readonly string[]): string => {
  for (const key of keys) {
    const text = cleanText(repairMojibake(tags[key] ?? ''));
    if (text !== '') return text;
  }
  return '';
};

/** The words of a tag that may hold several: lower-case, parted by semicolons or commas. */
const wordsOfTag = (tags: OsmTags, key: string): string[] =>
  textOfTag(tags, key)
    .toLowerCase()
    .split(/[;,]/)
    .map((word) => word.trim())
    .filter(Boolean);

/** What a tag says, yes or no: null where it is absent, says both, or says something else. */
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

// The tag of each key that answers with yes or only.
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

/** The kind of a place in OpenStreetMap's own word, `cafe`; null where it has none. */
export const kindOf = (tags: OsmTags): string | null => {
  const kind = textOfTag(tags, 'amenity', 'shop', 'tourism', 'leisure').toLowerCase().slice(0, 64);
  return kind === '' ? null : kind;
};

/**
 * The tags of a place: cuisines first, in their order there, then what kind it is, then diets. An unknown cuisine is
 * counted.
 */
export const tagIdsOf = (tags: OsmTags, warn: Warn): string[] => {
  const cuisines = wordsOfTag(tags, 'cuisine').flatMap((word) => {
    const known = tagsOfCuisine(word);
    if (known === null) warn('unknownCuisine', word);
    return known ?? [];
  });
  const kind = OF_KIND[kindOf(tags) ?? ''];
  const yes = Object.entries(OF_YES).flatMap(([key, tag]) => (yesOrNo(tags, key) === true ? tag : []));
  // Who cooks vegan cooks vegetarian.
  const diets = yes.includes('vegan') && !yes.includes('vegetarian') ? ['vegetarian', ...yes] : yes;
  return [...new Set([...cuisines, ...(kind === undefined ? [] : [kind]), ...diets])];
};

type Contact = Restaurant['data']['contact'];

// „089 / 123-0 oder 0170 …“: a new number begins behind a separator with + or 0, while „089/12345“ is one.
const NEXT_NUMBER = /\s*(?:[;,|]|\s\/\s|\s(?:oder|und|or|and)\s)\s*(?=\(?\+|\(?0)|\s*;\s*/i;
const FEWEST_DIGITS = 5;

/** The first phone number of a tag as people write it; null for what is none. */
export const cleanPhone = (text: string): string | null => {
  const [first = ''] = text.split(NEXT_NUMBER).filter(Boolean);
  const number = first
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
// What a link never needs, and what breaks out of one.
const UNSAFE = /["'<>\\]/;
// A colon that no port follows: „javascript:“, „mailto:“.
const OTHER_SCHEME = /^[a-z][a-z0-9+.-]*:(?!\d)/i;

/** The first web address of a tag with its scheme; null for what is none. */
export const cleanWebsite = (text: string): string | null => {
  const [first = ''] = text.split(/[\s;]+|,(?=\s|https?:|www\.)/i).filter(Boolean);
  const scheme = /^https:/i.test(first) || !SCHEME.test(first) ? 'https' : 'http';
  const rest = first.replace(SCHEME, '');
  const address = `${scheme}://${rest}`;
  if (!URL.canParse(address) || OTHER_SCHEME.test(rest) || UNSAFE.test(rest)) return null;
  const { hostname, username, password } = new URL(address);
  const host = /^https?:\/\/([^/?#:]+)/i.exec(address)?.[1] ?? '';
  return username === '' && password === '' && (HOST.test(hostname) || HOST.test(host)) ? address : null;
};

const cleanEmail = (text: string): string | null => /^[^\s;,@]+@[^\s;,@]+\.[^\s;,@]+/.exec(text)?.[0] ?? null;

/** How guests reach a place; `onBroken` hears of what stands there and can't be used. */
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

// Where a value other than no names what the seats stand on, there are seats.
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

/** „cards“ says no to each card, but yes to none in particular; cash „only“ says no to all else. */
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

// Each word of the key smoking; „no“ is written of rooms and leaves open what holds outside.
const SMOKING: ReadonlyMap<string, Pick<Details, 'smokingInside' | 'smokingOutside'>> = new Map([
  ['yes', { smokingInside: true, smokingOutside: true }],
  ['dedicated', { smokingInside: true, smokingOutside: true }],
  ['separated', { smokingInside: true, smokingOutside: null }],
  ['isolated', { smokingInside: true, smokingOutside: null }],
  ['outside', { smokingInside: false, smokingOutside: true }],
  ['outdoor', { smokingInside: false, smokingOutside: true }],
  ['no', { smokingInside: false, smokingOutside: null }],
]);

/** The facts that filters ask for, as far as the tags tell them; „limited“ for wheelchairs is neither yes nor no. */
export const detailsOf = (tags: OsmTags): Details => ({
  ...UNKNOWN_DETAILS,
  ...paymentsOf(tags),
  ...(wordsOfTag(tags, 'smoking').length === 1 ? SMOKING.get(textOfTag(tags, 'smoking').toLowerCase()) : {}),
  wifi: yesOrNo(tags, 'internet_access', ['yes', 'wlan', 'wifi', 'free']),
  handicap: yesOrNo(tags, 'wheelchair', ['yes', 'designated']),
  seatsOutside: yesOrNo(tags, 'outdoor_seating', SEATS),
});
