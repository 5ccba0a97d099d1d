import { verified } from './access-row';
import type { Rows } from './access-row';

/** Expected outcomes of the routes of cards, payments and orders. */
export const orderingRows: Rows = {
  getPaymentUser: { cells: verified(), foreign: (anna) => [{ query: `uid=${anna.account.uid}` }, 'ok'] },
  getCards: { cells: verified(), foreign: (anna) => [{ query: `uid=${anna.account.uid}` }, 'ok'] },
  createNaturalUser: {
    cells: verified(),
    ask: () => ({ body: { firstName: 'Ben', lastName: 'Okafor' } }),
    foreign: (anna) => [{ body: { firstName: 'Ben', lastName: 'Okafor', key: anna.account.uid } }, 'ok'],
  },
  registerCard: { cells: verified('NoPaymentUser'), ask: () => ({ body: { cardType: 'MAESTRO' } }), foreign: null },
  finishCardRegistration: {
    cells: verified('NoCardId'),
    ask: () => ({ body: {} }),
    foreign: ({ preAuthorization }) => [{ body: { preAuthorizationId: preAuthorization } }, 'NoCard'],
  },
  deactivateCard: {
    cells: verified('NoCard'),
    ask: () => ({ body: { cardId: 'unknown' } }),
    foreign: ({ creditCard }) => [{ body: { cardId: creditCard } }, 'NoCard'],
  },
  setDefaultCard: {
    cells: verified('NoCard'),
    ask: () => ({ body: { cardId: 'unknown' } }),
    foreign: ({ creditCard }) => [{ body: { cardId: creditCard } }, 'NoCard'],
  },
  placeOrder: {
    cells: verified('NoItems'),
    ask: () => ({ body: { restaurantId: 'elbkantine', paymentOption: 'paypal' } }),
    foreign: ({ invitation }) => [
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
    foreign: ({ payIn }) => [{ params: { id: payIn } }, 'notFound'],
  },
  updateOrderStatus: {
    cells: verified('OrderNotFound'),
    ask: () => ({ params: { payInId: 'unknown' } }),
    foreign: ({ payIn }) => [{ params: { payInId: payIn } }, 'OrderNotFound'],
  },
  captureOrder: {
    cells: verified('OrderNotFound'),
    ask: () => ({ params: { payInId: 'unknown' } }),
    foreign: ({ payIn }) => [{ params: { payInId: payIn } }, 'OrderNotFound'],
  },
  abandonOrder: {
    cells: verified('OrderNotFound'),
    ask: () => ({ params: { payInId: 'unknown' } }),
    foreign: ({ payIn }) => [{ params: { payInId: payIn } }, 'OrderNotFound'],
  },
  getOrders: {
    cells: verified(),
    ask: () => ({ query: 'when=upcoming' }),
    foreign: ({ order }) => [{ query: `when=upcoming&before=${order}` }, 'invalidRequest'],
  },
  getOrderByPayIn: {
    cells: verified('OrderNotFound'),
    ask: () => ({ params: { payInId: 'unknown' } }),
    foreign: ({ payIn }) => [{ params: { payInId: payIn } }, 'OrderNotFound'],
  },
  getOrderCalendar: {
    cells: verified('OrderNotFound'),
    ask: () => ({ params: { orderKey: 'unknown' } }),
    foreign: ({ order }) => [{ params: { orderKey: order } }, 'OrderNotFound'],
  },
  getReceipt: {
    cells: verified('OrderNotFound'),
    ask: () => ({ params: { orderKey: 'unknown' } }),
    foreign: ({ order }) => [{ params: { orderKey: order } }, 'OrderNotFound'],
  },
  rateOrder: {
    cells: verified('OrderNotFound'),
    ask: () => ({ params: { orderKey: 'unknown' }, body: { stars: 5 } }),
    foreign: ({ order }) => [{ params: { orderKey: order }, body: { stars: 1 } }, 'OrderNotFound'],
  },
  getOrder: {
    cells: verified('OrderNotFound'),
    ask: () => ({ params: { orderKey: 'unknown' } }),
    foreign: ({ order }) => [{ params: { orderKey: order } }, 'OrderNotFound'],
  },
};
