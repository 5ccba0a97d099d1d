import { outcomesForVerified } from './access-row';
import type { AccessRows } from './access-row';

/** Expected outcomes of the routes of cards, payments and orders. */
export const orderingRows: AccessRows = {
  getPaymentUser: {
    cells: outcomesForVerified(),
    withAnnasData: (anna) => [{ query: `uid=${anna.account.uid}` }, 'ok'],
  },
  getCards: { cells: outcomesForVerified(), withAnnasData: (anna) => [{ query: `uid=${anna.account.uid}` }, 'ok'] },
  createNaturalUser: {
    cells: outcomesForVerified(),
    ask: () => ({ body: { firstName: 'Ben', lastName: 'Okafor' } }),
    withAnnasData: (anna) => [{ body: { firstName: 'Ben', lastName: 'Okafor', key: anna.account.uid } }, 'ok'],
  },
  registerCard: {
    cells: outcomesForVerified('NoPaymentUser'),
    ask: () => ({ body: { cardType: 'MAESTRO' } }),
    withAnnasData: null,
  },
  finishCardRegistration: {
    cells: outcomesForVerified('NoCardId'),
    ask: () => ({ body: {} }),
    withAnnasData: ({ preAuthorization }) => [{ body: { preAuthorizationId: preAuthorization } }, 'NoCard'],
  },
  deactivateCard: {
    cells: outcomesForVerified('NoCard'),
    ask: () => ({ body: { cardId: 'unknown' } }),
    withAnnasData: ({ creditCard }) => [{ body: { cardId: creditCard } }, 'NoCard'],
  },
  setDefaultCard: {
    cells: outcomesForVerified('NoCard'),
    ask: () => ({ body: { cardId: 'unknown' } }),
    withAnnasData: ({ creditCard }) => [{ body: { cardId: creditCard } }, 'NoCard'],
  },
  placeOrder: {
    cells: outcomesForVerified('NoItems'),
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
    cells: outcomesForVerified('notFound'),
    ask: () => ({ params: { id: 'unknown' } }),
    withAnnasData: ({ payIn }) => [{ params: { id: payIn } }, 'notFound'],
  },
  updateOrderStatus: {
    cells: outcomesForVerified('OrderNotFound'),
    ask: () => ({ params: { payInId: 'unknown' } }),
    withAnnasData: ({ payIn }) => [{ params: { payInId: payIn } }, 'OrderNotFound'],
  },
  captureOrder: {
    cells: outcomesForVerified('OrderNotFound'),
    ask: () => ({ params: { payInId: 'unknown' } }),
    withAnnasData: ({ payIn }) => [{ params: { payInId: payIn } }, 'OrderNotFound'],
  },
  abandonOrder: {
    cells: outcomesForVerified('OrderNotFound'),
    ask: () => ({ params: { payInId: 'unknown' } }),
    withAnnasData: ({ payIn }) => [{ params: { payInId: payIn } }, 'OrderNotFound'],
  },
  getOrders: {
    cells: outcomesForVerified(),
    ask: () => ({ query: 'when=upcoming' }),
    withAnnasData: ({ order }) => [{ query: `when=upcoming&before=${order}` }, 'invalidRequest'],
  },
  getOrderByPayIn: {
    cells: outcomesForVerified('OrderNotFound'),
    ask: () => ({ params: { payInId: 'unknown' } }),
    withAnnasData: ({ payIn }) => [{ params: { payInId: payIn } }, 'OrderNotFound'],
  },
  getOrderCalendar: {
    cells: outcomesForVerified('OrderNotFound'),
    ask: () => ({ params: { orderKey: 'unknown' } }),
    withAnnasData: ({ order }) => [{ params: { orderKey: order } }, 'OrderNotFound'],
  },
  getReceipt: {
    cells: outcomesForVerified('OrderNotFound'),
    ask: () => ({ params: { orderKey: 'unknown' } }),
    withAnnasData: ({ order }) => [{ params: { orderKey: order } }, 'OrderNotFound'],
  },
  rateOrder: {
    cells: outcomesForVerified('OrderNotFound'),
    ask: () => ({ params: { orderKey: 'unknown' }, body: { stars: 5 } }),
    withAnnasData: ({ order }) => [{ params: { orderKey: order }, body: { stars: 1 } }, 'OrderNotFound'],
  },
  getOrder: {
    cells: outcomesForVerified('OrderNotFound'),
    ask: () => ({ params: { orderKey: 'unknown' } }),
    withAnnasData: ({ order }) => [{ params: { orderKey: order } }, 'OrderNotFound'],
  },
};
