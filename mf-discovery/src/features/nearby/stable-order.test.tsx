import type { Restaurant, Week } from '@mahlzeit/contract';
import { anOffer, aRestaurant, aWeek, aWorkingWeek } from '@mahlzeit/contract/fixtures';
import { sortByRank, rankOf } from '@mahlzeit/contract/rules';
import { act, renderHook } from '@testing-library/react';
import * as fc from 'fast-check';
import { applyFilters, startFilters } from '../filters/filter-rules';
import type { ListFilters } from '../filters/filter-rules';
import { joinPages } from './nearby-rules';
import { createFreshList, visibleOrderOf, keepVisibleOrder } from './stable-order';
import { useStableList } from './use-stable-list';

const instantAt = (time: string): number => Date.parse(`2026-06-24T${time}:00+02:00`);
const QUARTER_MS = 900_000;

const keysOf = (list: readonly Restaurant[]): string => list.map(({ key }) => key).join(' ');

const restaurantNamed = (key: string, meters: number, overrides: Partial<Restaurant> = {}): Restaurant =>
  aRestaurant({ key, initialDistanceKm: meters / 1_000, ...overrides });
const lateOpeningTimes = { openingHours: aWorkingWeek('11:30-17:00'), lunchTimes: aWorkingWeek('11:30-16:00') };
const breakfastTimes = { openingHours: aWorkingWeek('07:00-14:00'), lunchTimes: aWorkingWeek('11:00-13:30') };

describe('the first place without lunch', () => {
  const places = [
    restaurantNamed('a', 100, breakfastTimes),
    restaurantNamed('b', 200),
    restaurantNamed('c', 300, lateOpeningTimes),
  ];
  const firstClosedKeyAt = (time: string, list: 'lunch' | 'all' = 'lunch') =>
    createFreshList(places, { now: instantAt(time), list }).firstClosedKey;

  it.each([
    ['nowhere in the morning, when some are not open yet', '10:00', null],
    ['nowhere while all serve lunch', '12:00', null],
    ['at the first whose lunch is over', '13:45', 'a'],
    ['before all of them', '14:40', 'a'],
  ])('is %s', (_case, time, key) => {
    expect(firstClosedKeyAt(time)).toBe(key);
  });

  it('is missing in other lists', () => {
    expect(firstClosedKeyAt('13:45', 'all')).toBeNull();
  });
});

describe('a list that must not move', () => {
  const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((key, index) => restaurantNamed(key, 100 * index));
  const restaurants = [a, b, c, d].filter((candidate) => candidate !== undefined);
  const listedPlacesOf = (...keys: string[]) => ({
    restaurants: keys.flatMap((key) => restaurants.filter((candidate) => candidate.key === key)),
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
  ] as const)('%s', (...[, visibleOrder, newKeys, expected, isStale]) => {
    const list = keepVisibleOrder(
      visibleOrderOf('', { restaurants: visibleOrder.map((key) => restaurantNamed(key, 0)), firstClosedKey: null }),
      listedPlacesOf(...newKeys),
      restaurants,
    );
    expect([keysOf(list.restaurants), list.isStale]).toEqual([expected, isStale]);
  });

  it('gets no heading between visible places, but behind them', () => {
    const visibleOrder = visibleOrderOf('', listedPlacesOf('a', 'b'));
    expect(
      keepVisibleOrder(visibleOrder, { ...listedPlacesOf('a', 'b'), firstClosedKey: 'b' }, restaurants),
    ).toMatchObject({
      firstClosedKey: null,
      isStale: true,
    });
    expect(
      keepVisibleOrder(visibleOrder, { ...listedPlacesOf('a', 'b', 'c'), firstClosedKey: 'c' }, restaurants),
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
      (quarter) => `${String(Math.floor(quarter / 4)).padStart(2, '0')}:${String((quarter % 4) * 15).padStart(2, '0')}`,
    );
  const openingWeek: fc.Arbitrary<Week> = fc
    .array(
      fc.tuple(timeArbitrary, timeArbitrary).filter(([start, end]) => start !== end),
      { minLength: 1, maxLength: 2 },
    )
    .map((ranges) =>
      aWeek({
        2: ranges.map(([start, end]): `${string}-${string}` => `${start}-${end}`),
        3: ranges.map(([start, end]): `${string}-${string}` => `${start}-${end}`),
      }),
    );
  const lunchWeek: fc.Arbitrary<Week> = fc.oneof(
    fc.constantFrom(aWeek(), aWorkingWeek('11:30-14:30'), aWorkingWeek('11:00-15:00'), aWorkingWeek('12:00-13:15')),
    openingWeek,
  );

  const places: fc.Arbitrary<readonly Restaurant[]> = fc
    .array(
      fc.record({
        meters: fc.integer({ min: 0, max: 1_500 }),
        openingHours: openingWeek,
        lunchTimes: lunchWeek,
        isPaid: fc.boolean(),
        hasLunch: fc.boolean(),
      }),
      { minLength: 12, maxLength: 24 },
    )
    .map((placeDrafts) =>
      placeDrafts.map(({ meters, isPaid, hasLunch, ...times }, index) =>
        restaurantNamed(`r${index}`, meters, {
          ...times,
          premiumStart: isPaid ? '2026-06-01' : null,
          premiumEnd: isPaid ? '2026-06-30' : null,
          offers: hasLunch ? [anOffer()] : [],
        }),
      ),
    );

  /** Returns the list in the order in which the gateway would return it. */
  const gatewayList = (restaurants: readonly Restaurant[], now: number): readonly Restaurant[] => {
    const rankedRestaurants = sortByRank(restaurants, (candidate) =>
      rankOf(candidate, { meters: (candidate.initialDistanceKm ?? 0) * 1_000, now, list: 'lunch' }),
    );
    return joinPages([rankedRestaurants.slice(0, 10), rankedRestaurants.slice(10, 20), rankedRestaurants.slice(20)]);
  };

  /** Opens a page that was loaded at midnight. Returns a function that returns the page's list at a later time. */
  const openPage = (restaurants: readonly Restaurant[], filters: ListFilters, isAtRest: () => boolean) => {
    const loadedList = gatewayList(restaurants, instantAt('00:00'));
    const listProps = (now: number) => ({
      all: loadedList,
      fresh: createFreshList(applyFilters(loadedList, filters, now), {
        now,
        list: filters.showLunchList ? 'lunch' : 'all',
      }),
      query: '',
      isAtRest,
    });
    const { result, rerender, unmount } = renderHook(useStableList, { initialProps: listProps(instantAt('00:00')) });
    return {
      shown: () => result.current,
      pass: (now: number) => rerender(listProps(now)),
      sortAnew: () => act(() => result.current.sortAnew()),
      unmount,
    };
  };

  const quarterInstants = Array.from({ length: 96 }, (_, quarter) => instantAt('00:00') + quarter * QUARTER_MS);
  const runOptions = { seed: 20_260_624, numRuns: 12 };

  it('a page that is not scrolled has the order of a fresh list at each quarter of an hour', () => {
    fc.assert(
      fc.property(places, (restaurants) => {
        const page = openPage(restaurants, startFilters, () => true);
        for (const now of quarterInstants) {
          page.pass(now);
          expect(keysOf(page.shown().restaurants)).toBe(
            keysOf(applyFilters(gatewayList(restaurants, now), startFilters, now)),
          );
          expect(page.shown().isStale).toBe(false);
        }
        page.unmount();
      }),
      runOptions,
    );
  });

  it('a page that is being read stays unchanged, and „Neu sortieren“ makes it a fresh list at each quarter of an hour', () => {
    let pageCount = 0;
    let changeCount = 0;
    fc.assert(
      fc.property(places, (restaurants) => {
        pageCount += 1;
        const page = openPage(restaurants, startFilters, () => false);
        for (const now of quarterInstants) {
          const restaurantsBefore = page.shown().restaurants;
          page.pass(now);
          const newKeys = keysOf(applyFilters(gatewayList(restaurants, now), startFilters, now));
          expect(keysOf(page.shown().restaurants).startsWith(keysOf(restaurantsBefore))).toBe(true);
          if (keysOf(page.shown().restaurants) !== newKeys) {
            changeCount += 1;
            expect(page.shown().isStale).toBe(true);
          }
          page.sortAnew();
          expect([keysOf(page.shown().restaurants), page.shown().isStale]).toEqual([newKeys, false]);
        }
        page.unmount();
      }),
      runOptions,
    );
    expect(changeCount).toBeGreaterThan(pageCount);
  });

  it('another list has its own order at once', () => {
    const restaurants = [
      restaurantNamed('over', 10, breakfastTimes),
      restaurantNamed('serving', 900, { ...lateOpeningTimes }),
    ];
    const page = openPage(restaurants, { ...startFilters, showLunchList: false }, () => true);
    page.pass(instantAt('13:45'));
    expect(keysOf(page.shown().restaurants)).toBe('over serving');
    page.unmount();
  });
});
