import { aFoundMeal, aPlace, aRestaurantSummary, aTag } from '@mahlzeit/contract/fixtures';
import { createManualTimers } from '@mahlzeit/shared-ui/testing';
import { act, renderHook } from '@testing-library/react';
import type { SearchEntry } from './search-entries';
import { defaultEntry, foundSections, neighbourOf, panelSections, searchedText, useDebouncedText } from './search-results';
import type { Found, PanelState } from './search-results';

describe('the text that is searched', () => {
  const start = (typed: string) => {
    const timers = createManualTimers();
    const { result, rerender, unmount } = renderHook(({ text }) => useDebouncedText(text, timers), { initialProps: { text: typed } });
    return { timers, result, unmount, type: (text: string) => rerender({ text }), wait: (ms: number) => act(() => timers.advance(ms)) };
  };

  it.each([
    ['  ab ', null],
    ['   ', null],
    [' abc ', 'abc'],
    ['ÄÖÜ', 'äöü'],
    ['Rote Grütze', 'rote grütze'],
  ])('D05 trims %j before it counts letters: %j', (typed, text) => expect(searchedText(typed)).toBe(text));

  it('D05 waits 800 ms after the last letter', () => {
    const { result, type, wait } = start('sup');
    wait(799);
    type('supp');
    wait(799);
    expect(result.current).toBeNull();
    wait(1);
    expect(result.current).toBe('supp');
  });

  it('D05 is empty at once, and what was searched before does not come back', () => {
    const { result, type, wait } = start('suppe');
    wait(800);
    type('');
    expect(result.current).toBeNull();
    type('pizza');
    expect(result.current).toBeNull();
    wait(800);
    expect(result.current).toBe('pizza');
  });

  it('leaves no timer behind', () => {
    const { timers, unmount } = start('suppe');
    unmount();
    expect(timers.pending()).toBe(0);
  });
});

const nothing: Found = { places: [], partners: [], nonPartners: [], meals: [], tags: [] };

describe('what was found', () => {
  const many = <T,>(make: (key: string) => T): T[] => Array.from({ length: 20 }, (_, index) => make(String(index)));

  it('shows up to three places, five partners and five others in one list, five dishes and five tags', () => {
    const sections = foundSections({
      places: many((placeId) => aPlace({ placeId })),
      partners: many((key) => aRestaurantSummary({ key })),
      nonPartners: many((key) => aRestaurantSummary({ key: `n${key}` })),
      meals: many((key) => aFoundMeal({ key })),
      tags: many((key) => aTag({ key })),
    });
    expect(sections.map(({ title, entries }) => [title, entries.length])).toEqual([['SearchPlaces', 3], ['SearchRestaurants', 10], ['SearchMeals', 5], ['SearchTags', 5]]);
  });

  it('D15 finds places that are no partners, behind the partners', () => {
    const [section] = foundSections({ ...nothing, partners: [aRestaurantSummary({ key: 'p' })], nonPartners: [aRestaurantSummary({ key: 'n', type: 'NonPartner' })] });
    expect(section?.entries.map(({ kind }) => kind)).toEqual(['partner', 'nonPartner']);
  });

  it('has no section for what was not found', () => expect(foundSections({ ...nothing, meals: [aFoundMeal()] }).map(({ title }) => title)).toEqual(['SearchMeals']));
});

describe('what the panel offers', () => {
  const place: SearchEntry = { kind: 'place', place: aPlace() };
  const keyword: SearchEntry = { kind: 'keyword', text: 'Suppe' };
  const kinds = (state: Partial<PanelState>) => panelSections({ scope: 'all', typed: '', recent: [], found: nothing, ...state }).map(({ entries }) => entries.map(({ kind }) => kind));

  it.each([
    ['nothing where nothing was searched yet', {}, []],
    ['what was chosen lately, and the way to forget it', { recent: [keyword, place] }, [['keyword', 'place'], ['forget']]],
    ['nothing for two letters', { typed: ' ab ', recent: [keyword] }, []],
    ['the words first, then what was found', { typed: 'abc', recent: [keyword], found: { ...nothing, places: [aPlace()] } }, [['keyword'], ['place']]],
    ['the own position and places of late where a place is searched', { scope: 'place', recent: [keyword, place] }, [['locate'], ['place']]],
    ['the own position and places while a place is typed', { scope: 'place', typed: 'abc', found: { ...nothing, places: [aPlace()] } }, [['locate'], ['place']]],
  ] as const)('offers %s', (_case, state, expected) => expect(kinds(state)).toEqual(expected));

  it('keeps the typed words as they are, without the space around them', () => {
    expect(panelSections({ scope: 'all', typed: '  Rote Grütze ', recent: [], found: nothing })[0]?.entries).toEqual([{ kind: 'keyword', text: 'Rote Grütze' }]);
  });

  it.each([
    ['the words', 'all', 'abc', 'keyword'],
    ['the first place', 'place', 'abc', 'place'],
    ['nothing where nothing is typed', 'all', ' ', undefined],
  ] as const)('Enter takes %s', (_case, scope, typed, kind) => expect(defaultEntry([{ kind: 'locate' }, keyword, place], { scope, typed })?.kind).toBe(kind));

  it.each([
    [undefined, 1, 'a'],
    [undefined, -1, 'c'],
    ['a', 1, 'b'],
    ['c', 1, 'a'],
    ['a', -1, 'c'],
  ] as const)('from %s by %i comes %s', (active, step, next) => expect(neighbourOf(['a', 'b', 'c'], active, step)).toBe(next));
});
