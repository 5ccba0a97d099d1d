import { anOffer, aRestaurant, fixtureNow } from '@mahlzeit/contract/fixtures';
import { noFilters } from './filters/filter-rules';
import { suggestFilterRemovals } from './filter-suggestions';

const createNearbyRestaurant = (
  restaurantKey: string,
  initialDistanceKm: number,
  diets: readonly ('vegan' | 'halal')[],
) => aRestaurant({ key: restaurantKey, initialDistanceKm, offers: [anOffer({ diets: [...diets] })] });
const nearbyPlaces = [
  createNearbyRestaurant('near', 0.3, []),
  createNearbyRestaurant('vegan', 2, ['vegan']),
  createNearbyRestaurant('second', 0.4, []),
];
const initialFilters = { ...noFilters, tag: null, showLunchList: false };

const listSuggestions = (filters: Partial<typeof initialFilters>) =>
  suggestFilterRemovals(nearbyPlaces, { ...initialFilters, ...filters }, fixtureNow).map(
    ({ name, count }) => `${name}: ${count}`,
  );

it('names the filter whose removal leaves most places', () => {
  expect(listSuggestions({ diets: ['vegan'], maxWalkMinutes: 10 })).toEqual(['Vegan: 2', 'bis 10\u00a0Min.: 1']);
});

it('skips a filter whose removal leaves no place', () => {
  expect(listSuggestions({ diets: ['halal'], maxWalkMinutes: 10, properties: ['Open'] })).toEqual(['Halal: 2']);
});

it('suggests nothing for a single filter, which is removed anyway', () =>
  expect(listSuggestions({ diets: ['halal'] })).toEqual([]));

it('keeps the other filters', () => {
  const [firstSuggestion] = suggestFilterRemovals(
    nearbyPlaces,
    { ...initialFilters, diets: ['vegan'], maxWalkMinutes: 10, prices: [2] },
    fixtureNow,
  );
  expect(firstSuggestion?.filters).toEqual({ ...noFilters, maxWalkMinutes: 10, prices: [2] });
});
