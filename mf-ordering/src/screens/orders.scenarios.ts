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

const instantAt = (instant: string): number => Date.parse(`${instant}+02:00`);
const refundAt = (amount: number, reason: RefundReason, instant: string): Order['refunded'][number] => ({
  amount,
  reason,
  date: instantAt(instant),
});

const longNamedRestaurant = aRestaurantSummary({ name: 'Schwarzwälder-Kirschtorten-Manufaktur am Großneumarkt' });
const completeValues = { restaurant: longNamedRestaurant, accepted: true, status: 'Confirmed' } as const;

/** Orders whose meal is in the future. */
const upcomingOrders: readonly Order[] = [
  anOrder(),
  anOrder({
    ...completeValues,
    key: 'bestellung-02',
    meetUpDate: instantAt('2026-06-24T13:15'),
    isTakeAway: true,
    totalPrice: 123_450,
  }),
  anOrder({ ...completeValues, key: 'bestellung-03', meetUpDate: instantAt('2026-06-24T11:10'), restaurant: null }),
];

/** Returns past orders in all possible states, the latest first. */
export const pastOrders = (count: number): Order[] => {
  const orderVariants: readonly Partial<Order>[] = [
    { totalPrice: 2300, status: 'CanceledPartly', refunded: [refundAt(1150, 'too_much_ordered', '2026-06-23T13:00')] },
    { status: 'CanceledCompletely', refunded: [refundAt(890, 'no_time', '2026-06-19T11:00')] },
    { status: 'CanceledByRestaurant', refunded: [refundAt(890, 'restaurant_declined_sold_out', '2026-06-18T11:00')] },
    { restaurant: longNamedRestaurant, accepted: true, status: 'Confirmed' },
  ];
  return Array.from({ length: count }, (_, index) =>
    anOrder({
      ...orderVariants[index % orderVariants.length],
      key: `vorbei-${index}`,
      meetUpDate: instantAt('2026-06-23T12:30') - index * 86_400_000,
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

const card = {
  mangoPayData: { Id: 'karte-01', Alias: '497010XXXXXX4242', ExpirationDate: '1230', Active: true, Validity: 'VALID' },
  data: { typeAlias: 'VISA' },
} as const;

const restaurantAnswer = answer(getRestaurant, aRestaurant({ key: 'elbkantine' }));
const receiptFile = { bytes: new Uint8Array(), name: null };
const commonAnswers = [
  answer(getCards, [card]),
  restaurantAnswer,
  answer(updateOrderStatus, completeOrder),
  answer(getOrderCalendar, receiptFile),
  answer(getReceipt, receiptFile),
  answer(rateOrder, {}),
];
const orderScreen = { screen: 'order', params: ['bestellung-01'], session: 'verified' } as const;
const pastOrder: Order = {
  ...completeOrder,
  meetUpDate: instantAt('2026-06-23T12:30'),
  accepted: true,
  status: 'Confirmed',
};
const partlyRefundedOrder: Order = {
  ...pastOrder,
  status: 'CanceledPartly',
  items: completeOrder.items.map((item, index) => ({ ...item, refundedAmount: index === 0 ? 1 : 0 })),
  refunded: [refundAt(1090, 'too_much_ordered', '2026-06-23T13:00')],
};
const missedOrder: Order = { ...completeOrder, meetUpDate: instantAt('2026-06-24T10:59') };
const openRefund = refundAt(2545, 'restaurant_declined_no_reaction', '2026-06-24T11:29');
const scenarioOfScreen = (screen: 'orderrating' | 'receipt', name: string, order: Order) => ({
  ...orderScreen,
  screen,
  name,
  answers: [answer(getOrder, order), ...commonAnswers],
});
const scenarioNamed = (name: string, order: Order) => ({
  ...orderScreen,
  name,
  answers: [answer(getOrder, order), ...commonAnswers],
});

/** Scenarios of the list of orders and of one order, in each of their states. */
export const orderScenarios = defineScenarios([
  { name: 'Bestellungen, keine', screen: 'orders', session: 'verified', answers: [answer(getOrders, [])] },
  { name: 'Bestellungen, unbestätigt', screen: 'orders', session: 'unverified' },
  {
    name: 'Bestellungen',
    screen: 'orders',
    session: 'verified',
    topics: { me: { orders: upcomingOrders } },
    answers: [answer(getOrders, pastOrders(11).slice(0, 6), pastOrders(11).slice(6), [])],
  },
  {
    name: 'Bestellungen: vergangene laden nicht',
    screen: 'orders',
    session: 'verified',
    topics: { me: { orders: upcomingOrders } },
    answers: [refuse(getOrders, 'unavailable')],
  },
  { name: 'Bestellungen ohne Verbindung', screen: 'orders', session: 'verified', isOffline: true },
  scenarioNamed('Bestellung, das Lokal sieht nach', completeOrder),
  scenarioNamed('Bestellung, bestätigt, mit Gutschein', { ...orderWithVoucher, totalPrice: 2445 }),
  scenarioNamed('Bestellung mit PayPal, zum Mitnehmen', {
    ...completeOrder,
    paymentOption: 'paypal',
    debitedCardId: null,
    isTakeAway: true,
  }),
  scenarioNamed('Bestellung, teilweise storniert', {
    ...completeOrder,
    accepted: true,
    status: 'CanceledPartly',
    refunded: [refundAt(1090, 'too_much_ordered', '2026-06-24T11:20')],
  }),
  scenarioNamed('Bestellung, vom Lokal storniert', {
    ...completeOrder,
    status: 'CanceledByRestaurant',
    refunded: [refundAt(2545, 'restaurant_declined_no_capacity', '2026-06-24T11:20')],
  }),
  scenarioNamed('Bestellung von gestern', pastOrder),
  scenarioNamed('Bestellung von gestern, bewertet, eines erstattet', { ...partlyRefundedOrder, rating: { stars: 4 } }),
  scenarioNamed('Bestellung von gestern, zweimal erstattet', {
    ...completeOrder,
    meetUpDate: instantAt('2026-06-23T12:30'),
    status: 'CanceledCompletely',
    refunded: [refundAt(1090, 'mistake', '2026-06-23T12:00'), refundAt(1455, 'no_time', '2026-06-23T12:10')],
  }),
  scenarioNamed('Bestellung, die niemand annahm, das Geld ist auf dem Weg', {
    ...missedOrder,
    openRefunds: [{ ...openRefund, isRefused: false }],
  }),
  scenarioNamed('Bestellung, die niemand annahm, das Geld kommt später', {
    ...missedOrder,
    openRefunds: [{ ...openRefund, isRefused: true }],
  }),
  scenarioNamed('Bestellung in einem Lokal, das es nicht mehr gibt', { ...completeOrder, restaurant: null }),
  scenarioNamed('Bestellung, Zahlung noch offen', { ...completeOrder, paymentStatus: 'UNKNOWN' }),
  scenarioNamed('Bestellung, nicht bezahlt', { ...completeOrder, paymentStatus: 'FAILED' }),
  scenarioNamed('Bestellung, umsonst bezahlt, das Geld kommt zurück', {
    ...completeOrder,
    paymentStatus: 'FAILED',
    isPaidInVain: true,
  }),
  scenarioOfScreen('orderrating', 'Bewertung, noch leer', pastOrder),
  scenarioOfScreen('orderrating', 'Bewertung, schon einmal gegeben', { ...partlyRefundedOrder, rating: { stars: 4 } }),
  scenarioOfScreen('orderrating', 'Bewertung, ganz erstattet', {
    ...pastOrder,
    status: 'CanceledByRestaurant',
    refunded: [refundAt(2545, 'restaurant_declined_sold_out', '2026-06-23T11:20')],
  }),
  scenarioOfScreen('orderrating', 'Bewertung, deren Geld noch kommt', {
    ...missedOrder,
    openRefunds: [{ ...openRefund, isRefused: true }],
  }),
  scenarioOfScreen('orderrating', 'Bewertung, noch nicht gegessen', completeOrder),
  {
    ...scenarioOfScreen('orderrating', 'Bewertung, die sich nicht speichern lässt', pastOrder),
    answers: [answer(getOrder, pastOrder), refuse(rateOrder, 'unavailable'), ...commonAnswers],
  },
  { ...orderScreen, screen: 'orderrating', name: 'Bewertung lädt nicht', answers: [refuse(getOrder, 'unavailable')] },
  scenarioOfScreen('receipt', 'Beleg', pastOrder),
  scenarioOfScreen('receipt', 'Beleg mit Gutschein und Erstattung', {
    ...orderWithVoucher,
    totalPrice: 2445,
    refunded: [refundAt(1090, 'too_much_ordered', '2026-06-24T11:20')],
  }),
  scenarioOfScreen('receipt', 'Beleg einer Bestellung, die ganz erstattet wurde', {
    ...pastOrder,
    restaurant: null,
    status: 'CanceledCompletely',
    refunded: [refundAt(2545, 'no_time', '2026-06-23T12:00')],
  }),
  scenarioOfScreen('receipt', 'Beleg, noch nicht bezahlt', { ...completeOrder, paymentStatus: 'CREATED' }),
  {
    ...scenarioOfScreen('receipt', 'Beleg, dessen PDF nicht lädt', pastOrder),
    answers: [answer(getOrder, pastOrder), refuse(getReceipt, 'unavailable'), ...commonAnswers],
  },
  { ...orderScreen, screen: 'receipt', name: 'Beleg lädt', answers: [neverRespond(getOrder)] },
  {
    ...orderScreen,
    name: 'Bestellung mit einer Karte, die niemand kennt',
    answers: [
      answer(getOrder, completeOrder),
      refuse(getCards, 'providerUnavailable'),
      refuse(getRestaurant, 'unavailable'),
    ],
  },
  { ...orderScreen, name: 'Bestellung lädt', answers: [neverRespond(getOrder)] },
  { ...orderScreen, name: 'Bestellung lädt nicht', answers: [refuse(getOrder, 'unavailable')] },
  { ...orderScreen, name: 'Bestellung ohne Verbindung', isOffline: true, answers: [failAsUnreachable(getOrder)] },
]);
