import type { PartnerRestaurant } from '@mahlzeit/contract';
import { isPlaceCell } from '@mahlzeit/contract/rules';
import type { PartnerCaller, TopicSource } from '../../../platform';
import { createRestaurantRepository } from './restaurant-repository';

/** Whether a place may be followed: each one that there is, by everybody; by a counter its own. */
export const mayReadRestaurant: TopicSource['mayRead'] = async ({ restaurantKey }, key, knex) =>
  key !== null &&
  (restaurantKey === undefined || restaurantKey === key) &&
  createRestaurantRepository(knex).exists(key);

/** Whether a cell's new places may be followed: where it is a cell, by everybody. */
export const mayReadPlaces: TopicSource['mayRead'] = async (_session, cell) => cell !== null && isPlaceCell(cell);

/** Whether what a restaurant's counter sees may be followed: by its own counters alone. */
export const mayReadCounter: TopicSource['mayRead'] = async ({ restaurantKey }, key) =>
  key !== null && restaurantKey === key;

/**
 * Whether a partner may see and change what is a restaurant's: with its own token, or the one for all. To everybody
 * else it isn't there.
 */
export const mayActFor = (partner: PartnerCaller | null, restaurantKey: string): boolean =>
  partner !== null && (partner.restaurantKey === null || partner.restaurantKey === restaurantKey);

type PartnerField = keyof PartnerRestaurant;

// What money is asked for, what decides the order of lists and what others' links lead to is agreed on with the
// platform.
const AGREED_FIELDS: readonly PartnerField[] = [
  'type',
  'activeSince',
  'premiumStart',
  'premiumEnd',
  'companyId',
  'routingName',
];

/** Whether a partner may make these changes of a restaurant that it may act for. */
export const mayChangeFields = ({ restaurantKey }: PartnerCaller, changes: PartnerRestaurant): boolean =>
  restaurantKey === null || AGREED_FIELDS.every((field) => changes[field] === undefined);
