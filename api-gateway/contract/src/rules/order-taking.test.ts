import { anOffer, aRestaurant, fixtureNow } from '../fixtures';
import { canReceiveOrders, orderTakingErrorOf } from './order-taking';
import { hasOrderableMeals } from './restaurant';

it.each([
  ['an address for guests', 'moin@elbkantine.example', [], true],
  ['an address for orders alone', null, [{ kind: 'email', address: 'kueche@elbkantine.example' }], true],
  ['nothing', null, [], false],
] as const)('tells a restaurant of orders that has named %s: %s %j %s', (_name, email, channels, expected) => {
  expect(canReceiveOrders({ email, orderChannels: [...channels] })).toBe(expected);
});

it.each([
  ['nothing', {}, null],
  ['that nobody is told', { canReceiveOrders: false }, 'restaurantUnreachable'],
  ['a pause', { ordersPausedUntil: fixtureNow + 1 }, 'ordersPaused'],
  ['a pause that ends at this instant', { ordersPausedUntil: fixtureNow }, null],
  ['both', { canReceiveOrders: false, ordersPausedUntil: fixtureNow + 1 }, 'restaurantUnreachable'],
] as const)('refuses new orders because of %s', (_name, overrides, expected) => {
  expect(orderTakingErrorOf(aRestaurant(overrides), fixtureNow)).toBe(expected);
});

it('offers no dish for ordering where nobody is told of orders', () => {
  const restaurant = aRestaurant({ hasPayment: true, canReceiveOrders: false, offers: [anOffer()] });
  expect(hasOrderableMeals(restaurant, fixtureNow)).toBe(false);
});
