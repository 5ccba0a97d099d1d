import type { Details } from '@mahlzeit/contract';
import { UNKNOWN_DETAILS } from '../unknown-details';
import type { OsmTags } from './osm-element';
import { textOfTag, wordsOfTag, yesOrNo } from './osm-text-rules';

// Where a value other than no names what the seats stand on, there are seats.
const SEATS = ['yes', 'sidewalk', 'terrace', 'pedestrian_zone', 'street', 'streetside', 'parklet', 'garden', 'backyard', 'patio', 'summer', 'seasonal', 'balcony', 'roof', 'rooftop', 'beer_garden', 'pavement', 'veranda'];

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
