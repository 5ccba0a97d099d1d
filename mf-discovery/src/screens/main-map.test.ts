/** @page */
import { initialListFilters } from '../features/filters/filter-rules';
import { resultLabelOf } from './main-map';

const filtersWithTag = (tagName: string) => ({
  ...initialListFilters,
  tag: { key: tagName, name: tagName },
  showLunchList: false,
});

it.each([
  ['bends an adjective', filtersWithTag('Indisch'), 5, '5 indische Lokale'],
  ['bends it for one', filtersWithTag('Deutsch'), 1, '1 deutsches Lokal'],
  ['bends no noun', filtersWithTag('Burger'), 5, '5 Lokale für „Burger“'],
  ['takes fish for no adjective', filtersWithTag('Fisch'), 1, '1 Lokal für „Fisch“'],
  ['counts what other filters leave', { ...initialListFilters, texts: ['Suppe'] }, 3, '3 Lokale'],
  ['says nothing where nothing is narrowed down', initialListFilters, 40, null],
  ['says nothing of all places either', { ...initialListFilters, showLunchList: false }, 90, null],
])('%s', (_case, filters, resultCount, expectedLabel) =>
  expect(resultLabelOf(filters, resultCount)).toBe(expectedLabel),
);
