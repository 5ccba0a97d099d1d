import { fakeShell } from '@mahlzeit/shared-ui/testing';
import { allShown, filtersApplied, filtersReset, lunchListToggled, selectFilterCount, selectFilters, tagChosen, tagToggled, textAdded, textRemoved, textsCleared } from './filter-slice';

const italian = { key: 'italian', name: 'Italienisch' };
const indian = { key: 'indian', name: 'Indisch' };

type Event = { readonly type: string };

const after = (...events: readonly Event[]) => {
  const { store } = fakeShell();
  for (const event of events) store.dispatch(event);
  const { tag, showLunchList, ...filters } = selectFilters(store.getState());
  return { tag: tag?.key ?? null, showLunchList, filters, count: selectFilterCount(store.getState()) };
};

beforeEach(() => sessionStorage.clear());

describe('D04 tag, lunch list and all exclude each other', () => {
  it.each([
    ['starts with the lunch list', [], null, true],
    ['a tag hides the lunch list', [tagToggled(italian)], 'italian', false],
    ['another tag takes its place', [tagToggled(italian), tagToggled(indian)], 'indian', false],
    ['the tag taken off leads back to the lunch list', [tagToggled(italian), tagToggled(italian)], null, true],
    ['the lunch list clears the tag', [tagToggled(italian), lunchListToggled()], null, true],
    ['the lunch list taken off leaves all', [lunchListToggled()], null, false],
    ['all hides the lunch list', [allShown()], null, false],
    ['all clears the tag', [tagToggled(italian), allShown()], null, false],
    ['a tag that is chosen twice stays', [tagChosen(italian), tagChosen(italian)], 'italian', false],
  ] as const)('%s', (_case, events, tag, showLunchList) => expect(after(...events)).toMatchObject({ tag, showLunchList }));
});

describe('the words searched for', () => {
  it('are kept once each', () => expect(after(textAdded('Suppe'), textAdded('Pizza'), textAdded('Suppe')).filters.texts).toEqual(['Suppe', 'Pizza']));
  it('are taken off one by one', () => expect(after(textAdded('Suppe'), textAdded('Pizza'), textRemoved('Suppe')).filters.texts).toEqual(['Pizza']));
  it('are cleared together', () => expect(after(textAdded('Suppe'), textAdded('Pizza'), textsCleared()).filters.texts).toEqual([]));
});

it('D02 counts properties, any texts as one and any prices as one, but not the tag', () => {
  const applied = filtersApplied({ texts: ['Suppe', 'Pizza'], prices: [1, 2, 3], properties: ['Open', 'Wifi'] });
  expect(after(applied, tagToggled(italian)).count).toBe(4);
  expect(after(tagToggled(italian)).count).toBe(0);
});

it('takes off filters and words, and leaves the tag', () => {
  const applied = filtersApplied({ texts: ['Suppe'], prices: [1], properties: ['Open'] });
  expect(after(tagToggled(italian), applied, filtersReset())).toMatchObject({ tag: 'italian', count: 0, filters: { texts: [], prices: [], properties: [] } });
});
