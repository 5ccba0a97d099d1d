/** @page */
import { startFilters } from '../features/filters/filter-rules';
import { resultLabelOf } from './main-map';

const filtersWithTag = (name: string) => ({ ...startFilters, tag: { key: name, name }, showLunchList: false });

it.each([
  ['bends an adjective', filtersWithTag('Indisch'), 5, '5 indische Lokale'],
  ['bends it for one', filtersWithTag('Deutsch'), 1, '1 deutsches Lokal'],
  ['bends no noun', filtersWithTag('Burger'), 5, '5 Lokale für „Burger“'],
  ['takes fish for no adjective', filtersWithTag('Fisch'), 1, '1 Lokal für „Fisch“'],
  ['counts what other filters leave', { ...startFilters, texts: ['Suppe'] }, 3, '3 Lokale'],
  ['says nothing where nothing is narrowed down', startFilters, 40, null],
  ['says nothing of all places either', { ...startFilters, showLunchList: false }, 90, null],
])('%s', (_case, filters, count, expectedLabel) => expect(resultLabelOf(filters, count)).toBe(expectedLabel));
