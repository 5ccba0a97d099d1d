import { aFoundMeal, aFoundRestaurant, aFoundStatus, aPlace, aPopularDish, aTag } from '@mahlzeit/contract/fixtures';
import { createManualTimers } from '@mahlzeit/shared-ui/testing';
import { act, renderHook } from '@testing-library/react';
import type { SearchEntry } from './search-entries';
import {
  defaultEntry,
  resultSections,
  neighbourOf,
  panelSections,
  normalizeSearchText,
  useDebouncedText,
} from './search-results';
import type { SearchResults, PanelState, SearchSort } from './search-results';

describe('the search text', () => {
  const start = (typedText: string) => {
    const timers = createManualTimers();
    const { result, rerender, unmount } = renderHook(({ text }) => useDebouncedText(text, timers), {
      initialProps: { text: typedText },
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
  ])('D05 is trimmed before its letters are counted, %j: %j', (typedText, text) =>
    expect(normalizeSearchText(typedText)).toBe(text),
  );

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
    expect(timers.pendingCount()).toBe(0);
  });
});

const noResults: SearchResults = { places: [], partners: [], nonPartners: [], meals: [], tags: [] };

describe('the results', () => {
  const twentyOf = <T,>(make: (key: string) => T): T[] => Array.from({ length: 20 }, (_, index) => make(String(index)));

  it('are up to three locations, five partners and five others in one list, five dishes and five tags', () => {
    const sections = resultSections({
      places: twentyOf((placeId) => aPlace({ placeId })),
      partners: twentyOf((key) => aFoundRestaurant({ key })),
      nonPartners: twentyOf((key) => aFoundRestaurant({ key: `n${key}` })),
      meals: twentyOf((key) => aFoundMeal({ key })),
      tags: twentyOf((key) => aTag({ key })),
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
      ...noResults,
      partners: [aFoundRestaurant({ key: 'p' })],
      nonPartners: [aFoundRestaurant({ key: 'n', type: 'NonPartner' })],
    });
    expect(section?.entries.map(({ kind }) => kind)).toEqual(['partner', 'nonPartner']);
  });

  it('start with a town whose whole name was typed', () => {
    const titles = (typedText: string) =>
      resultSections({ ...noResults, places: [aPlace({ name: 'Köln' })], meals: [aFoundMeal()] }, typedText).map(
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
    const [section] = resultSections({ ...noResults, partners });
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
    const openStatusUntil = (hours: number | null) =>
      aFoundStatus({ kind: 'lunch', until: hours === null ? null : noon + hours * 3_600_000 });
    const laterStatus = aFoundStatus({ kind: 'lunchLater', until: null });
    const meals = [
      aFoundMeal({ key: 'near', price: 990, status: openStatusUntil(2) }),
      aFoundMeal({ key: 'cheap', price: 590, status: openStatusUntil(1) }),
      aFoundMeal({ key: 'long', price: 1_290, status: openStatusUntil(3) }),
      aFoundMeal({ key: 'always', price: 990, status: openStatusUntil(null) }),
      aFoundMeal({ key: 'later', price: 100, status: laterStatus }),
    ];
    const keys = (results: Partial<SearchResults>, sortOrder: SearchSort) =>
      resultSections({ ...noResults, ...results }, '', sortOrder)[0]?.entries.map(
        (entry) => 'key' in entry && entry.key,
      );

    it.each([
      ['near', ['near', 'cheap', 'long', 'always', 'later']],
      ['cheap', ['cheap', 'near', 'always', 'long', 'later']],
      ['longest', ['always', 'long', 'near', 'cheap', 'later']],
    ] as const)('by %s have available ones first', (sortOrder, expected) =>
      expect(keys({ meals }, sortOrder)).toEqual(expected),
    );

    it('are sorted before the limit of five applies', () => {
      const expensiveMeals = twentyOf((key) => aFoundMeal({ key, price: 1_000, status: openStatusUntil(1) }));
      expect(
        keys(
          { meals: [...expensiveMeals, aFoundMeal({ key: 'cheap', price: 500, status: openStatusUntil(1) })] },
          'cheap',
        )?.[0],
      ).toBe('cheap');
    });

    it('have places without a lunch price last among open ones', () => {
      const partners = [
        aFoundRestaurant({ key: 'none', lunchPrice: null, status: openStatusUntil(1), initialDistanceKm: 0.1 }),
        aFoundRestaurant({ key: 'dear', lunchPrice: 1_500, status: openStatusUntil(1), initialDistanceKm: 2 }),
      ];
      expect(keys({ partners }, 'cheap')).toEqual(['dear', 'none']);
    });
  });

  it('have no empty section', () =>
    expect(resultSections({ ...noResults, meals: [aFoundMeal()] }).map(({ title }) => title)).toEqual(['SearchMeals']));
});

describe('the panel', () => {
  const place: SearchEntry = { kind: 'place', place: aPlace() };
  const keyword: SearchEntry = { kind: 'keyword', text: 'Suppe' };
  const kinds = (state: Partial<PanelState>) =>
    panelSections({
      scope: 'all',
      typedText: '',
      recent: [],
      popular: [],
      results: noResults,
      sortOrder: 'near',
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
      { typedText: 'abc', suggestions: [{ kind: 'elsewhere' }] },
      [['elsewhere']],
    ],
    ['the own position where no place was found', { scope: 'place', typedText: 'abc', suggestions: [] }, [['locate']]],
    ['nothing for two letters', { typedText: ' ab ', recent: [keyword] }, []],
    [
      'the words first, then what was found',
      { typedText: 'abc', recent: [keyword], results: { ...noResults, places: [aPlace()] } },
      [['keyword'], ['place']],
    ],
    [
      'the own position and places of late where a place is searched',
      { scope: 'place', recent: [keyword, place] },
      [['locate'], ['place']],
    ],
    [
      'the own position and places while a place is typed',
      { scope: 'place', typedText: 'abc', results: { ...noResults, places: [aPlace()] } },
      [['locate'], ['place']],
    ],
  ] as const)('offers %s', (_case, state, expected) => expect(kinds(state)).toEqual(expected));

  it('keeps the typed words without surrounding spaces', () => {
    expect(
      panelSections({
        scope: 'all',
        typedText: '  Rote Grütze ',
        recent: [],
        popular: [],
        results: noResults,
        sortOrder: 'near',
        suggestions: null,
      })[0]?.entries,
    ).toEqual([{ kind: 'keyword', text: 'Rote Grütze' }]);
  });

  it.each([
    ['the words', 'all', 'abc', 'keyword'],
    ['the first place', 'place', 'abc', 'place'],
    ['nothing where nothing is typed', 'all', ' ', undefined],
  ] as const)('takes at Enter %s', (_case, scope, typedText, kind) =>
    expect(defaultEntry([{ kind: 'locate' }, keyword, place], { scope, typedText })?.kind).toBe(kind),
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
