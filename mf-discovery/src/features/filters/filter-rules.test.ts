import type { Restaurant } from '@mahlzeit/contract';
import { aDrink, anOffer, aRestaurant, fixtureNow } from '@mahlzeit/contract/fixtures';
import { applyFilters, filtersInForce, isNarrowedForLong, isStart, noFilters, startFilters } from './filter-rules';
import type { ListFilters } from './filter-rules';

const all: ListFilters = { ...noFilters, tag: null, showLunchList: false };
const lunch = aRestaurant({ key: 'lunch', tagIds: ['italian'] });
const soups = aRestaurant({
  key: 'soups',
  tagIds: ['vietnamese'],
  offers: [anOffer({ key: 'suppe', typeKey: 'suppen', baseName: 'Suppen' }), aDrink()],
});
const without = aRestaurant({ key: 'without', offers: [] });

const left = (
  filters: Partial<ListFilters>,
  now = fixtureNow,
  restaurants: readonly Restaurant[] = [lunch, soups, without],
) => applyFilters(restaurants, { ...all, ...filters }, now).map(({ key }) => key);

it('leaves all where nothing is asked', () => expect(left({})).toEqual(['lunch', 'soups', 'without']));

it('leaves places with a dish of a lunch meal type on the lunch list', () =>
  expect(left({ showLunchList: true })).toEqual(['lunch']));

it('has nobody on the lunch list by yesterday’s dishes', () =>
  expect(left({ showLunchList: true }, fixtureNow + 24 * 3_600_000)).toEqual([]));

it('leaves places of a tag', () =>
  expect(left({ tag: { key: 'vietnamese', name: 'Vietnamesisch' } })).toEqual(['soups']));

it('asks for tag and filters together', () => {
  expect(left({ tag: { key: 'italian', name: 'Italienisch' }, texts: ['gibtesnicht'] })).toEqual([]);
});

it('knows whether a place is open by now, not by when it came', () => {
  expect(left({ properties: ['Open'] })).toEqual(['lunch', 'soups', 'without']);
  expect(left({ properties: ['Open'] }, Date.parse('2026-06-24T15:00:00+02:00'))).toEqual([]);
});

it('hands on the objects that it got', () => expect(applyFilters([lunch], all, fixtureNow)[0]).toBe(lunch));

it('is as it starts without a filter, and narrowed for long by diet and walk alone', () => {
  const starts = [
    startFilters,
    { ...startFilters, diets: ['vegan'] as const },
    { ...startFilters, maxWalkMinutes: 10 },
    { ...startFilters, prices: [1] as const },
  ];
  expect(starts.map((filters) => [isStart(filters), isNarrowedForLong(filters)])).toEqual([
    [true, false],
    [false, true],
    [false, true],
    [false, false],
  ]);
});

it('asks for no walk from a place that was taken for want of one, and for all else', () => {
  const filters = { ...startFilters, diets: ['vegan'] as const, maxWalkMinutes: 5 };
  expect(filtersInForce(filters, true)).toEqual({ ...filters, maxWalkMinutes: null });
  expect(filtersInForce(filters, false)).toBe(filters);
});
