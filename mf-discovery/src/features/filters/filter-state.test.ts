/** @page */
import { createManualTimers, fakeShell } from '@mahlzeit/shared-ui/testing';
import { noFilters, initialListFilters } from './filter-rules';
import {
  allShown,
  createDebouncedFilters,
  filtersApplied,
  filtersReset,
  lunchListToggled,
  parseLastingFilters,
  parseVisitFilters,
  selectFilterCount,
  selectFilters,
  tagChosen,
  tagToggled,
  textAdded,
  textRemoved,
  textsCleared,
} from './filter-state';

describe('filters after a reload', () => {
  const initialVisitFilters = { texts: [], prices: [], properties: [], tag: null, showLunchList: true };
  const chosenFilters = {
    texts: ['Suppe'],
    prices: [1, 3],
    properties: ['Open', 'Visa'],
    tag: { key: 'italian', name: 'Italienisch' },
    showLunchList: false,
  };

  it('are the stored ones', () => expect(parseVisitFilters(JSON.stringify(chosenFilters))).toEqual(chosenFilters));

  it.each([
    ['nothing', null],
    ['half a text', '{"texts":["Su'],
    ['a list', '[1]'],
    ['a word', '"Open"'],
    ['fields of another kind', '{"texts":7,"prices":"1","properties":{},"tag":[]}'],
  ])('are the initial ones for the stored text %s', (_case, storedText) =>
    expect(parseVisitFilters(storedText)).toEqual(initialVisitFilters),
  );

  it('contain no unknown values', () => {
    expect(
      parseVisitFilters(
        '{"texts":["Suppe",3],"prices":[1,9],"properties":["Open","Pool"],"tag":null,"showLunchList":false}',
      ),
    ).toEqual({ texts: ['Suppe'], prices: [1], properties: ['Open'], tag: null, showLunchList: false });
  });

  it('contain no lunch list beside a tag', () => {
    expect(parseVisitFilters('{"tag":{"key":"a","name":"A"},"showLunchList":true}')).toMatchObject({
      tag: { key: 'a', name: 'A' },
      showLunchList: false,
    });
  });
});

describe('filters on the next visit', () => {
  it.each([
    [
      'what was stored',
      '{"diets":["vegan","halal"],"maxWalkMinutes":10}',
      { diets: ['vegan', 'halal'], maxWalkMinutes: 10 },
    ],
    ['nothing', null, { diets: [], maxWalkMinutes: null }],
    ['half a text', '{"diets":["ve', { diets: [], maxWalkMinutes: null }],
    [
      'what nobody offers',
      '{"diets":["vegan","keto",7],"maxWalkMinutes":11}',
      { diets: ['vegan'], maxWalkMinutes: null },
    ],
    ['fields of another kind', '{"diets":"vegan","maxWalkMinutes":"10"}', { diets: [], maxWalkMinutes: null }],
  ])('are parsed from %s', (_case, storedText, expectedFilters) =>
    expect(parseLastingFilters(storedText)).toEqual(expectedFilters),
  );

  it('contain diet and walking time only', () => {
    sessionStorage.clear();
    localStorage.setItem(
      'mahlzeit.lastingFilters',
      '{"diets":["vegan"],"maxWalkMinutes":10,"prices":[1],"texts":["Suppe"]}',
    );
    expect(selectFilters(fakeShell().store.getState())).toEqual({
      ...initialListFilters,
      diets: ['vegan'],
      maxWalkMinutes: 10,
    });
    localStorage.clear();
  });
});

describe('changing the filters', () => {
  const italianTag = { key: 'italian', name: 'Italienisch' };
  const indianTag = { key: 'indian', name: 'Indisch' };

  type FilterEvent = { readonly type: string };

  const filtersAfterEvents = (...filterEvents: readonly FilterEvent[]) => {
    const { store } = fakeShell();
    for (const filterEvent of filterEvents) store.dispatch(filterEvent);
    const { tag, showLunchList, ...filters } = selectFilters(store.getState());
    return { tag: tag?.key ?? null, showLunchList, filters, count: selectFilterCount(store.getState()) };
  };

  beforeEach(() => sessionStorage.clear());

  describe('D04 tag, lunch list and all exclude each other', () => {
    it.each([
      ['starts with the lunch list', [], null, true],
      ['a tag hides the lunch list', [tagToggled(italianTag)], 'italian', false],
      ['another tag takes its place', [tagToggled(italianTag), tagToggled(indianTag)], 'indian', false],
      ['the tag taken off leads back to the lunch list', [tagToggled(italianTag), tagToggled(italianTag)], null, true],
      ['the lunch list clears the tag', [tagToggled(italianTag), lunchListToggled()], null, true],
      ['the lunch list taken off leaves all', [lunchListToggled()], null, false],
      ['all hides the lunch list', [allShown()], null, false],
      ['all clears the tag', [tagToggled(italianTag), allShown()], null, false],
      ['a tag that is chosen twice stays', [tagChosen(italianTag), tagChosen(italianTag)], 'italian', false],
    ] as const)('%s', (_case, filterEvents, expectedTag, expectedShowLunchList) =>
      expect(filtersAfterEvents(...filterEvents)).toMatchObject({
        tag: expectedTag,
        showLunchList: expectedShowLunchList,
      }),
    );
  });

  describe('the words of the search', () => {
    it('are kept without duplicates', () =>
      expect(filtersAfterEvents(textAdded('Suppe'), textAdded('Pizza'), textAdded('Suppe')).filters.texts).toEqual([
        'Suppe',
        'Pizza',
      ]));
    it('are removed one by one', () =>
      expect(filtersAfterEvents(textAdded('Suppe'), textAdded('Pizza'), textRemoved('Suppe')).filters.texts).toEqual([
        'Pizza',
      ]));
    it('are removed together', () =>
      expect(filtersAfterEvents(textAdded('Suppe'), textAdded('Pizza'), textsCleared()).filters.texts).toEqual([]));
  });

  it('D02 counts properties, all texts as one and all prices as one, but not the tag', () => {
    const filtersAppliedEvent = filtersApplied({
      texts: ['Suppe', 'Pizza'],
      prices: [1, 2, 3],
      properties: ['Open', 'Wifi'],
      diets: [],
      maxWalkMinutes: null,
    });
    expect(filtersAfterEvents(filtersAppliedEvent, tagToggled(italianTag)).count).toBe(4);
    expect(filtersAfterEvents(tagToggled(italianTag)).count).toBe(0);
  });

  it('removes filters and words, and keeps the tag', () => {
    const filtersAppliedEvent = filtersApplied({
      texts: ['Suppe'],
      prices: [1],
      properties: ['Open'],
      diets: ['vegan'],
      maxWalkMinutes: 5,
    });
    expect(filtersAfterEvents(tagToggled(italianTag), filtersAppliedEvent, filtersReset())).toMatchObject({
      tag: 'italian',
      count: 0,
      filters: noFilters,
    });
  });
});

describe('debounced filters', () => {
  const startDebouncedFilters = () => {
    const { store } = fakeShell();
    const manualTimers = createManualTimers();
    const debouncedFilters = createDebouncedFilters(store, manualTimers);
    const onFiltersChange = jest.fn();
    const stopFiltersListener = debouncedFilters.subscribe(onFiltersChange);
    return {
      store,
      timers: manualTimers,
      filters: debouncedFilters,
      onChange: onFiltersChange,
      stop: stopFiltersListener,
    };
  };

  beforeEach(() => sessionStorage.clear());

  it('apply a single change at once', () => {
    const { store, filters, onChange } = startDebouncedFilters();
    store.dispatch(allShown());
    expect(filters.read().showLunchList).toBe(false);
    expect(onChange).toHaveBeenCalledTimes(1);
  });

  it('apply several quick changes together after the last one', () => {
    const { store, timers, filters, onChange } = startDebouncedFilters();
    store.dispatch(allShown());
    timers.advance(400);
    store.dispatch(textAdded('Suppe'));
    timers.advance(700);
    store.dispatch(textAdded('Pizza'));
    timers.advance(799);
    expect(filters.read().texts).toEqual([]);
    timers.advance(1);
    expect(filters.read().texts).toEqual(['Suppe', 'Pizza']);
    expect(onChange).toHaveBeenCalledTimes(2);
  });

  it('don’t notify after unrelated changes', () => {
    const { store, timers, onChange } = startDebouncedFilters();
    store.dispatch({ type: 'something/else' });
    timers.advance(1_000);
    expect(onChange).not.toHaveBeenCalled();
  });

  it('stop their timer on the last unsubscribe', () => {
    const { store, timers, stop } = startDebouncedFilters();
    store.dispatch(lunchListToggled());
    stop();
    expect(timers.pendingCount()).toBe(0);
  });
});
