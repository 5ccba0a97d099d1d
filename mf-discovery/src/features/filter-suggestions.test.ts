import { anOffer, aRestaurant, fixtureNow } from '@mahlzeit/contract/fixtures';
import { noFilters } from './filters/filter-rules';
import { filterSuggestions } from './filter-suggestions';

const restaurantNamed = (key: string, initialDistanceKm: number, diets: readonly ('vegan' | 'halal')[]) =>
  aRestaurant({ key, initialDistanceKm, offers: [anOffer({ diets: [...diets] })] });
const places = [
  restaurantNamed('near', 0.3, []),
  restaurantNamed('vegan', 2, ['vegan']),
  restaurantNamed('second', 0.4, []),
];
const allFilters = { ...noFilters, tag: null, showLunchList: false };

const suggestions = (filters: Partial<typeof allFilters>) =>
  filterSuggestions(places, { ...allFilters, ...filters }, fixtureNow).map(({ name, count }) => `${name}: ${count}`);

it('names the filter whose removal leaves most places', () => {
  expect(suggestions({ diets: ['vegan'], maxWalkMinutes: 10 })).toEqual(['Vegan: 2', 'höchstens 10\u00a0Min.: 1']);
});

it('skips a filter whose removal leaves no place', () => {
  expect(suggestions({ diets: ['halal'], maxWalkMinutes: 10, properties: ['Open'] })).toEqual(['Halal: 2']);
});

it('suggests nothing for a single filter, which is removed anyway', () =>
  expect(suggestions({ diets: ['halal'] })).toEqual([]));

it('keeps the other filters', () => {
  const [suggestion] = filterSuggestions(
    places,
    { ...allFilters, diets: ['vegan'], maxWalkMinutes: 10, prices: [2] },
    fixtureNow,
  );
  expect(suggestion?.filters).toEqual({ ...noFilters, maxWalkMinutes: 10, prices: [2] });
});
