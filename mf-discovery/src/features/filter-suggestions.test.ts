import { anOffer, aRestaurant, fixtureNow } from '@mahlzeit/contract/fixtures';
import { noFilters } from './filters/filter-rules';
import { waysWithoutOne } from './filter-suggestions';

const place = (key: string, initialDistanceKm: number, diets: readonly ('vegan' | 'halal')[]) =>
  aRestaurant({ key, initialDistanceKm, offers: [anOffer({ diets: [...diets] })] });
const places = [place('near', 0.3, []), place('vegan', 2, ['vegan']), place('second', 0.4, [])];
const all = { ...noFilters, tag: null, showLunchList: false };

const ways = (filters: Partial<typeof all>) =>
  waysWithoutOne(places, { ...all, ...filters }, fixtureNow).map(({ name, count }) => `${name}: ${count}`);

it('says which filter leaves most when it is taken off', () => {
  expect(ways({ diets: ['vegan'], maxWalkMinutes: 10 })).toEqual(['Vegan: 2', 'höchstens 10\u00a0Min.: 1']);
});

it('offers no filter without which still nothing passes', () => {
  expect(ways({ diets: ['halal'], maxWalkMinutes: 10, properties: ['Open'] })).toEqual(['Halal: 2']);
});

it('has nothing to add to a single filter, which is taken off anyway', () =>
  expect(ways({ diets: ['halal'] })).toEqual([]));

it('leaves the other filters as they are', () => {
  const [way] = waysWithoutOne(places, { ...all, diets: ['vegan'], maxWalkMinutes: 10, prices: [2] }, fixtureNow);
  expect(way?.filters).toEqual({ ...noFilters, maxWalkMinutes: 10, prices: [2] });
});
