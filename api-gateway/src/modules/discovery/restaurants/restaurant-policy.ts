import type { PartnerRestaurant } from '@mahlzeit/contract';
import { isPlaceCell } from '@mahlzeit/contract/rules';
import type { PartnerCaller, TopicSource } from '../../../platform';
import { createRestaurantRepository } from './restaurant-repository';

/**
 * Checks whether a subscriber may read the live topic of a restaurant. A user may read every listed restaurant, a
 * partner console only its own.
 */
export const mayReadRestaurant: TopicSource['mayRead'] = async ({ restaurantKey }, topicKey, knex) =>
  topicKey !== null &&
  (restaurantKey === undefined || restaurantKey === topicKey) &&
  createRestaurantRepository(knex).exists(topicKey);

/**
 * Checks whether a subscriber may read the live topic of new places in a map cell: everybody may, if the cell's name is
 * valid.
 */
export const mayReadPlaces: TopicSource['mayRead'] = async (_session, placeCell) =>
  placeCell !== null && isPlaceCell(placeCell);

/**
 * Checks whether a subscriber may read the live topic of a restaurant's partner console: only a console of that
 * restaurant may.
 */
export const mayReadCounter: TopicSource['mayRead'] = async ({ restaurantKey }, topicKey) =>
  topicKey !== null && restaurantKey === topicKey;

/**
 * Checks whether a partner may act for a restaurant: with the restaurant's own token, or with the platform's token for
 * all restaurants. Callers return `notFound` to all others.
 */
export const mayActFor = (partner: PartnerCaller | null, restaurantKey: string): boolean =>
  partner !== null && (partner.restaurantKey === null || partner.restaurantKey === restaurantKey);

type PartnerField = keyof PartnerRestaurant;

// Fields of a restaurant that affect payments, the order of lists or public links. A restaurant can't change them
// itself; it needs an agreement with the platform.
const CONTRACTUAL_FIELDS: readonly PartnerField[] = [
  'type',
  'activeSince',
  'premiumStart',
  'premiumEnd',
  'companyId',
  'routingName',
];

/**
 * Checks whether a partner may change these fields of a restaurant. Whether the partner may act for the restaurant is
 * checked separately.
 */
export const mayChangeFields = ({ restaurantKey }: PartnerCaller, requestedChanges: PartnerRestaurant): boolean =>
  restaurantKey === null || CONTRACTUAL_FIELDS.every((agreedField) => requestedChanges[agreedField] === undefined);
