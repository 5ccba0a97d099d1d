import { aFoundMeal, aFoundRestaurant, aFoundStatus, aPlace, aPopularDish, aTag } from '@mahlzeit/contract/fixtures';
import { createManualTimers } from '@mahlzeit/shared-ui/testing';
import { act, renderHook } from '@testing-library/react';
import type { SearchEntry } from './search-entries';
import {
  defaultPanelEntry,
  resultSectionsOf,
  neighbouringEntryOf,
  panelSectionsOf,
  normalizeSearchText,
  useDebouncedText,
} from './search-results';
import type { SearchResults, PanelState, SearchSortOrder } from './search-results';

describe('the search text', () => {
  const renderDebouncedText = (typedText: string) => {
    const timers = createManualTimers();
    const { result, rerender, unmount } = renderHook(({ text }) => useDebouncedText(text, timers), {
      initialProps: { text: typedText },
    });
    return {
      timers,
      result,
      unmount,
      type: (text: string) => rerender({ text }),
      wait: (waitMs: number) => act(() => timers.advance(waitMs)),
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
    const { result, type, wait } = renderDebouncedText('sup');
    wait(799);
    type('supp');
    wait(799);
    expect(result.current).toBeNull();
    wait(1);
    expect(result.current).toBe('supp');
  });

  it('D05 is empty at once, and the former text does not return', () => {
    const { result, type, wait } = renderDebouncedText('suppe');
    wait(800);
    type('');
    expect(result.current).toBeNull();
    type('pizza');
    expect(result.current).toBeNull();
    wait(800);
    expect(result.current).toBe('pizza');
  });

  it('leaves no timer behind', () => {
    const { timers, unmount } = renderDebouncedText('suppe');
    unmount();
    expect(timers.pendingCount()).toBe(0);
  });
});

const emptySearchResults: SearchResults = { places: [], partners: [], nonPartners: [], meals: [], tags: [] };

describe('the results', () => {
  const makeTwentyItems = <T,>(makeItem: (key: string) => T): T[] =>
    Array.from({ length: 20 }, (_, index) => makeItem(String(index)));

  it('are up to three locations, five partners and five others in one list, five dishes and five tags', () => {
    const searchSections = resultSectionsOf({
      places: makeTwentyItems((placeId) => aPlace({ placeId })),
      partners: makeTwentyItems((key) => aFoundRestaurant({ key })),
      nonPartners: makeTwentyItems((key) => aFoundRestaurant({ key: `n${key}` })),
      meals: makeTwentyItems((key) => aFoundMeal({ key })),
      tags: makeTwentyItems((key) => aTag({ key })),
    });
    expect(searchSections.map(({ title, entries }) => [title, entries.length])).toEqual([
      ['SearchMeals', 5],
      ['SearchRestaurants', 10],
      ['SearchPlaces', 3],
      ['SearchTags', 5],
    ]);
  });

  it('D15 contain non-partners after the partners', () => {
    const [section] = resultSectionsOf({
      ...emptySearchResults,
      partners: [aFoundRestaurant({ key: 'p' })],
      nonPartners: [aFoundRestaurant({ key: 'n', type: 'NonPartner' })],
    });
    expect(section?.entries.map(({ kind }) => kind)).toEqual(['partner', 'nonPartner']);
  });

  it('start with a town whose whole name or postcode was typed', () => {
    const sectionTitles = (typedText: string) =>
      resultSectionsOf(
        { ...emptySearchResults, places: [aPlace({ name: 'Köln' })], meals: [aFoundMeal()] },
        typedText,
      ).map(({ title }) => title);
    expect([sectionTitles('köln'), sectionTitles('50667'), sectionTitles('KOLN'), sectionTitles('köl')]).toEqual([
      ['SearchPlaces', 'SearchMeals'],
      ['SearchPlaces', 'SearchMeals'],
      ['SearchPlaces', 'SearchMeals'],
      ['SearchMeals', 'SearchPlaces'],
    ]);
  });

  it('are sorted by availability, then by distance, without paid places', () => {
    const makePartner = (
      key: string,
      statusKind: 'lunch' | 'lunchOver' | 'open' | 'closed',
      initialDistanceKm: number | null,
    ) => aFoundRestaurant({ key, status: aFoundStatus({ kind: statusKind }), initialDistanceKm });
    const partners = [
      makePartner('over', 'lunchOver', 0.1),
      makePartner('far', 'open', 2),
      makePartner('nowhere', 'lunch', null),
      makePartner('near', 'lunch', 0.3),
      makePartner('shut', 'closed', 0.05),
    ];
    const [section] = resultSectionsOf({ ...emptySearchResults, partners });
    expect(section?.entries.map((entry) => entry.kind === 'partner' && entry.key)).toEqual([
      'near',
      'far',
      'nowhere',
      'shut',
      'over',
    ]);
  });

  describe('the sorted results', () => {
    const noonMs = Date.parse('2026-06-24T12:00:00+02:00');
    const openStatusUntil = (hoursFromNoon: number | null) =>
      aFoundStatus({ kind: 'lunch', until: hoursFromNoon === null ? null : noonMs + hoursFromNoon * 3_600_000 });
    const lunchLaterStatus = aFoundStatus({ kind: 'lunchLater', until: null });
    const meals = [
      aFoundMeal({ key: 'near', price: 990, status: openStatusUntil(2) }),
      aFoundMeal({ key: 'cheap', price: 590, status: openStatusUntil(1) }),
      aFoundMeal({ key: 'long', price: 1_290, status: openStatusUntil(3) }),
      aFoundMeal({ key: 'always', price: 990, status: openStatusUntil(null) }),
      aFoundMeal({ key: 'later', price: 100, status: lunchLaterStatus }),
    ];
    const sortedKeysOf = (searchResults: Partial<SearchResults>, sortOrder: SearchSortOrder) =>
      resultSectionsOf({ ...emptySearchResults, ...searchResults }, '', sortOrder)[0]?.entries.map(
        (entry) => 'key' in entry && entry.key,
      );

    it.each([
      ['near', ['near', 'cheap', 'long', 'always', 'later']],
      ['cheap', ['cheap', 'near', 'always', 'long', 'later']],
      ['longest', ['always', 'long', 'near', 'cheap', 'later']],
    ] as const)('by %s have available ones first', (sortOrder, expectedKeys) =>
      expect(sortedKeysOf({ meals }, sortOrder)).toEqual(expectedKeys),
    );

    it('are sorted before the limit of five applies', () => {
      const expensiveMeals = makeTwentyItems((key) => aFoundMeal({ key, price: 1_000, status: openStatusUntil(1) }));
      expect(
        sortedKeysOf(
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
      expect(sortedKeysOf({ partners }, 'cheap')).toEqual(['dear', 'none']);
    });
  });

  it('have no empty section', () =>
    expect(resultSectionsOf({ ...emptySearchResults, meals: [aFoundMeal()] }).map(({ title }) => title)).toEqual([
      'SearchMeals',
    ]));
});

describe('the panel', () => {
  const placeEntry: SearchEntry = { kind: 'place', place: aPlace() };
  const keywordEntry: SearchEntry = { kind: 'keyword', text: 'Suppe' };
  const entryKindsOf = (panelState: Partial<PanelState>) =>
    panelSectionsOf({
      scope: 'all',
      typedText: '',
      recent: [],
      popular: [],
      results: emptySearchResults,
      sortOrder: 'near',
      suggestions: null,
      ...panelState,
    }).map(({ entries }) => entries.map(({ kind }) => kind));

  it.each([
    ['nothing where nothing was searched yet', {}, []],
    [
      'what was chosen lately, and the way to forget it',
      { recent: [keywordEntry, placeEntry] },
      [['keyword', 'place'], ['forget']],
    ],
    [
      'what was chosen lately before what is served most',
      { recent: [keywordEntry], popular: [aPopularDish()] },
      [['keyword'], ['forget'], ['popular']],
    ],
    ['nothing of it where a place is searched', { scope: 'place', popular: [aPopularDish()] }, [['locate']]],
    [
      'ways on instead of a filter that finds nothing',
      { typedText: 'abc', suggestions: [{ kind: 'elsewhere' }] },
      [['elsewhere']],
    ],
    ['the own position where no place was found', { scope: 'place', typedText: 'abc', suggestions: [] }, [['locate']]],
    ['nothing for two letters', { typedText: ' ab ', recent: [keywordEntry] }, []],
    [
      'the words first, then what was found',
      { typedText: 'abc', recent: [keywordEntry], results: { ...emptySearchResults, places: [aPlace()] } },
      [['keyword'], ['place']],
    ],
    [
      'the own position and places of late where a place is searched',
      { scope: 'place', recent: [keywordEntry, placeEntry] },
      [['locate'], ['place']],
    ],
    [
      'the own position and places while a place is typed',
      { scope: 'place', typedText: 'abc', results: { ...emptySearchResults, places: [aPlace()] } },
      [['locate'], ['place']],
    ],
  ] as const)('offers %s', (_case, panelState, expectedKinds) =>
    expect(entryKindsOf(panelState)).toEqual(expectedKinds),
  );

  it('keeps the typed words without surrounding spaces', () => {
    expect(
      panelSectionsOf({
        scope: 'all',
        typedText: '  Rote Grütze ',
        recent: [],
        popular: [],
        results: emptySearchResults,
        sortOrder: 'near',
        suggestions: null,
      })[0]?.entries,
    ).toEqual([{ kind: 'keyword', text: 'Rote Grütze' }]);
  });

  it.each([
    ['the words', 'all', 'abc', 'keyword'],
    ['the first place', 'place', 'abc', 'place'],
    ['the place of a postcode', 'all', '20459 Hamburg', 'place'],
    ['nothing where nothing is typed', 'all', ' ', undefined],
  ] as const)('takes at Enter %s', (_case, searchScope, typedText, expectedKind) =>
    expect(
      defaultPanelEntry([{ kind: 'locate' }, keywordEntry, placeEntry], { scope: searchScope, typedText })?.kind,
    ).toBe(expectedKind),
  );

  it.each([
    [undefined, 1, 'a'],
    [undefined, -1, 'c'],
    ['a', 1, 'b'],
    ['c', 1, 'a'],
    ['a', -1, 'c'],
  ] as const)('moves from %s by %i to %s', (activeEntry, indexStep, expectedEntry) =>
    expect(neighbouringEntryOf(['a', 'b', 'c'], activeEntry, indexStep)).toBe(expectedEntry),
  );
});
