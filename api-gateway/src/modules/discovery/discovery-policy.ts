import { isPlaceCell } from '@mahlzeit/contract/rules';
import type { CallerSession, TopicSource } from '../../platform';
import { createRestaurantRepository } from './restaurant-repository';

/** Who asks for discounts. */
export type DiscountReader = Pick<CallerSession, 'uid' | 'isAnonymous'>;

/** Whether somebody may have discounts of their own: a visitor owns none, over HTTP and live. */
export const mayOwnDiscounts = ({ isAnonymous }: DiscountReader): boolean => !isAnonymous;

/** Whether a place may be followed: each one that there is, by everybody. */
export const mayReadRestaurant: TopicSource['mayRead'] = async (_session, key, knex) => key !== null && createRestaurantRepository(knex).exists(key);

/** Whether a cell's new places may be followed: where it is a cell, by everybody. */
export const mayReadPlaces: TopicSource['mayRead'] = async (_session, cell) => cell !== null && isPlaceCell(cell);
