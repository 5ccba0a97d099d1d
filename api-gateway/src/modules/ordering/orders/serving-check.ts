import type { OrderFormItem } from '@mahlzeit/contract';
import { berlinDay } from '@mahlzeit/contract/rules';
import type { ServingReason } from '@mahlzeit/contract/rules';
import type { Clock, Connection } from '../../../platform';
import { findOffers, findPayout, findRestaurant, findVatTypes } from '../../discovery';
import type { StoredOrder } from '../repositories/order-repository';
import { findServingError } from './order-checks';
import type { OrderedRestaurant, OrderFacts, ServingError } from './order-checks';

/** Reads the offers and VAT rates by which an order is checked. Only offers of today at this restaurant count. */
export const readMenuFacts = async (
  knex: Connection,
  { items }: { readonly items: readonly Pick<OrderFormItem, 'mealKey'>[] },
  { place, now }: { readonly place: OrderedRestaurant; readonly now: number },
): Promise<Pick<OrderFacts, 'now' | 'offers' | 'vatTypes'>> => {
  const berlinToday = berlinDay(now);
  const storedOffers = await findOffers(
    knex,
    items.map(({ mealKey }) => mealKey),
  );
  const offers = new Map(
    storedOffers
      .filter(({ restaurantKey, offer }) => restaurantKey === place.key && offer.date === berlinToday)
      .map(({ offer }) => [offer.key, offer]),
  );
  return { now, offers, vatTypes: await findVatTypes(knex, berlinToday) };
};

/** Converts the error of an order that is being paid to the reason that its diner gets. */
const servingReasonOf = (servingError: ServingError): ServingReason => {
  switch (servingError.code) {
    case 'OrderMealsChanged':
      return servingError.meals.some(({ change }) => change === 'gone') ? 'mealGone' : 'mealPrice';
    case 'restaurantClosed':
      return 'closed';
    case 'MissingRequiredFields':
      return 'placeGone';
    case 'ErrorOrderNotToday':
    case 'ErrorOrderTooSoon':
    case 'ErrorOrderWrongDay':
      return 'tooLate';
  }
};

/** Type of the function that returns the reason why a stored order can't be served any more; null if it can. */
export type FindServingReason = (knex: Connection, order: StoredOrder) => Promise<ServingReason | null>;

/**
 * Creates the function that checks again whether an order can be served, by the same rule as when it was placed: before
 * its money is captured, and when its money arrives.
 */
export const createServingCheck =
  ({ clock }: { readonly clock: Pick<Clock, 'now'> }): FindServingReason =>
  async (knex, order) => {
    const place = await findRestaurant(knex, order.restaurantKey);
    if (place === null || (await findPayout(knex, place.key)) === null) return 'placeGone';
    const servingError = findServingError(
      { meetUpDate: order.meetUpAt, isTakeAway: order.isTakeAway, items: order.items },
      { place, meetup: null, isBeingPaid: true, ...(await readMenuFacts(knex, order, { place, now: clock.now() })) },
    );
    return servingError === null ? null : servingReasonOf(servingError);
  };
