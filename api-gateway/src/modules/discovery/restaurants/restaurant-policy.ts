import type { PartnerRestaurant } from '@mahlzeit/contract';
import { isPlaceCell } from '@mahlzeit/contract/rules';
import type { PartnerCaller, TopicSource } from '../../../platform';
import { createRestaurantRepository } from './restaurant-repository';

/** Checks whether a reader may follow a restaurant: everybody any listed one, a counter only its own. */
export const mayReadRestaurant: TopicSource['mayRead'] = async ({ restaurantKey }, key, knex) =>
  key !== null &&
  (restaurantKey === undefined || restaurantKey === key) &&
  createRestaurantRepository(knex).exists(key);

/** Checks whether a reader may follow the new places of a cell: everybody any valid cell. */
export const mayReadPlaces: TopicSource['mayRead'] = async (_session, cell) => cell !== null && isPlaceCell(cell);

/** Checks whether a reader may follow a restaurant's counter: only the restaurant's own counters may. */
export const mayReadCounter: TopicSource['mayRead'] = async ({ restaurantKey }, key) =>
  key !== null && restaurantKey === key;

/**
 * Checks whether a partner may act for a restaurant: by the restaurant's own token or by the token for all. A
 * restaurant is `notFound` for any other partner.
 */
export const mayActFor = (partner: PartnerCaller | null, restaurantKey: string): boolean =>
  partner !== null && (partner.restaurantKey === null || partner.restaurantKey === restaurantKey);

type PartnerField = keyof PartnerRestaurant;

// Fields that decide about payments, about the order of lists and about public links need an agreement with the
// platform.
const AGREED_FIELDS: readonly PartnerField[] = [
  'type',
  'activeSince',
  'premiumStart',
  'premiumEnd',
  'companyId',
  'routingName',
];

/** Checks whether a partner may change these fields of a restaurant that the partner may act for. */
export const mayChangeFields = ({ restaurantKey }: PartnerCaller, changes: PartnerRestaurant): boolean =>
  restaurantKey === null || AGREED_FIELDS.every((field) => changes[field] === undefined);
