import { aDrink, aRestaurant, anOffer } from '@mahlzeit/contract/fixtures';
import { cardNote, dishesOnCard } from './card-rules';

it('shows the first two lunch dishes', () => {
  const offers = ['a', 'b', 'c'].map((key) => anOffer({ key }));
  expect(dishesOnCard(aRestaurant({ offers: [...offers, aDrink()] })).map(({ key }) => key)).toEqual(['a', 'b']);
});

it.each(['resting', 'restDay', 'closed'] as const)('shows no dishes where the day is %s', (dayState) => {
  expect(dishesOnCard(aRestaurant({ dayState }))).toEqual([]);
});

it.each([
  ['open', null],
  ['resting', null],
  ['restDay', null],
  ['closed', 'NoMoreToday'],
  ['noLunch', 'NoLunchListed'],
] as const)('notes on a day that is %s: %s', (dayState, note) => {
  expect(cardNote({ dayState })).toBe(note);
});
