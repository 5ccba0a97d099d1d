import {
  getCards,
  getOrder,
  getOrderCalendar,
  getOrders,
  getReceipt,
  getRestaurant,
  rateOrder,
  updateOrderStatus,
} from '@mahlzeit/contract';
import type { Order, RefundReason } from '@mahlzeit/contract';
import { aCartItem, anOrder, aRestaurant, aRestaurantSummary } from '@mahlzeit/contract/fixtures';
import { answer, defineScenarios, neverRespond, refuse, failAsUnreachable } from '@mahlzeit/shared-ui/testing';

const parseInstant = (instantText: string): number => Date.parse(`${instantText}+02:00`);
const makeRefundAt = (amount: number, reason: RefundReason, instantText: string): Order['refunded'][number] => ({
  amount,
  reason,
  date: parseInstant(instantText),
});

const longNamedRestaurant = aRestaurantSummary({ name: 'Schwarzwälder-Kirschtorten-Manufaktur am Großneumarkt' });
const completeOrderFields = { restaurant: longNamedRestaurant, accepted: true, status: 'Confirmed' } as const;

/** Orders of the scenarios whose meal is in the future. */
const upcomingOrders: readonly Order[] = [
  anOrder(),
  anOrder({
    ...completeOrderFields,
    key: 'bestellung-02',
    meetUpDate: parseInstant('2026-06-24T13:15'),
    isTakeAway: true,
    totalPrice: 123_450,
  }),
  anOrder({
    ...completeOrderFields,
    key: 'bestellung-03',
    meetUpDate: parseInstant('2026-06-24T11:10'),
    restaurant: null,
  }),
];

/** Returns past orders in all possible states, the latest first. */
export const makePastOrders = (orderCount: number): Order[] => {
  const orderVariants: readonly Partial<Order>[] = [
    {
      totalPrice: 2300,
      status: 'CanceledPartly',
      refunded: [makeRefundAt(1150, 'too_much_ordered', '2026-06-23T13:00')],
    },
    { status: 'CanceledCompletely', refunded: [makeRefundAt(890, 'no_time', '2026-06-19T11:00')] },
    {
      status: 'CanceledByRestaurant',
      refunded: [makeRefundAt(890, 'restaurant_declined_sold_out', '2026-06-18T11:00')],
    },
    { restaurant: longNamedRestaurant, accepted: true, status: 'Confirmed' },
  ];
  return Array.from({ length: orderCount }, (_, index) =>
    anOrder({
      ...orderVariants[index % orderVariants.length],
      key: `vorbei-${index}`,
      meetUpDate: parseInstant('2026-06-23T12:30') - index * 86_400_000,
    }),
  );
};

/** Order with all optional content: wishes for the kitchen, deposit, and a dish with a discount of its own. */
export const completeOrder = anOrder({
  restaurant: longNamedRestaurant,
  items: [
    aCartItem({
      key: 'zeile-01',
      amount: 2,
      name: 'Hausgemachte Rindfleischroulade mit Apfelrotkohl und Kartoffelknödeln',
      price: 1190,
      comments: 'Eine bitte ohne Zwiebeln',
      discount: { id: 'suppenwoche', value: 100, name: { de: 'Suppenwoche' } },
    }),
    aCartItem({
      key: 'zeile-02',
      name: 'Apfelschorle vom Bodensee',
      price: 340,
      vatType: 'DRINK',
      vat: 19,
      deposit: 25,
    }),
  ],
  totalPrice: 2545,
  vatByType: {
    FOOD: { rate: 7, net: 2037, vat: 143, gross: 2180 },
    DRINK: { rate: 19, net: 307, vat: 58, gross: 365 },
  },
});

const orderWithVoucher: Order = {
  ...completeOrder,
  items: completeOrder.items.map((item) => ({ ...item, discount: null })),
  discount: { id: 'kollegen', value: 300, name: { de: 'Kollegen-Mittag' } },
  accepted: true,
  status: 'Confirmed',
};

const debitedCard = {
  mangoPayData: { Id: 'karte-01', Alias: '497010XXXXXX4242', ExpirationDate: '1230', Active: true, Validity: 'VALID' },
  data: { typeAlias: 'VISA' },
} as const;

const elbkantineAnswer = answer(getRestaurant, aRestaurant({ key: 'elbkantine' }));
const receiptFile = { bytes: new Uint8Array(), name: null };
const commonAnswers = [
  answer(getCards, [debitedCard]),
  elbkantineAnswer,
  answer(updateOrderStatus, completeOrder),
  answer(getOrderCalendar, receiptFile),
  answer(getReceipt, receiptFile),
  answer(rateOrder, {}),
];
const orderScreenOptions = { screen: 'order', params: ['bestellung-01'], session: 'verified' } as const;
const pastOrder: Order = {
  ...completeOrder,
  meetUpDate: parseInstant('2026-06-23T12:30'),
  accepted: true,
  status: 'Confirmed',
};
const partlyRefundedOrder: Order = {
  ...pastOrder,
  status: 'CanceledPartly',
  items: completeOrder.items.map((item, index) => ({ ...item, refundedAmount: index === 0 ? 1 : 0 })),
  refunded: [makeRefundAt(1090, 'too_much_ordered', '2026-06-23T13:00')],
};
const missedOrder: Order = { ...completeOrder, meetUpDate: parseInstant('2026-06-24T10:59') };
const openRefund = makeRefundAt(2545, 'restaurant_declined_no_reaction', '2026-06-24T11:29');
const orderScreenScenario = (screen: 'orderrating' | 'receipt', scenarioName: string, order: Order) => ({
  ...orderScreenOptions,
  screen,
  name: scenarioName,
  answers: [answer(getOrder, order), ...commonAnswers],
});
const orderScenario = (scenarioName: string, order: Order) => ({
  ...orderScreenOptions,
  name: scenarioName,
  answers: [answer(getOrder, order), ...commonAnswers],
});

/** Scenarios of the list of orders, and of one order in each of its states. */
export const orderScenarios = defineScenarios([
  { name: 'Bestellungen, keine', screen: 'orders', session: 'verified', answers: [answer(getOrders, [])] },
  { name: 'Bestellungen, unbestätigt', screen: 'orders', session: 'unverified' },
  {
    name: 'Bestellungen',
    screen: 'orders',
    session: 'verified',
    topics: { me: { orders: upcomingOrders } },
    answers: [answer(getOrders, makePastOrders(11).slice(0, 6), makePastOrders(11).slice(6), [])],
  },
  {
    name: 'Bestellungen: vergangene laden nicht',
    screen: 'orders',
    session: 'verified',
    topics: { me: { orders: upcomingOrders } },
    answers: [refuse(getOrders, 'unavailable')],
  },
  { name: 'Bestellungen ohne Verbindung', screen: 'orders', session: 'verified', isOffline: true },
  orderScenario('Bestellung, das Lokal sieht nach', completeOrder),
  orderScenario('Bestellung, bestätigt, mit Gutschein', { ...orderWithVoucher, totalPrice: 2445 }),
  orderScenario('Bestellung mit PayPal, zum Mitnehmen', {
    ...completeOrder,
    paymentOption: 'paypal',
    debitedCardId: null,
    isTakeAway: true,
  }),
  orderScenario('Bestellung, teilweise storniert', {
    ...completeOrder,
    accepted: true,
    status: 'CanceledPartly',
    refunded: [makeRefundAt(1090, 'too_much_ordered', '2026-06-24T11:20')],
  }),
  orderScenario('Bestellung, vom Lokal storniert', {
    ...completeOrder,
    status: 'CanceledByRestaurant',
    refunded: [makeRefundAt(2545, 'restaurant_declined_no_capacity', '2026-06-24T11:20')],
  }),
  orderScenario('Bestellung von gestern', pastOrder),
  orderScenario('Bestellung von gestern, bewertet, eines erstattet', { ...partlyRefundedOrder, rating: { stars: 4 } }),
  orderScenario('Bestellung von gestern, zweimal erstattet', {
    ...completeOrder,
    meetUpDate: parseInstant('2026-06-23T12:30'),
    status: 'CanceledCompletely',
    refunded: [makeRefundAt(1090, 'mistake', '2026-06-23T12:00'), makeRefundAt(1455, 'no_time', '2026-06-23T12:10')],
  }),
  orderScenario('Bestellung, die niemand annahm, das Geld ist auf dem Weg', {
    ...missedOrder,
    openRefunds: [{ ...openRefund, isRefused: false }],
  }),
  orderScenario('Bestellung, die niemand annahm, das Geld kommt später', {
    ...missedOrder,
    openRefunds: [{ ...openRefund, isRefused: true }],
  }),
  orderScenario('Bestellung in einem Lokal, das es nicht mehr gibt', { ...completeOrder, restaurant: null }),
  orderScenario('Bestellung, Zahlung noch offen', { ...completeOrder, paymentStatus: 'UNKNOWN' }),
  orderScenario('Bestellung, nicht bezahlt', { ...completeOrder, paymentStatus: 'FAILED' }),
  orderScenario('Bestellung, umsonst bezahlt, das Geld kommt zurück', {
    ...completeOrder,
    paymentStatus: 'FAILED',
    isPaidInVain: true,
  }),
  orderScreenScenario('orderrating', 'Bewertung, noch leer', pastOrder),
  orderScreenScenario('orderrating', 'Bewertung, schon einmal gegeben', {
    ...partlyRefundedOrder,
    rating: { stars: 4 },
  }),
  orderScreenScenario('orderrating', 'Bewertung, ganz erstattet', {
    ...pastOrder,
    status: 'CanceledByRestaurant',
    refunded: [makeRefundAt(2545, 'restaurant_declined_sold_out', '2026-06-23T11:20')],
  }),
  orderScreenScenario('orderrating', 'Bewertung, deren Geld noch kommt', {
    ...missedOrder,
    openRefunds: [{ ...openRefund, isRefused: true }],
  }),
  orderScreenScenario('orderrating', 'Bewertung, noch nicht gegessen', completeOrder),
  {
    ...orderScreenScenario('orderrating', 'Bewertung, die sich nicht speichern lässt', pastOrder),
    answers: [answer(getOrder, pastOrder), refuse(rateOrder, 'unavailable'), ...commonAnswers],
  },
  {
    ...orderScreenOptions,
    screen: 'orderrating',
    name: 'Bewertung lädt nicht',
    answers: [refuse(getOrder, 'unavailable')],
  },
  orderScreenScenario('receipt', 'Beleg', pastOrder),
  orderScreenScenario('receipt', 'Beleg mit Gutschein und Erstattung', {
    ...orderWithVoucher,
    totalPrice: 2445,
    refunded: [makeRefundAt(1090, 'too_much_ordered', '2026-06-24T11:20')],
  }),
  orderScreenScenario('receipt', 'Beleg einer Bestellung, die ganz erstattet wurde', {
    ...pastOrder,
    restaurant: null,
    status: 'CanceledCompletely',
    refunded: [makeRefundAt(2545, 'no_time', '2026-06-23T12:00')],
  }),
  orderScreenScenario('receipt', 'Beleg, noch nicht bezahlt', { ...completeOrder, paymentStatus: 'CREATED' }),
  {
    ...orderScreenScenario('receipt', 'Beleg, dessen PDF nicht lädt', pastOrder),
    answers: [answer(getOrder, pastOrder), refuse(getReceipt, 'unavailable'), ...commonAnswers],
  },
  { ...orderScreenOptions, screen: 'receipt', name: 'Beleg lädt', answers: [neverRespond(getOrder)] },
  {
    ...orderScreenOptions,
    name: 'Bestellung mit einer Karte, die niemand kennt',
    answers: [
      answer(getOrder, completeOrder),
      refuse(getCards, 'providerUnavailable'),
      refuse(getRestaurant, 'unavailable'),
    ],
  },
  { ...orderScreenOptions, name: 'Bestellung lädt', answers: [neverRespond(getOrder)] },
  { ...orderScreenOptions, name: 'Bestellung lädt nicht', answers: [refuse(getOrder, 'unavailable')] },
  {
    ...orderScreenOptions,
    name: 'Bestellung ohne Verbindung',
    isOffline: true,
    answers: [failAsUnreachable(getOrder)],
  },
]);
