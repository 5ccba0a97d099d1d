import { Restaurant } from '@mahlzeit/contract';
import { hundredPlaces, placesWithLongNames, splitIntoPages, severalPlaces } from './alone-fixtures';

it.each(
  [...severalPlaces, ...placesWithLongNames, ...hundredPlaces.slice(0, 3)].map(
    (restaurant) => [restaurant.name, restaurant] as const,
  ),
)('conforms to the contract: %s', (_name, restaurant) => {
  expect(Restaurant.safeParse(restaurant).error).toBeUndefined();
});

it('divides places into pages like the gateway, with a short one last', () => {
  expect(splitIntoPages(hundredPlaces).map(({ length }) => length)).toEqual([10, 10, 20, 40, 20]);
  expect(splitIntoPages(severalPlaces).map(({ length }) => length)).toEqual([9]);
});

it('covers every state of the day', () => {
  expect(new Set(severalPlaces.map(({ dayState }) => dayState))).toEqual(
    new Set(['open', 'resting', 'restDay', 'closed', 'noLunch']),
  );
});
