import { aDrink, aRestaurant, anOffer } from '@mahlzeit/contract/fixtures';
import { dishesOnCard, saysNoLunch } from './restaurant-card';

it('shows the first two lunch dishes', () => {
  const offers = ['a', 'b', 'c'].map((key) => anOffer({ key }));
  expect(dishesOnCard(aRestaurant({ offers: [...offers, aDrink()] })).map(({ key }) => key)).toEqual(['a', 'b']);
});

it.each(['resting', 'restDay', 'closed'] as const)('shows no dishes where the day is %s', (dayState) => {
  expect(dishesOnCard(aRestaurant({ dayState }))).toEqual([]);
});

it.each([
  ['open', false],
  ['resting', false],
  ['restDay', false],
  ['closed', false],
  ['noLunch', true],
] as const)('says that there is no lunch on a day that is %s: %s', (dayState, says) => {
  expect(saysNoLunch({ dayState })).toBe(says);
});
