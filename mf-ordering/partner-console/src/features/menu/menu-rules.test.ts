import { PartnerMeal } from '@mahlzeit/contract';
import { aCartItem, aPartnerOffer, aPartnerOrder, fixtureDay, fixtureNow } from '@mahlzeit/contract/fixtures';
import {
  ADDITIVE_NAMES,
  byMenuOrder,
  mealGroupsOf,
  toPartnerMeal,
  orderedCountByMeal,
  toggleValue,
} from './menu-rules';

it('counts the orders of each dish, less refunds', () => {
  const orderItems = [
    aCartItem({ mealKey: 'a', amount: 3, refundedAmount: 1 }),
    aCartItem({ key: 'zeile-02', mealKey: 'b' }),
  ];
  const orderOfDeletedDish = aPartnerOrder({
    items: orderItems,
    totalPrice: 100,
    refunded: [{ amount: 100, reason: 'mistake', date: fixtureNow }],
  });
  const order = {
    ...orderOfDeletedDish,
    refunded: [],
    openRefunds: [{ amount: 100, reason: 'mistake' as const, date: fixtureNow, isRefused: false }],
  };
  expect([
    ...orderedCountByMeal([aPartnerOrder({ items: orderItems, totalPrice: 100 }), orderOfDeletedDish, order]),
  ]).toEqual([
    ['a', 2],
    ['b', 1],
  ]);
});

it('restores a dish unchanged', () => {
  const drinkOffer = aPartnerOffer({ soldOutSince: fixtureNow, deposit: 15, volume: '0,3 l', diets: ['vegan'] });
  const partnerMeal = toPartnerMeal(drinkOffer, 'elbkantine');
  expect(PartnerMeal.parse(partnerMeal)).toEqual(partnerMeal);
  expect(partnerMeal).toMatchObject({
    restaurantId: 'elbkantine',
    name: drinkOffer.name,
    price: drinkOffer.price,
    deposit: 15,
    volume: '0,3 l',
    diets: ['vegan'],
    date: fixtureDay,
  });
});

it('sorts by the menu’s order, and keeps sold-out dishes in place', () => {
  const unsortedDishes = [
    aPartnerOffer({ key: 'c', name: 'C', order: 1 }),
    aPartnerOffer({ key: 'b', name: 'B', order: 5 }),
    aPartnerOffer({ key: 'a', name: 'A', order: 5, soldOutSince: fixtureNow }),
  ];
  expect([...unsortedDishes].sort(byMenuOrder).map(({ key }) => key)).toEqual(['a', 'b', 'c']);
});

it('lists each group once, and lunch for an empty menu', () => {
  expect(mealGroupsOf([aPartnerOffer(), aPartnerOffer({ key: 'x' })])).toEqual([
    { key: 'mittagstisch', name: 'Mittagstisch' },
  ]);
  expect(mealGroupsOf([])).toEqual([{ key: 'lunch', name: 'Mittagstisch' }]);
});

it('keeps declared values in their order, the menu’s own values last', () => {
  expect(toggleValue(['vom Moorhuhn', 'mit Farbstoff'], 'mit Alkohol', ADDITIVE_NAMES)).toEqual([
    'mit Alkohol',
    'mit Farbstoff',
    'vom Moorhuhn',
  ]);
  expect(toggleValue(['mit Alkohol', 'vom Moorhuhn'], 'vom Moorhuhn', ADDITIVE_NAMES)).toEqual(['mit Alkohol']);
  expect(PartnerMeal.shape.additives.parse(ADDITIVE_NAMES)).toEqual(ADDITIVE_NAMES);
});
