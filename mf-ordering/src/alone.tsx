import { anOrder, aRestaurantSummary } from '@mahlzeit/contract/fixtures';
import { defineScenarios } from '@mahlzeit/shared-ui/testing';

const at = (instant: string): number => Date.parse(instant);

const orders = [
  anOrder(),
  anOrder({ key: 'bestellung-02', meetUpDate: at('2026-06-24T13:15:00+02:00'), accepted: true, status: 'Confirmed', isTakeAway: true, totalPrice: 123_450, restaurant: aRestaurantSummary({ name: 'Schwarzwälder-Kirschtorten-Manufaktur am Großneumarkt' }) }),
  anOrder({ key: 'bestellung-03', meetUpDate: at('2026-06-24T11:10:00+02:00'), accepted: true, status: 'Confirmed', restaurant: null }),
  anOrder({ key: 'bestellung-04', meetUpDate: at('2026-06-23T12:30:00+02:00'), totalPrice: 2300, status: 'CanceledPartly', refunded: [{ amount: 1150, reason: 'too_much_ordered', date: at('2026-06-23T13:00:00+02:00') }] }),
  anOrder({ key: 'bestellung-05', meetUpDate: at('2026-06-19T12:00:00+02:00'), status: 'CanceledCompletely', refunded: [{ amount: 890, reason: 'no_time', date: at('2026-06-19T11:00:00+02:00') }] }),
  anOrder({ key: 'bestellung-06', meetUpDate: at('2026-06-18T12:00:00+02:00'), status: 'CanceledByRestaurant', refunded: [{ amount: 890, reason: 'restaurant_declined_sold_out', date: at('2026-06-18T11:00:00+02:00') }] }),
];

const meal = { restaurantKey: 'elbkantine', mealKey: 'linsencurry-2026-06-24', mealName: 'Rote-Linsen-Curry mit Basmatireis' };

/** Every screen and slot of ordering in every state. */
export const scenarios = defineScenarios([
  { name: 'Bestellungen, keine', screen: 'orders', session: 'unverified' },
  { name: 'Bestellungen', screen: 'orders', session: 'verified', topics: { me: { orders } } },
  { name: 'Bestellungen ohne Verbindung', screen: 'orders', session: 'verified', isOffline: true },
  { name: 'Gericht, bestellbar', slot: 'meal/actions', props: { ...meal, isOrderable: true }, session: 'verified' },
  { name: 'Gericht, zu spät für heute', slot: 'meal/actions', props: { ...meal, isOrderable: true, disabledReason: 'Zum Vorbestellen ist es heute zu spät.' }, session: 'verified' },
  { name: 'Gericht, nicht bestellbar', slot: 'meal/actions', props: { ...meal, isOrderable: false }, session: 'verified' },
]);
