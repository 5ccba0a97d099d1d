import { aFoundMeal, aFoundRestaurant, aFoundStatus, aPlace, aPopularDish, aTag } from '@mahlzeit/contract/fixtures';
import { createManualTimers } from '@mahlzeit/shared-ui/testing';
import { act, renderHook } from '@testing-library/react';
import type { SearchEntry } from './search-entries';
import {
  defaultEntry,
  foundSections,
  neighbourOf,
  panelSections,
  searchedText,
  useDebouncedText,
} from './search-results';
import type { Found, PanelState, SearchSort } from './search-results';

describe('the text that is searched', () => {
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

  it('D15 finds places that are no partners, behind the partners', () => {
    const [section] = foundSections({
      ...nothing,
      partners: [aFoundRestaurant({ key: 'p' })],
      nonPartners: [aFoundRestaurant({ key: 'n', type: 'NonPartner' })],
    });
    expect(section?.entries.map(({ kind }) => kind)).toEqual(['partner', 'nonPartner']);
  });

  it('puts the town first whose whole name was typed', () => {
    const titles = (typed: string) =>
      foundSections({ ...nothing, places: [aPlace({ name: 'Köln' })], meals: [aFoundMeal()] }, typed).map(
        ({ title }) => title,
      );
    expect([titles('köln'), titles('KOLN'), titles('köl')]).toEqual([
      ['SearchPlaces', 'SearchMeals'],
      ['SearchPlaces', 'SearchMeals'],
      ['SearchMeals', 'SearchPlaces'],
    ]);
  });

  it('sorts places by whether something can be had there, then by distance, paid or not', () => {
    const found = (key: string, kind: 'lunch' | 'lunchOver' | 'open' | 'closed', initialDistanceKm: number | null) =>
      aFoundRestaurant({ key, status: aFoundStatus({ kind }), initialDistanceKm });
    const partners = [
      found('over', 'lunchOver', 0.1),
      found('far', 'open', 2),
      found('nowhere', 'lunch', null),
      found('near', 'lunch', 0.3),
      found('shut', 'closed', 0.05),
    ];
    const [section] = foundSections({ ...nothing, partners });
    expect(section?.entries.map((entry) => entry.kind === 'partner' && entry.key)).toEqual([
      'near',
      'far',
      'nowhere',
      'shut',
      'over',
    ]);
  });

  describe('sorted', () => {
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
    const keys = (found: Partial<Found>, sort: SearchSort) =>
      foundSections({ ...nothing, ...found }, '', sort)[0]?.entries.map((entry) => 'key' in entry && entry.key);

    it.each([
      ['near', ['near', 'cheap', 'long', 'always', 'later']],
      ['cheap', ['cheap', 'near', 'always', 'long', 'later']],
      ['longest', ['always', 'long', 'near', 'cheap', 'later']],
    ] as const)('by %s, what can be had now first', (sort, expected) =>
      expect(keys({ meals }, sort)).toEqual(expected),
    );

    it('looks at all that was found before it shows five', () => {
      const dear = many((key) => aFoundMeal({ key, price: 1_000, status: until(1) }));
      expect(keys({ meals: [...dear, aFoundMeal({ key: 'cheap', price: 500, status: until(1) })] }, 'cheap')?.[0]).toBe(
        'cheap',
      );
    });

    it('puts places without a lunch price last among those that are open', () => {
      const partners = [
        aFoundRestaurant({ key: 'none', lunchPrice: null, status: until(1), initialDistanceKm: 0.1 }),
        aFoundRestaurant({ key: 'dear', lunchPrice: 1_500, status: until(1), initialDistanceKm: 2 }),
      ];
      expect(keys({ partners }, 'cheap')).toEqual(['dear', 'none']);
    });
  });

  it('has no section for what was not found', () =>
    expect(foundSections({ ...nothing, meals: [aFoundMeal()] }).map(({ title }) => title)).toEqual(['SearchMeals']));
});

describe('what the panel offers', () => {
  const place: SearchEntry = { kind: 'place', place: aPlace() };
  const keyword: SearchEntry = { kind: 'keyword', text: 'Suppe' };
  const kinds = (state: Partial<PanelState>) =>
    panelSections({
      scope: 'all',
      typed: '',
      recent: [],
      popular: [],
      found: nothing,
      sort: 'near',
      waysOut: null,
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
      { typed: 'abc', waysOut: [{ kind: 'elsewhere' }] },
      [['elsewhere']],
    ],
    ['the own position where no place was found', { scope: 'place', typed: 'abc', waysOut: [] }, [['locate']]],
    ['nothing for two letters', { typed: ' ab ', recent: [keyword] }, []],
    [
      'the words first, then what was found',
      { typed: 'abc', recent: [keyword], found: { ...nothing, places: [aPlace()] } },
      [['keyword'], ['place']],
    ],
    [
      'the own position and places of late where a place is searched',
      { scope: 'place', recent: [keyword, place] },
      [['locate'], ['place']],
    ],
    [
      'the own position and places while a place is typed',
      { scope: 'place', typed: 'abc', found: { ...nothing, places: [aPlace()] } },
      [['locate'], ['place']],
    ],
  ] as const)('offers %s', (_case, state, expected) => expect(kinds(state)).toEqual(expected));

  it('keeps the typed words as they are, without the space around them', () => {
    expect(
      panelSections({
        scope: 'all',
        typed: '  Rote Grütze ',
        recent: [],
        popular: [],
        found: nothing,
        sort: 'near',
        waysOut: null,
      })[0]?.entries,
    ).toEqual([{ kind: 'keyword', text: 'Rote Grütze' }]);
  });

  it.each([
    ['the words', 'all', 'abc', 'keyword'],
    ['the first place', 'place', 'abc', 'place'],
    ['nothing where nothing is typed', 'all', ' ', undefined],
  ] as const)('Enter takes %s', (_case, scope, typed, kind) =>
    expect(defaultEntry([{ kind: 'locate' }, keyword, place], { scope, typed })?.kind).toBe(kind),
  );

  it.each([
    [undefined, 1, 'a'],
    [undefined, -1, 'c'],
    ['a', 1, 'b'],
    ['c', 1, 'a'],
    ['a', -1, 'c'],
  ] as const)('from %s by %i comes %s', (active, step, next) =>
    expect(neighbourOf(['a', 'b', 'c'], active, step)).toBe(next),
  );
});
