import type { Restaurant } from '@mahlzeit/contract';
import { aDrink, anOffer, aRestaurant, fixtureNow } from '@mahlzeit/contract/fixtures';
import {
  applyFilters,
  applicableFiltersOf,
  hasLastingFilter,
  areInitialListFilters,
  noFilters,
  initialListFilters,
} from './filter-rules';
import type { ListFilters } from './filter-rules';

const defaultFilters: ListFilters = { ...noFilters, tag: null, showLunchList: false };
const lunchRestaurant = aRestaurant({ key: 'lunch', tagIds: ['italian'] });
const soupRestaurant = aRestaurant({
  key: 'soups',
  tagIds: ['vietnamese'],
  offers: [anOffer({ key: 'suppe', typeKey: 'suppen', baseName: 'Suppen' }), aDrink()],
});
const restaurantWithoutOffers = aRestaurant({ key: 'without', offers: [] });

const filteredKeys = (
  filters: Partial<ListFilters>,
  now = fixtureNow,
  restaurants: readonly Restaurant[] = [lunchRestaurant, soupRestaurant, restaurantWithoutOffers],
) => applyFilters(restaurants, { ...defaultFilters, ...filters }, now).map(({ key }) => key);

it('keeps all places without filters', () => expect(filteredKeys({})).toEqual(['lunch', 'soups', 'without']));

it('keeps places with a dish of a lunch meal type on the lunch list', () =>
  expect(filteredKeys({ showLunchList: true })).toEqual(['lunch']));

it('ignores yesterday’s dishes on the lunch list', () =>
  expect(filteredKeys({ showLunchList: true }, fixtureNow + 24 * 3_600_000)).toEqual([]));

it('keeps places of a tag', () =>
  expect(filteredKeys({ tag: { key: 'vietnamese', name: 'Vietnamesisch' } })).toEqual(['soups']));

it('applies tag and filters together', () => {
  expect(filteredKeys({ tag: { key: 'italian', name: 'Italienisch' }, texts: ['gibtesnicht'] })).toEqual([]);
});

it('computes the opening status for now, not for the time of loading', () => {
  expect(filteredKeys({ properties: ['Open'] })).toEqual(['lunch', 'soups', 'without']);
  expect(filteredKeys({ properties: ['Open'] }, Date.parse('2026-06-24T15:00:00+02:00'))).toEqual([]);
});

it('returns the same objects', () =>
  expect(applyFilters([lunchRestaurant], defaultFilters, fixtureNow)[0]).toBe(lunchRestaurant));

it('tells the initial filters, and those that are kept for the next visit, from others', () => {
  const startFilterVariants = [
    initialListFilters,
    { ...initialListFilters, diets: ['vegan'] as const },
    { ...initialListFilters, maxWalkMinutes: 10 },
    { ...initialListFilters, prices: [1] as const },
  ];
  expect(startFilterVariants.map((filters) => [areInitialListFilters(filters), hasLastingFilter(filters)])).toEqual([
    [true, false],
    [false, true],
    [false, true],
    [false, false],
  ]);
});

it('ignores the walking time around the fallback location, but no other filter', () => {
  const filters = { ...initialListFilters, diets: ['vegan'] as const, maxWalkMinutes: 5 };
  expect(applicableFiltersOf(filters, true)).toEqual({ ...filters, maxWalkMinutes: null });
  expect(applicableFiltersOf(filters, false)).toBe(filters);
});
