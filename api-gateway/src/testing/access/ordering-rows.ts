import { verified } from './access-row';
import type { Rows } from './access-row';

/** Expected outcomes of the routes of cards, payments and orders. */
export const orderingRows: Rows = {
  getPaymentUser: { cells: verified(), withAnnasData: (anna) => [{ query: `uid=${anna.account.uid}` }, 'ok'] },
  getCards: { cells: verified(), withAnnasData: (anna) => [{ query: `uid=${anna.account.uid}` }, 'ok'] },
  createNaturalUser: {
    cells: verified(),
    ask: () => ({ body: { firstName: 'Ben', lastName: 'Okafor' } }),
    withAnnasData: (anna) => [{ body: { firstName: 'Ben', lastName: 'Okafor', key: anna.account.uid } }, 'ok'],
  },
  registerCard: {
    cells: verified('NoPaymentUser'),
    ask: () => ({ body: { cardType: 'MAESTRO' } }),
    withAnnasData: null,
  },
  finishCardRegistration: {
    cells: verified('NoCardId'),
    ask: () => ({ body: {} }),
    withAnnasData: ({ preAuthorization }) => [{ body: { preAuthorizationId: preAuthorization } }, 'NoCard'],
  },
  deactivateCard: {
    cells: verified('NoCard'),
    ask: () => ({ body: { cardId: 'unknown' } }),
    withAnnasData: ({ creditCard }) => [{ body: { cardId: creditCard } }, 'NoCard'],
  },
  setDefaultCard: {
    cells: verified('NoCard'),
    ask: () => ({ body: { cardId: 'unknown' } }),
    withAnnasData: ({ creditCard }) => [{ body: { cardId: creditCard } }, 'NoCard'],
  },
  placeOrder: {
    cells: verified('NoItems'),
    ask: () => ({ body: { restaurantId: 'elbkantine', paymentOption: 'paypal' } }),
    withAnnasData: ({ invitation }) => [
      {
        body: {
          restaurantId: 'elbkantine',
          paymentOption: 'paypal',
          meetUp: invitation,
          meetUpDate: 1,
          isTakeAway: true,
          items: [{ mealKey: 'suppe', amount: 1, price: 1 }],
          totalPrice: 1,
        },
      },
      'NoLegalUser',
    ],
  },
  getPayIn: {
    cells: verified('notFound'),
    ask: () => ({ params: { id: 'unknown' } }),
    withAnnasData: ({ payIn }) => [{ params: { id: payIn } }, 'notFound'],
  },
  updateOrderStatus: {
    cells: verified('OrderNotFound'),
    ask: () => ({ params: { payInId: 'unknown' } }),
    withAnnasData: ({ payIn }) => [{ params: { payInId: payIn } }, 'OrderNotFound'],
  },
  captureOrder: {
    cells: verified('OrderNotFound'),
    ask: () => ({ params: { payInId: 'unknown' } }),
    withAnnasData: ({ payIn }) => [{ params: { payInId: payIn } }, 'OrderNotFound'],
  },
  abandonOrder: {
    cells: verified('OrderNotFound'),
    ask: () => ({ params: { payInId: 'unknown' } }),
    withAnnasData: ({ payIn }) => [{ params: { payInId: payIn } }, 'OrderNotFound'],
  },
  getOrders: {
    cells: verified(),
    ask: () => ({ query: 'when=upcoming' }),
    withAnnasData: ({ order }) => [{ query: `when=upcoming&before=${order}` }, 'invalidRequest'],
  },
  getOrderByPayIn: {
    cells: verified('OrderNotFound'),
    ask: () => ({ params: { payInId: 'unknown' } }),
    withAnnasData: ({ payIn }) => [{ params: { payInId: payIn } }, 'OrderNotFound'],
  },
  getOrderCalendar: {
    cells: verified('OrderNotFound'),
    ask: () => ({ params: { orderKey: 'unknown' } }),
    withAnnasData: ({ order }) => [{ params: { orderKey: order } }, 'OrderNotFound'],
  },
  getReceipt: {
    cells: verified('OrderNotFound'),
    ask: () => ({ params: { orderKey: 'unknown' } }),
    withAnnasData: ({ order }) => [{ params: { orderKey: order } }, 'OrderNotFound'],
  },
  rateOrder: {
    cells: verified('OrderNotFound'),
    ask: () => ({ params: { orderKey: 'unknown' }, body: { stars: 5 } }),
    withAnnasData: ({ order }) => [{ params: { orderKey: order }, body: { stars: 1 } }, 'OrderNotFound'],
  },
  getOrder: {
    cells: verified('OrderNotFound'),
    ask: () => ({ params: { orderKey: 'unknown' } }),
    withAnnasData: ({ order }) => [{ params: { orderKey: order } }, 'OrderNotFound'],
  },
};
