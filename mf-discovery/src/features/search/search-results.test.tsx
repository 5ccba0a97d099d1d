import { aFoundMeal, aFoundRestaurant, aFoundStatus, aPlace, aPopularDish, aTag } from '@mahlzeit/contract/fixtures';
import { createManualTimers } from '@mahlzeit/shared-ui/testing';
import { act, renderHook } from '@testing-library/react';
import type { SearchEntry } from './search-entries';
import {
  defaultEntry,
  resultSections,
  neighbourOf,
  panelSections,
  searchedText,
  useDebouncedText,
} from './search-results';
import type { SearchResults, PanelState, SearchSort } from './search-results';

describe('the search text', () => {
  const start = (typed: string) => {
    const timers = createManualTimers();
    const { result, rerender, unmount } = renderHook(({ text }) => useDebouncedText(text, timers), {
      initialProps: { text: typed },
    });
    return {
      timers,
      result,
      unmount,
      type: (text: string) => rerender({ text }),
      wait: (ms: number) => act(() => timers.advance(ms)),
    };
  };

  it.each([
    ['  ab ', null],
    ['   ', null],
    [' abc ', 'abc'],
    ['ÄÖÜ', 'äöü'],
    ['Rote Grütze', 'rote grütze'],
  ])('D05 is trimmed before its letters are counted, %j: %j', (typed, text) => expect(searchedText(typed)).toBe(text));

  it('D05 is debounced by 800 ms', () => {
    const { result, type, wait } = start('sup');
    wait(799);
    type('supp');
    wait(799);
    expect(result.current).toBeNull();
    wait(1);
    expect(result.current).toBe('supp');
  });

  it('D05 is empty at once, and the former text does not return', () => {
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

const nothing: SearchResults = { places: [], partners: [], nonPartners: [], meals: [], tags: [] };

describe('the results', () => {
  const many = <T,>(make: (key: string) => T): T[] => Array.from({ length: 20 }, (_, index) => make(String(index)));

  it('are up to three locations, five partners and five others in one list, five dishes and five tags', () => {
    const sections = resultSections({
      places: many((placeId) => aPlace({ placeId })),
      partners: many((key) => aFoundRestaurant({ key })),
      nonPartners: many((key) => aFoundRestaurant({ key: `n${key}` })),
      meals: many((key) => aFoundMeal({ key })),
      tags: many((key) => aTag({ key })),
    });
    expect(sections.map(({ title, entries }) => [title, entries.length])).toEqual([
      ['SearchMeals', 5],
      ['SearchRestaurants', 10],
      ['SearchPlaces', 3],
      ['SearchTags', 5],
    ]);
  });

  it('D15 contain non-partners after the partners', () => {
    const [section] = resultSections({
      ...nothing,
      partners: [aFoundRestaurant({ key: 'p' })],
      nonPartners: [aFoundRestaurant({ key: 'n', type: 'NonPartner' })],
    });
    expect(section?.entries.map(({ kind }) => kind)).toEqual(['partner', 'nonPartner']);
  });

  it('start with a town whose whole name was typed', () => {
    const titles = (typed: string) =>
      resultSections({ ...nothing, places: [aPlace({ name: 'Köln' })], meals: [aFoundMeal()] }, typed).map(
        ({ title }) => title,
      );
    expect([titles('köln'), titles('KOLN'), titles('köl')]).toEqual([
      ['SearchPlaces', 'SearchMeals'],
      ['SearchPlaces', 'SearchMeals'],
      ['SearchMeals', 'SearchPlaces'],
    ]);
  });

  it('are sorted by availability, then by distance, without paid places', () => {
    const resultOf = (key: string, kind: 'lunch' | 'lunchOver' | 'open' | 'closed', initialDistanceKm: number | null) =>
      aFoundRestaurant({ key, status: aFoundStatus({ kind }), initialDistanceKm });
    const partners = [
      resultOf('over', 'lunchOver', 0.1),
      resultOf('far', 'open', 2),
      resultOf('nowhere', 'lunch', null),
      resultOf('near', 'lunch', 0.3),
      resultOf('shut', 'closed', 0.05),
    ];
    const [section] = resultSections({ ...nothing, partners });
    expect(section?.entries.map((entry) => entry.kind === 'partner' && entry.key)).toEqual([
      'near',
      'far',
      'nowhere',
      'shut',
      'over',
    ]);
  });

  describe('the sorted results', () => {
    const noon = Date.parse('2026-06-24T12:00:00+02:00');
    const until = (hours: number | null) =>
      aFoundStatus({ kind: 'lunch', until: hours === null ? null : noon + hours * 3_600_000 });
    const later = aFoundStatus({ kind: 'lunchLater', until: null });
    const meals = [
      aFoundMeal({ key: 'near', price: 990, status: until(2) }),
      aFoundMeal({ key: 'cheap', price: 590, status: until(1) }),
      aFoundMeal({ key: 'long', price: 1_290, status: until(3) }),
      aFoundMeal({ key: 'always', price: 990, status: until(null) }),
      aFoundMeal({ key: 'later', price: 100, status: later }),
    ];
    const keys = (results: Partial<SearchResults>, sort: SearchSort) =>
      resultSections({ ...nothing, ...results }, '', sort)[0]?.entries.map((entry) => 'key' in entry && entry.key);

    it.each([
      ['near', ['near', 'cheap', 'long', 'always', 'later']],
      ['cheap', ['cheap', 'near', 'always', 'long', 'later']],
      ['longest', ['always', 'long', 'near', 'cheap', 'later']],
    ] as const)('by %s have available ones first', (sort, expected) => expect(keys({ meals }, sort)).toEqual(expected));

    it('are sorted before the limit of five applies', () => {
      const dear = many((key) => aFoundMeal({ key, price: 1_000, status: until(1) }));
      expect(keys({ meals: [...dear, aFoundMeal({ key: 'cheap', price: 500, status: until(1) })] }, 'cheap')?.[0]).toBe(
        'cheap',
      );
    });

    it('have places without a lunch price last among open ones', () => {
      const partners = [
        aFoundRestaurant({ key: 'none', lunchPrice: null, status: until(1), initialDistanceKm: 0.1 }),
        aFoundRestaurant({ key: 'dear', lunchPrice: 1_500, status: until(1), initialDistanceKm: 2 }),
      ];
      expect(keys({ partners }, 'cheap')).toEqual(['dear', 'none']);
    });
  });

  it('have no empty section', () =>
    expect(resultSections({ ...nothing, meals: [aFoundMeal()] }).map(({ title }) => title)).toEqual(['SearchMeals']));
});

describe('the panel', () => {
  const place: SearchEntry = { kind: 'place', place: aPlace() };
  const keyword: SearchEntry = { kind: 'keyword', text: 'Suppe' };
  const kinds = (state: Partial<PanelState>) =>
    panelSections({
      scope: 'all',
      typed: '',
      recent: [],
      popular: [],
      results: nothing,
      sort: 'near',
      suggestions: null,
      ...state,
    }).map(({ entries }) => entries.map(({ kind }) => kind));

  it.each([
    ['nothing where nothing was searched yet', {}, []],
    [
      'what was chosen lately, and the way to forget it',
      { recent: [keyword, place] },
      [['keyword', 'place'], ['forget']],
    ],
    [
      'what was chosen lately before what is served most',
      { recent: [keyword], popular: [aPopularDish()] },
      [['keyword'], ['forget'], ['popular']],
    ],
    ['nothing of it where a place is searched', { scope: 'place', popular: [aPopularDish()] }, [['locate']]],
    [
      'ways on instead of a filter that finds nothing',
      { typed: 'abc', suggestions: [{ kind: 'elsewhere' }] },
      [['elsewhere']],
    ],
    ['the own position where no place was found', { scope: 'place', typed: 'abc', suggestions: [] }, [['locate']]],
    ['nothing for two letters', { typed: ' ab ', recent: [keyword] }, []],
    [
      'the words first, then what was found',
      { typed: 'abc', recent: [keyword], results: { ...nothing, places: [aPlace()] } },
      [['keyword'], ['place']],
    ],
    [
      'the own position and places of late where a place is searched',
      { scope: 'place', recent: [keyword, place] },
      [['locate'], ['place']],
    ],
    [
      'the own position and places while a place is typed',
      { scope: 'place', typed: 'abc', results: { ...nothing, places: [aPlace()] } },
      [['locate'], ['place']],
    ],
  ] as const)('offers %s', (_case, state, expected) => expect(kinds(state)).toEqual(expected));

  it('keeps the typed words without surrounding spaces', () => {
    expect(
      panelSections({
        scope: 'all',
        typed: '  Rote Grütze ',
        recent: [],
        popular: [],
        results: nothing,
        sort: 'near',
        suggestions: null,
      })[0]?.entries,
    ).toEqual([{ kind: 'keyword', text: 'Rote Grütze' }]);
  });

  it.each([
    ['the words', 'all', 'abc', 'keyword'],
    ['the first place', 'place', 'abc', 'place'],
    ['nothing where nothing is typed', 'all', ' ', undefined],
  ] as const)('takes at Enter %s', (_case, scope, typed, kind) =>
    expect(defaultEntry([{ kind: 'locate' }, keyword, place], { scope, typed })?.kind).toBe(kind),
  );

  it.each([
    [undefined, 1, 'a'],
    [undefined, -1, 'c'],
    ['a', 1, 'b'],
    ['c', 1, 'a'],
    ['a', -1, 'c'],
  ] as const)('moves from %s by %i to %s', (active, step, next) =>
    expect(neighbourOf(['a', 'b', 'c'], active, step)).toBe(next),
  );
});
