import type { Restaurant } from '@mahlzeit/contract';
import { aDrink, anOffer, aRestaurant, fixtureNow } from '@mahlzeit/contract/fixtures';
import {
  applyFilters,
  applicableFilters,
  hasLastingFilter,
  areStartFilters,
  noFilters,
  startFilters,
} from './filter-rules';
import type { ListFilters } from './filter-rules';

const allFilters: ListFilters = { ...noFilters, tag: null, showLunchList: false };
const lunch = aRestaurant({ key: 'lunch', tagIds: ['italian'] });
const soups = aRestaurant({
  key: 'soups',
  tagIds: ['vietnamese'],
  offers: [anOffer({ key: 'suppe', typeKey: 'suppen', baseName: 'Suppen' }), aDrink()],
});
const restaurantWithout = aRestaurant({ key: 'without', offers: [] });

const remainingKeys = (
  filters: Partial<ListFilters>,
  now = fixtureNow,
  restaurants: readonly Restaurant[] = [lunch, soups, restaurantWithout],
) => applyFilters(restaurants, { ...allFilters, ...filters }, now).map(({ key }) => key);

it('keeps all places without filters', () => expect(remainingKeys({})).toEqual(['lunch', 'soups', 'without']));

it('keeps places with a dish of a lunch meal type on the lunch list', () =>
  expect(remainingKeys({ showLunchList: true })).toEqual(['lunch']));

it('ignores yesterday’s dishes on the lunch list', () =>
  expect(remainingKeys({ showLunchList: true }, fixtureNow + 24 * 3_600_000)).toEqual([]));

it('keeps places of a tag', () =>
  expect(remainingKeys({ tag: { key: 'vietnamese', name: 'Vietnamesisch' } })).toEqual(['soups']));

it('applies tag and filters together', () => {
  expect(remainingKeys({ tag: { key: 'italian', name: 'Italienisch' }, texts: ['gibtesnicht'] })).toEqual([]);
});

it('computes the opening status for now, not for the time of loading', () => {
  expect(remainingKeys({ properties: ['Open'] })).toEqual(['lunch', 'soups', 'without']);
  expect(remainingKeys({ properties: ['Open'] }, Date.parse('2026-06-24T15:00:00+02:00'))).toEqual([]);
});

it('returns the same objects', () => expect(applyFilters([lunch], allFilters, fixtureNow)[0]).toBe(lunch));

it('tells the initial filters, and those that are kept for the next visit, from others', () => {
  const starts = [
    startFilters,
    { ...startFilters, diets: ['vegan'] as const },
    { ...startFilters, maxWalkMinutes: 10 },
    { ...startFilters, prices: [1] as const },
  ];
  expect(starts.map((filters) => [areStartFilters(filters), hasLastingFilter(filters)])).toEqual([
    [true, false],
    [false, true],
    [false, true],
    [false, false],
  ]);
});

it('ignores the walking time around the fallback location, but no other filter', () => {
  const filters = { ...startFilters, diets: ['vegan'] as const, maxWalkMinutes: 5 };
  expect(applicableFilters(filters, true)).toEqual({ ...filters, maxWalkMinutes: null });
  expect(applicableFilters(filters, false)).toBe(filters);
});
