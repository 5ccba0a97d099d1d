import { aPartnerDiscount, aPartnerMeal } from '@mahlzeit/contract/fixtures';
import { outcomesForEverybody } from './access-row';
import type { AnnaTestData, RequestParts, AccessOutcome, AccessRows } from './access-row';

const partnerOutcomes = outcomesForEverybody('unauthenticated');

/** Expected outcomes of the partner routes for callers without an access token of a restaurant. */
export const partnerRows: AccessRows = {
  putPartnerMeal: { cells: partnerOutcomes, ask: () => ({ params: { key: 'meal' } }), withAnnasData: null },
  deletePartnerMeal: { cells: partnerOutcomes, ask: () => ({ params: { key: 'meal' } }), withAnnasData: null },
  putPartnerRestaurant: { cells: partnerOutcomes, ask: () => ({ params: { key: 'elbkantine' } }), withAnnasData: null },
  putPartnerDiscount: { cells: partnerOutcomes, ask: () => ({ params: { key: 'discount' } }), withAnnasData: null },
  deletePartnerDiscount: { cells: partnerOutcomes, ask: () => ({ params: { key: 'discount' } }), withAnnasData: null },
  getPartnerRestaurant: { cells: partnerOutcomes, withAnnasData: null },
  reportOpenCounter: { cells: partnerOutcomes, withAnnasData: null },
  getPartnerMenu: { cells: partnerOutcomes, ask: () => ({ query: 'restaurantId=elbkantine' }), withAnnasData: null },
  getPartnerOrders: {
    cells: partnerOutcomes,
    withAnnasData: ({ order }) => [{ query: `restaurantId=elbkantine&since=0&order=${order}` }, 'unauthenticated'],
  },
  acceptPartnerOrder: {
    cells: partnerOutcomes,
    ask: () => ({ params: { key: 'unknown' } }),
    withAnnasData: ({ order }) => [{ params: { key: order } }, 'unauthenticated'],
  },
  refundPartnerOrder: {
    cells: partnerOutcomes,
    ask: () => ({ params: { key: 'bestellung' }, body: { amount: 100, reason: 'mistake' } }),
    withAnnasData: ({ order }) => [
      { params: { key: order }, body: { amount: 100, reason: 'mistake' } },
      'unauthenticated',
    ],
  },
};

/**
 * Request of a partner route, with its outcomes for the access token of another restaurant, for the restaurant's own
 * token and for the token of all restaurants.
 */
interface TokenRow {
  readonly ask?: (anna: AnnaTestData) => RequestParts;
  readonly cells: readonly [nextDoor: AccessOutcome, own: AccessOutcome, all: AccessOutcome];
}

/**
 * Requests of each partner route for the restaurant Elbkantine, by the name of the route. The outcomes are tested in
 * the order of `cells`, because the last two calls change data.
 */
export const tokenRows: Readonly<Record<string, TokenRow>> = {
  putPartnerMeal: {
    ask: () => ({ params: { key: 'eintopf' }, body: aPartnerMeal({ restaurantId: 'elbkantine', typeKey: 'lunch' }) }),
    cells: ['notFound', 'ok', 'ok'],
  },
  deletePartnerMeal: { ask: () => ({ params: { key: 'eintopf' } }), cells: ['notFound', 'ok', 'ok'] },
  putPartnerRestaurant: {
    ask: () => ({ params: { key: 'elbkantine' }, body: { orderForerunMinutes: 20 } }),
    cells: ['notFound', 'ok', 'ok'],
  },
  putPartnerDiscount: {
    ask: () => ({ params: { key: 'rabatt' }, body: aPartnerDiscount({ restaurantRef: 'elbkantine' }) }),
    cells: ['notFound', 'ok', 'ok'],
  },
  deletePartnerDiscount: { ask: () => ({ params: { key: 'rabatt' } }), cells: ['notFound', 'ok', 'ok'] },
  // The request names no restaurant, because the token determines it. The token of all restaurants determines no
  // restaurant, so its outcome is `notFound`.
  getPartnerRestaurant: { cells: ['ok', 'ok', 'notFound'] },
  reportOpenCounter: { cells: ['ok', 'ok', 'notFound'] },
  getPartnerMenu: { ask: () => ({ query: 'restaurantId=elbkantine' }), cells: ['notFound', 'ok', 'ok'] },
  getPartnerOrders: { ask: () => ({ query: 'restaurantId=elbkantine' }), cells: ['notFound', 'ok', 'ok'] },
  acceptPartnerOrder: { ask: ({ order }) => ({ params: { key: order } }), cells: ['notFound', 'ok', 'ok'] },
  // The amount is higher than the paid one, so that no provider is called.
  refundPartnerOrder: {
    ask: ({ order }) => ({ params: { key: order }, body: { amount: 5000, reason: 'mistake' } }),
    cells: ['notFound', 'refundExceedsAmount', 'refundExceedsAmount'],
  },
};
