import type { Coordinate, Details, Restaurant } from '@mahlzeit/contract';
import { cleanText, repairMojibake, UNKNOWN_DETAILS } from '../record';
import type { Warn } from '../record';
import { tagsOfCuisine } from './osm-cuisines';

/** Tags of an OpenStreetMap element: value by key. */
export type OsmTags = Readonly<Record<string, string>>;

/** An OpenStreetMap element, independent of the file format. */
export interface OsmElement {
  /** Id of the OpenStreetMap element, such as `node/123`, which is the same in every later extract. */
  readonly id: string;
  readonly tags: OsmTags;
  /** Position of the element; null if the file contains none. */
  readonly location: Coordinate | null;
}

/** Returns the tags in a feature's properties: only texts, numbers and booleans, in an object without a prototype. */
export const stringTagsOf = (properties: Readonly<Record<string, unknown>>): OsmTags => {
  const stringTags: Record<string, string> = {};
  for (const [propertyName, value] of Object.entries(properties)) {
    if (typeof value === 'string') stringTags[propertyName] = value;
    else if (typeof value === 'number' || typeof value === 'boolean') stringTags[propertyName] = String(value);
  }
  return stringTags;
};

/**
 * Returns the value of the first of these keys that has a text, as one line with repaired umlauts; empty if none has.
 */
export const tagTextOf = (tags: OsmTags, ...orderedKeys: readonly string[]): string => {
  for (const tagKey of orderedKeys) {
    const text = cleanText(repairMojibake(tags[tagKey] ?? ''));
    if (text !== '') return text;
  }
  return '';
};

/** Splits the value of an OpenStreetMap key at semicolons and commas into lower-case words. */
const tagWordsOf = (tags: OsmTags, tagKey: string): string[] =>
  tagTextOf(tags, tagKey)
    .toLowerCase()
    .split(/[;,]/)
    .map((tagWord) => tagWord.trim())
    .filter(Boolean);

/** Interprets the value of an OpenStreetMap key as yes or no; null for a missing, contradictory or other value. */
const parseYesNo = (
  tags: OsmTags,
  key: string,
  affirmativeWords: readonly string[] = ['yes', 'only'],
): boolean | null => {
  const distinctAnswers = new Set(
    tagWordsOf(tags, key).map((tagWord) =>
      affirmativeWords.includes(tagWord) ? true : tagWord === 'no' ? false : null,
    ),
  );
  const [parsedAnswer = null] = distinctAnswers;
  return distinctAnswers.size === 1 ? parsedAnswer : null;
};

const TAG_BY_KIND: Readonly<Record<string, string>> = {
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

// The product's tags by the OpenStreetMap keys that add them when the value of the key is yes or only.
const TAG_BY_YES_KEY: Readonly<Record<string, string>> = {
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
export const placeKindOf = (tags: OsmTags): string | null => {
  const placeKind = tagTextOf(tags, 'amenity', 'shop', 'tourism', 'leisure').toLowerCase().slice(0, 64);
  return placeKind === '' ? null : placeKind;
};

/**
 * Returns the tag ids of a place in OpenStreetMap: first its cuisines in their order, then its kind, then its diets.
 * Reports an unknown cuisine as a warning.
 */
export const tagIdsOf = (tags: OsmTags, warn: Warn): string[] => {
  const cuisines = tagWordsOf(tags, 'cuisine').flatMap((tagWord) => {
    const tagKeys = tagsOfCuisine(tagWord);
    if (tagKeys === null) warn('unknownCuisine', tagWord);
    return tagKeys ?? [];
  });
  const kindTag = TAG_BY_KIND[placeKindOf(tags) ?? ''];
  const confirmedTags = Object.entries(TAG_BY_YES_KEY).flatMap(([key, tag]) =>
    parseYesNo(tags, key) === true ? tag : [],
  );
  // Returns the tags of a place for the diets that it serves. Vegan places also get the tag vegetarian, because vegan
  // food is vegetarian.
  const dietTags =
    confirmedTags.includes('vegan') && !confirmedTags.includes('vegetarian')
      ? ['vegetarian', ...confirmedTags]
      : confirmedTags;
  return [...new Set([...cuisines, ...(kindTag === undefined ? [] : [kindTag]), ...dietTags])];
};

type Contact = Restaurant['data']['contact'];

// Pattern of the separators between two phone numbers, as in „089 / 123-0 oder 0170 …“. After a separator, + or 0
// begins a new number; „089/12345“ is one number.
const NUMBER_SEPARATOR = /\s*(?:[;,|]|\s\/\s|\s(?:oder|und|or|and)\s)\s*(?=\(?\+|\(?0)|\s*;\s*/i;
const MIN_PHONE_DIGITS = 5;

/** Returns the first phone number of a text in a normalised form; null for an invalid number. */
export const cleanPhone = (text: string): string | null => {
  const [firstPhoneText = ''] = text.split(NUMBER_SEPARATOR).filter(Boolean);
  const phoneNumber = firstPhoneText
    .replace(/^[^+\d(]+/, '')
    .replace(/[–—−]/g, '-')
    .replace(/^\++/, '+')
    .replace(/^\(\+(\d+)\)/, '+$1')
    .replace(/^00(?=[1-9])/, '+')
    .replace(/[^\d)]+$/, '')
    .replace(/\s+/g, ' ');
  const phoneDigitCount = phoneNumber.replace(/\D/g, '').length;
  return phoneDigitCount < MIN_PHONE_DIGITS || phoneDigitCount > 20 || /\p{L}{2}/u.test(phoneNumber)
    ? null
    : phoneNumber;
};

const HOST_PATTERN = /^(?:[\p{L}\p{N}-]+\.)+\p{L}{2,}$/u;
const SCHEME_PATTERN = /^https?:\/*/i;
// Pattern of characters that a link never needs and that could end an HTML attribute.
const UNSAFE_CHARACTERS = /["'<>\\]/;
// Matches a URL scheme such as „javascript:“ or „mailto:“, but not a port number.
const OTHER_SCHEME_PATTERN = /^[a-z][a-z0-9+.-]*:(?!\d)/i;

/** Returns the first web address of a text with its scheme; null for an invalid address. */
export const cleanWebsite = (text: string): string | null => {
  const [firstWebsite = ''] = text.split(/[\s;]+|,(?=\s|https?:|www\.)/i).filter(Boolean);
  const urlScheme = /^https:/i.test(firstWebsite) || !SCHEME_PATTERN.test(firstWebsite) ? 'https' : 'http';
  const urlWithoutScheme = firstWebsite.replace(SCHEME_PATTERN, '');
  const websiteUrl = `${urlScheme}://${urlWithoutScheme}`;
  if (
    !URL.canParse(websiteUrl) ||
    OTHER_SCHEME_PATTERN.test(urlWithoutScheme) ||
    UNSAFE_CHARACTERS.test(urlWithoutScheme)
  )
    return null;
  const { hostname, username, password } = new URL(websiteUrl);
  const websiteHost = /^https?:\/\/([^/?#:]+)/i.exec(websiteUrl)?.[1] ?? '';
  return username === '' && password === '' && (HOST_PATTERN.test(hostname) || HOST_PATTERN.test(websiteHost))
    ? websiteUrl
    : null;
};

const cleanEmail = (text: string): string | null => /^[^\s;,@]+@[^\s;,@]+\.[^\s;,@]+/.exec(text)?.[0] ?? null;

/** Reads phone number, website and e-mail address of a place. Calls `onUnusableValue` with each unusable value. */
export const readContact = (tags: OsmTags, onUnusableValue: (text: string) => void): Contact => {
  const readFirstUsable = (cleanValue: (text: string) => string | null, ...contactTagKeys: string[]): string | null => {
    const tagTexts = contactTagKeys.map((key) => tagTextOf(tags, key)).filter(Boolean);
    for (const text of tagTexts) {
      const value = cleanValue(text);
      if (value !== null) return value;
    }
    for (const text of tagTexts) onUnusableValue(text);
    return null;
  };
  return {
    phoneNumber: readFirstUsable(cleanPhone, 'phone', 'contact:phone', 'contact:mobile', 'mobile'),
    email: readFirstUsable(cleanEmail, 'email', 'contact:email'),
    web: readFirstUsable(cleanWebsite, 'website', 'contact:website', 'url'),
    reservationUrl: readFirstUsable(cleanWebsite, 'website:reservation', 'reservation:website', 'website:booking'),
  };
};

// Values of the OpenStreetMap key outdoor_seating that mean yes. Many of them describe where the seats are or what they
// stand on, which implies that there are seats.
const OUTDOOR_SEATING_VALUES = [
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

const firstKnownPayment = (tags: OsmTags, ...paymentNames: readonly string[]): boolean | null => {
  for (const key of paymentNames) {
    const parsedAnswer = parseYesNo(tags, `payment:${key}`);
    if (parsedAnswer !== null) return parsedAnswer;
  }
  return null;
};

/**
 * Reads which payment methods a place accepts. „cards“ = no excludes each card, but „cards“ = yes doesn't say which
 * cards are accepted. Cash „only“ excludes everything else.
 */
const paymentDetailsOf = (tags: OsmTags) => {
  const isCashOnly = tagTextOf(tags, 'payment:cash').toLowerCase() === 'only';
  const cardPaymentFallback = isCashOnly || parseYesNo(tags, 'payment:cards') === false ? false : null;
  const creditCardFallback = parseYesNo(tags, 'payment:credit_cards') === false ? false : cardPaymentFallback;
  const phonePaymentFallback = isCashOnly ? false : null;
  return {
    paymentEC:
      firstKnownPayment(tags, 'girocard', 'ec_cards', 'electronic_cash', 'debit_cards', 'maestro') ??
      cardPaymentFallback,
    paymentVS: firstKnownPayment(tags, 'visa', 'credit_cards') ?? cardPaymentFallback,
    paymentMC: firstKnownPayment(tags, 'mastercard', 'credit_cards') ?? cardPaymentFallback,
    paymentDC: firstKnownPayment(tags, 'diners_club') ?? creditCardFallback,
    paymentAE: firstKnownPayment(tags, 'american_express') ?? creditCardFallback,
    paymentPP: firstKnownPayment(tags, 'paypal') ?? phonePaymentFallback,
    paymentGP: firstKnownPayment(tags, 'google_pay') ?? phonePaymentFallback,
    paymentAP: firstKnownPayment(tags, 'apple_pay') ?? phonePaymentFallback,
    paymentCash: firstKnownPayment(tags, 'cash', 'coins', 'notes'),
    sodexo: firstKnownPayment(tags, 'sodexo'),
    ticketRestaurant: firstKnownPayment(tags, 'ticket_restaurant', 'edenred'),
  };
};

// Meanings of the values of the OpenStreetMap key smoking. „no“ is about the rooms and says nothing about the outside.
const SMOKING_BY_VALUE: ReadonlyMap<string, Pick<Details, 'smokingInside' | 'smokingOutside'>> = new Map([
  ['yes', { smokingInside: true, smokingOutside: true }],
  ['dedicated', { smokingInside: true, smokingOutside: true }],
  ['separated', { smokingInside: true, smokingOutside: null }],
  ['isolated', { smokingInside: true, smokingOutside: null }],
  ['outside', { smokingInside: false, smokingOutside: true }],
  ['outdoor', { smokingInside: false, smokingOutside: true }],
  ['no', { smokingInside: false, smokingOutside: null }],
]);

/**
 * Reads from OpenStreetMap the details of a place by which users filter. The value „limited“ for wheelchairs counts as
 * unknown.
 */
export const placeDetailsOf = (tags: OsmTags): Details => ({
  ...UNKNOWN_DETAILS,
  ...paymentDetailsOf(tags),
  ...(tagWordsOf(tags, 'smoking').length === 1 ? SMOKING_BY_VALUE.get(tagTextOf(tags, 'smoking').toLowerCase()) : {}),
  wifi: parseYesNo(tags, 'internet_access', ['yes', 'wlan', 'wifi', 'free']),
  handicap: parseYesNo(tags, 'wheelchair', ['yes', 'designated']),
  seatsOutside: parseYesNo(tags, 'outdoor_seating', OUTDOOR_SEATING_VALUES),
});
