import type { Restaurant, Week } from '@mahlzeit/contract';
import { anOffer, aRestaurant, aWeek, aWorkingWeek } from '@mahlzeit/contract/fixtures';
import { sortByRank, rankOf } from '@mahlzeit/contract/rules';
import { act, renderHook } from '@testing-library/react';
import * as fc from 'fast-check';
import { applyFilters, initialListFilters } from '../filters/filter-rules';
import type { ListFilters } from '../filters/filter-rules';
import { joinRestaurantPages } from './nearby-rules';
import { createFreshList, createVisibleOrder, keepVisibleOrder } from './stable-order';
import { useStableList } from './use-stable-list';

const instantAt = (time: string): number => Date.parse(`2026-06-24T${time}:00+02:00`);
const QUARTER_MS = 900_000;

const joinedKeysOf = (restaurants: readonly Restaurant[]): string => restaurants.map(({ key }) => key).join(' ');

const createRestaurantAtDistance = (
  restaurantKey: string,
  meters: number,
  overrides: Partial<Restaurant> = {},
): Restaurant => aRestaurant({ key: restaurantKey, initialDistanceKm: meters / 1_000, ...overrides });
const lateOpeningTimes = { openingHours: aWorkingWeek('11:30-17:00'), lunchTimes: aWorkingWeek('11:30-16:00') };
const breakfastTimes = { openingHours: aWorkingWeek('07:00-14:00'), lunchTimes: aWorkingWeek('11:00-13:30') };

describe('the first place without lunch', () => {
  const sampleRestaurants = [
    createRestaurantAtDistance('a', 100, breakfastTimes),
    createRestaurantAtDistance('b', 200),
    createRestaurantAtDistance('c', 300, lateOpeningTimes),
  ];
  const firstClosedKeyAt = (time: string, listMode: 'lunch' | 'all' = 'lunch') =>
    createFreshList(sampleRestaurants, { now: instantAt(time), list: listMode }).firstClosedKey;

  it.each([
    ['nowhere in the morning, when some are not open yet', '10:00', null],
    ['nowhere while all serve lunch', '12:00', null],
    ['at the first whose lunch is over', '13:45', 'a'],
    ['at the first that serves something else', '14:40', 'b'],
  ])('is %s', (_case, time, expectedKey) => {
    expect(firstClosedKeyAt(time)).toBe(expectedKey);
  });

  it('is missing in other lists', () => {
    expect(firstClosedKeyAt('13:45', 'all')).toBeNull();
  });
});

describe('a list that must not move', () => {
  const [restaurantA, restaurantB, restaurantC, restaurantD] = ['a', 'b', 'c', 'd'].map((restaurantKey, index) =>
    createRestaurantAtDistance(restaurantKey, 100 * index),
  );
  const restaurants = [restaurantA, restaurantB, restaurantC, restaurantD].filter(
    (optionalRestaurant) => optionalRestaurant !== undefined,
  );
  const createListedPlaces = (...keys: string[]) => ({
    restaurants: keys.flatMap((restaurantKey) =>
      restaurants.filter((listedRestaurant) => listedRestaurant.key === restaurantKey),
    ),
    firstClosedKey: null,
  });

  it.each([
    ['keeps its order', ['b', 'a'], ['a', 'b'], 'b a', true],
    ['is as fresh as any where nothing has changed', ['a', 'b'], ['a', 'b'], 'a b', false],
    ['keeps what passes no more', ['a', 'b', 'c'], ['a', 'c'], 'a b c', true],
    ['has what is new behind it', ['a', 'c'], ['a', 'b', 'c'], 'a c b', true],
    ['has what is new behind it, nearest or not', ['b'], ['a', 'b'], 'b a', true],
    ['grows by further pages as any list does', ['a', 'b'], ['a', 'b', 'c', 'd'], 'a b c d', false],
    ['lets go of what is gone', ['x', 'a'], ['a'], 'a', false],
  ] as const)('%s', (...[, visibleOrder, newKeys, expectedKeys, isStale]) => {
    const stableList = keepVisibleOrder(
      createVisibleOrder('', {
        restaurants: visibleOrder.map((restaurantKey) => createRestaurantAtDistance(restaurantKey, 0)),
        firstClosedKey: null,
      }),
      createListedPlaces(...newKeys),
      restaurants,
    );
    expect([joinedKeysOf(stableList.restaurants), stableList.isStale]).toEqual([expectedKeys, isStale]);
  });

  it('gets no heading between visible places, but behind them', () => {
    const visibleOrder = createVisibleOrder('', createListedPlaces('a', 'b'));
    expect(
      keepVisibleOrder(visibleOrder, { ...createListedPlaces('a', 'b'), firstClosedKey: 'b' }, restaurants),
    ).toMatchObject({
      firstClosedKey: null,
      isStale: true,
    });
    expect(
      keepVisibleOrder(visibleOrder, { ...createListedPlaces('a', 'b', 'c'), firstClosedKey: 'c' }, restaurants),
    ).toMatchObject({
      firstClosedKey: 'c',
      isStale: false,
    });
  });
});

describe('as a day passes', () => {
  const timeArbitrary = fc
    .integer({ min: 0, max: 95 })
    .map(
      (quarterOfDay) =>
        `${String(Math.floor(quarterOfDay / 4)).padStart(2, '0')}:${String((quarterOfDay % 4) * 15).padStart(2, '0')}`,
    );
  const openingWeekArbitrary: fc.Arbitrary<Week> = fc
    .array(
      fc.tuple(timeArbitrary, timeArbitrary).filter(([startTime, endTime]) => startTime !== endTime),
      { minLength: 1, maxLength: 2 },
    )
    .map((timeRanges) =>
      aWeek({
        2: timeRanges.map(([startTime, endTime]): `${string}-${string}` => `${startTime}-${endTime}`),
        3: timeRanges.map(([startTime, endTime]): `${string}-${string}` => `${startTime}-${endTime}`),
      }),
    );
  const lunchWeekArbitrary: fc.Arbitrary<Week> = fc.oneof(
    fc.constantFrom(aWeek(), aWorkingWeek('11:30-14:30'), aWorkingWeek('11:00-15:00'), aWorkingWeek('12:00-13:15')),
    openingWeekArbitrary,
  );

  const placesArbitrary: fc.Arbitrary<readonly Restaurant[]> = fc
    .array(
      fc.record({
        meters: fc.integer({ min: 0, max: 1_500 }),
        openingHours: openingWeekArbitrary,
        lunchTimes: lunchWeekArbitrary,
        isPaid: fc.boolean(),
        hasLunch: fc.boolean(),
      }),
      { minLength: 12, maxLength: 24 },
    )
    .map((placeDrafts) =>
      placeDrafts.map(({ meters, isPaid, hasLunch, ...times }, index) =>
        createRestaurantAtDistance(`r${index}`, meters, {
          ...times,
          premiumStart: isPaid ? '2026-06-01' : null,
          premiumEnd: isPaid ? '2026-06-30' : null,
          offers: hasLunch ? [anOffer()] : [],
        }),
      ),
    );

  /** Returns the list in the order in which the gateway would return it. */
  const sortAsGateway = (restaurants: readonly Restaurant[], now: number): readonly Restaurant[] => {
    const rankedRestaurants = sortByRank(restaurants, (rankedRestaurant) =>
      rankOf(rankedRestaurant, { meters: (rankedRestaurant.initialDistanceKm ?? 0) * 1_000, now, list: 'lunch' }),
    );
    return joinRestaurantPages([
      rankedRestaurants.slice(0, 10),
      rankedRestaurants.slice(10, 20),
      rankedRestaurants.slice(20),
    ]);
  };

  /** Opens a page that was loaded at midnight. Returns a function that returns the page's list at a later time. */
  const openListPage = (restaurants: readonly Restaurant[], filters: ListFilters, isAtRest: () => boolean) => {
    const loadedList = sortAsGateway(restaurants, instantAt('00:00'));
    const listPropsAt = (now: number) => ({
      all: loadedList,
      fresh: createFreshList(applyFilters(loadedList, filters, now), {
        now,
        list: filters.showLunchList ? 'lunch' : 'all',
      }),
      query: '',
      isAtRest,
    });
    const { result, rerender, unmount } = renderHook(useStableList, { initialProps: listPropsAt(instantAt('00:00')) });
    return {
      shown: () => result.current,
      pass: (now: number) => rerender(listPropsAt(now)),
      sortAnew: () => act(() => result.current.sortAnew()),
      unmount,
    };
  };

  const quarterInstants = Array.from(
    { length: 96 },
    (_, quarterOfDay) => instantAt('00:00') + quarterOfDay * QUARTER_MS,
  );
  const propertyRunOptions = { seed: 20_260_624, numRuns: 12 };

  it('a page that is not scrolled has the order of a fresh list at each quarter of an hour', () => {
    fc.assert(
      fc.property(placesArbitrary, (restaurants) => {
        const listPage = openListPage(restaurants, initialListFilters, () => true);
        for (const now of quarterInstants) {
          listPage.pass(now);
          expect(joinedKeysOf(listPage.shown().restaurants)).toBe(
            joinedKeysOf(applyFilters(sortAsGateway(restaurants, now), initialListFilters, now)),
          );
          expect(listPage.shown().isStale).toBe(false);
        }
        listPage.unmount();
      }),
      propertyRunOptions,
    );
  });

  it('a page that is being read stays unchanged, and „Neu sortieren“ makes it a fresh list at each quarter of an hour', () => {
    let checkedPageCount = 0;
    let orderChangeCount = 0;
    fc.assert(
      fc.property(placesArbitrary, (restaurants) => {
        checkedPageCount += 1;
        const listPage = openListPage(restaurants, initialListFilters, () => false);
        for (const now of quarterInstants) {
          const restaurantsBefore = listPage.shown().restaurants;
          listPage.pass(now);
          const newKeys = joinedKeysOf(applyFilters(sortAsGateway(restaurants, now), initialListFilters, now));
          expect(joinedKeysOf(listPage.shown().restaurants).startsWith(joinedKeysOf(restaurantsBefore))).toBe(true);
          if (joinedKeysOf(listPage.shown().restaurants) !== newKeys) {
            orderChangeCount += 1;
            expect(listPage.shown().isStale).toBe(true);
          }
          listPage.sortAnew();
          expect([joinedKeysOf(listPage.shown().restaurants), listPage.shown().isStale]).toEqual([newKeys, false]);
        }
        listPage.unmount();
      }),
      propertyRunOptions,
    );
    expect(orderChangeCount).toBeGreaterThan(checkedPageCount);
  });

  it('another list has its own order at once', () => {
    const restaurants = [
      createRestaurantAtDistance('over', 10, breakfastTimes),
      createRestaurantAtDistance('serving', 900, { ...lateOpeningTimes }),
    ];
    const listPage = openListPage(restaurants, { ...initialListFilters, showLunchList: false }, () => true);
    listPage.pass(instantAt('13:45'));
    expect(joinedKeysOf(listPage.shown().restaurants)).toBe('over serving');
    listPage.unmount();
  });
});
