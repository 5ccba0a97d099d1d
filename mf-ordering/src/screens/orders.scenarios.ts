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
import { answer, defineScenarios, hang, refuse, unreachable } from '@mahlzeit/shared-ui/testing';

const at = (instant: string): number => Date.parse(`${instant}+02:00`);
const refund = (amount: number, reason: RefundReason, instant: string): Order['refunded'][number] => ({
  amount,
  reason,
  date: at(instant),
});

const place = aRestaurantSummary({ name: 'Schwarzwälder-Kirschtorten-Manufaktur am Großneumarkt' });
const whole = { restaurant: place, accepted: true, status: 'Confirmed' } as const;

/** Orders to come. */
const upcoming: readonly Order[] = [
  anOrder(),
  anOrder({
    ...whole,
    key: 'bestellung-02',
    meetUpDate: at('2026-06-24T13:15'),
    isTakeAway: true,
    totalPrice: 123_450,
  }),
  anOrder({ ...whole, key: 'bestellung-03', meetUpDate: at('2026-06-24T11:10'), restaurant: null }),
];

/** Past orders, the latest first, in each state. */
export const pastOrders = (count: number): Order[] => {
  const endings: readonly Partial<Order>[] = [
    { totalPrice: 2300, status: 'CanceledPartly', refunded: [refund(1150, 'too_much_ordered', '2026-06-23T13:00')] },
    { status: 'CanceledCompletely', refunded: [refund(890, 'no_time', '2026-06-19T11:00')] },
    { status: 'CanceledByRestaurant', refunded: [refund(890, 'restaurant_declined_sold_out', '2026-06-18T11:00')] },
    { restaurant: place, accepted: true, status: 'Confirmed' },
  ];
  return Array.from({ length: count }, (_, index) =>
    anOrder({
      ...endings[index % endings.length],
      key: `vorbei-${index}`,
      meetUpDate: at('2026-06-23T12:30') - index * 86_400_000,
    }),
  );
};

/** Order with everything: wishes, deposit, a discount of its own. */
export const rich = anOrder({
  restaurant: place,
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

const withVoucher: Order = {
  ...rich,
  items: rich.items.map((item) => ({ ...item, discount: null })),
  discount: { id: 'kollegen', value: 300, name: { de: 'Kollegen-Mittag' } },
  accepted: true,
  status: 'Confirmed',
};

const card = {
  mangoPayData: { Id: 'karte-01', Alias: '497010XXXXXX4242', ExpirationDate: '1230', Active: true, Validity: 'VALID' },
  data: { typeAlias: 'VISA' },
} as const;

const restaurant = answer(getRestaurant, aRestaurant({ key: 'elbkantine' }));
const file = { bytes: new Uint8Array(), name: null };
const surroundings = [
  answer(getCards, [card]),
  restaurant,
  answer(updateOrderStatus, rich),
  answer(getOrderCalendar, file),
  answer(getReceipt, file),
  answer(rateOrder, {}),
];
const one = { screen: 'order', params: ['bestellung-01'], session: 'verified' } as const;
const past: Order = { ...rich, meetUpDate: at('2026-06-23T12:30'), accepted: true, status: 'Confirmed' };
const partlyBack: Order = {
  ...past,
  status: 'CanceledPartly',
  items: rich.items.map((item, index) => ({ ...item, refundedAmount: index === 0 ? 1 : 0 })),
  refunded: [refund(1090, 'too_much_ordered', '2026-06-23T13:00')],
};
const missed: Order = { ...rich, meetUpDate: at('2026-06-24T10:59') };
const owed = refund(2545, 'restaurant_declined_no_reaction', '2026-06-24T11:29');
const on = (screen: 'orderrating' | 'receipt', name: string, order: Order) => ({
  ...one,
  screen,
  name,
  answers: [answer(getOrder, order), ...surroundings],
});
const shown = (name: string, order: Order) => ({ ...one, name, answers: [answer(getOrder, order), ...surroundings] });

/** Scenarios of the list of orders and of one order, in every state. */
export const orderScenarios = defineScenarios([
  { name: 'Bestellungen, keine', screen: 'orders', session: 'verified', answers: [answer(getOrders, [])] },
  { name: 'Bestellungen, unbestätigt', screen: 'orders', session: 'unverified' },
  {
    name: 'Bestellungen',
    screen: 'orders',
    session: 'verified',
    topics: { me: { orders: upcoming } },
    answers: [answer(getOrders, pastOrders(11).slice(0, 6), pastOrders(11).slice(6), [])],
  },
  {
    name: 'Bestellungen: vergangene laden nicht',
    screen: 'orders',
    session: 'verified',
    topics: { me: { orders: upcoming } },
    answers: [refuse(getOrders, 'unavailable')],
  },
  { name: 'Bestellungen ohne Verbindung', screen: 'orders', session: 'verified', isOffline: true },
  shown('Bestellung, das Lokal sieht nach', rich),
  shown('Bestellung, bestätigt, mit Gutschein', { ...withVoucher, totalPrice: 2445 }),
  shown('Bestellung mit PayPal, zum Mitnehmen', {
    ...rich,
    paymentOption: 'paypal',
    debitedCardId: null,
    isTakeAway: true,
  }),
  shown('Bestellung, teilweise storniert', {
    ...rich,
    accepted: true,
    status: 'CanceledPartly',
    refunded: [refund(1090, 'too_much_ordered', '2026-06-24T11:20')],
  }),
  shown('Bestellung, vom Lokal storniert', {
    ...rich,
    status: 'CanceledByRestaurant',
    refunded: [refund(2545, 'restaurant_declined_no_capacity', '2026-06-24T11:20')],
  }),
  shown('Bestellung von gestern', past),
  shown('Bestellung von gestern, bewertet, eines erstattet', { ...partlyBack, rating: { stars: 4 } }),
  shown('Bestellung von gestern, zweimal erstattet', {
    ...rich,
    meetUpDate: at('2026-06-23T12:30'),
    status: 'CanceledCompletely',
    refunded: [refund(1090, 'mistake', '2026-06-23T12:00'), refund(1455, 'no_time', '2026-06-23T12:10')],
  }),
  shown('Bestellung, die niemand annahm, das Geld ist auf dem Weg', {
    ...missed,
    openRefunds: [{ ...owed, isRefused: false }],
  }),
  shown('Bestellung, die niemand annahm, das Geld kommt später', {
    ...missed,
    openRefunds: [{ ...owed, isRefused: true }],
  }),
  shown('Bestellung in einem Lokal, das es nicht mehr gibt', { ...rich, restaurant: null }),
  shown('Bestellung, Zahlung noch offen', { ...rich, paymentStatus: 'UNKNOWN' }),
  shown('Bestellung, nicht bezahlt', { ...rich, paymentStatus: 'FAILED' }),
  shown('Bestellung, umsonst bezahlt, das Geld kommt zurück', { ...rich, paymentStatus: 'FAILED', isPaidInVain: true }),
  on('orderrating', 'Bewertung, noch leer', past),
  on('orderrating', 'Bewertung, schon einmal gegeben', { ...partlyBack, rating: { stars: 4 } }),
  on('orderrating', 'Bewertung, ganz erstattet', {
    ...past,
    status: 'CanceledByRestaurant',
    refunded: [refund(2545, 'restaurant_declined_sold_out', '2026-06-23T11:20')],
  }),
  on('orderrating', 'Bewertung, deren Geld noch kommt', { ...missed, openRefunds: [{ ...owed, isRefused: true }] }),
  on('orderrating', 'Bewertung, noch nicht gegessen', rich),
  {
    ...on('orderrating', 'Bewertung, die sich nicht speichern lässt', past),
    answers: [answer(getOrder, past), refuse(rateOrder, 'unavailable'), ...surroundings],
  },
  { ...one, screen: 'orderrating', name: 'Bewertung lädt nicht', answers: [refuse(getOrder, 'unavailable')] },
  on('receipt', 'Beleg', past),
  on('receipt', 'Beleg mit Gutschein und Erstattung', {
    ...withVoucher,
    totalPrice: 2445,
    refunded: [refund(1090, 'too_much_ordered', '2026-06-24T11:20')],
  }),
  on('receipt', 'Beleg einer Bestellung, die ganz erstattet wurde', {
    ...past,
    restaurant: null,
    status: 'CanceledCompletely',
    refunded: [refund(2545, 'no_time', '2026-06-23T12:00')],
  }),
  on('receipt', 'Beleg, noch nicht bezahlt', { ...rich, paymentStatus: 'CREATED' }),
  {
    ...on('receipt', 'Beleg, dessen PDF nicht lädt', past),
    answers: [answer(getOrder, past), refuse(getReceipt, 'unavailable'), ...surroundings],
  },
  { ...one, screen: 'receipt', name: 'Beleg lädt', answers: [hang(getOrder)] },
  {
    ...one,
    name: 'Bestellung mit einer Karte, die niemand kennt',
    answers: [answer(getOrder, rich), refuse(getCards, 'providerUnavailable'), refuse(getRestaurant, 'unavailable')],
  },
  { ...one, name: 'Bestellung lädt', answers: [hang(getOrder)] },
  { ...one, name: 'Bestellung lädt nicht', answers: [refuse(getOrder, 'unavailable')] },
  { ...one, name: 'Bestellung ohne Verbindung', isOffline: true, answers: [unreachable(getOrder)] },
]);
