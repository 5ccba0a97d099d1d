/** @page */
import { aFoundMeal, aFoundStatus, aPlace } from '@mahlzeit/contract/fixtures';
import { parseRecentEntries, recentEntriesStorage, addRecentEntry, removeRecentEntry } from './recent-searches';
import type { SearchEntry } from './search-entries';

const createKeywordEntry = (text: string): SearchEntry => ({ kind: 'keyword', text });
const searchEntries: readonly SearchEntry[] = [
  createKeywordEntry('Suppe'),
  { kind: 'place', place: aPlace() },
  { kind: 'partner', key: 'elbkantine', name: 'Elbkantine', routingName: 'elbkantine', locality: 'Hamburg' },
  { kind: 'nonPartner', key: 'stube', name: 'Stube', routingName: 'stube', locality: '' },
  { kind: 'tag', key: 'soup', name: 'Suppe' },
];

it('restores stored entries', () => {
  recentEntriesStorage.write(searchEntries);
  expect(recentEntriesStorage.read()).toEqual(searchEntries);
});

it.each([
  ['nothing', null],
  ['half a text', '[{"kind"'],
  ['something else', '{"kind":"keyword","text":"Suppe"}'],
  [
    'entries of another version',
    '[{"kind":"chef","name":"Ö"},{"kind":"keyword"},{"kind":"place","place":{"name":"Hier"}},{"kind":"tag","key":1,"name":"x"},null]',
  ],
])('returns none for %s', (_case, storedText) => expect(parseRecentEntries(storedText)).toEqual([]));

it('keeps six entries, newest first, without duplicates', () => {
  const storedEntries = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'b'].reduce<readonly SearchEntry[]>(
    (entriesSoFar, text) => addRecentEntry(entriesSoFar, createKeywordEntry(text)),
    [],
  );
  expect(storedEntries.map((storedEntry) => (storedEntry.kind === 'keyword' ? storedEntry.text : ''))).toEqual([
    'b',
    'g',
    'f',
    'e',
    'd',
    'c',
  ]);
});

it('keeps the restaurant of a dish, because dishes change daily', () => {
  expect(addRecentEntry([], { kind: 'meal', ...aFoundMeal() })).toEqual([
    { kind: 'partner', key: 'elbkantine', name: 'Elbkantine', routingName: 'elbkantine', locality: '' },
  ]);
});

it('removes an entry', () =>
  expect(removeRecentEntry(searchEntries, createKeywordEntry('Suppe'))).toEqual(searchEntries.slice(1)));

it('keeps only lasting fields of a place', () => {
  const resultFacts = { status: aFoundStatus(), initialDistanceKm: 0.4, lunchPrice: 890 };
  expect(
    addRecentEntry([], {
      kind: 'partner',
      key: 'a',
      name: 'A',
      routingName: 'a',
      locality: 'Hamburg',
      facts: resultFacts,
    }),
  ).toEqual([{ kind: 'partner', key: 'a', name: 'A', routingName: 'a', locality: 'Hamburg' }]);
});
