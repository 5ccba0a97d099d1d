import * as fc from 'fast-check';
import { aRestaurant, aWorkingWeek } from '../fixtures';
import type { Restaurant } from '../restaurant';
import { compareRanks, sortByRank, listedRank, rankOf } from './list-order';
import type { Rank } from './list-order';

const instantAt = (time: string): number => Date.parse(`2026-06-24T${time}:00+02:00`);

const place = (key: string, meters: number, overrides: Partial<Restaurant> = {}): Restaurant =>
  aRestaurant({ key, initialDistanceKm: meters / 1_000, ...overrides });
const premium = { premiumStart: '2026-06-01', premiumEnd: '2026-06-30' };
const allDay = { openingHours: aWorkingWeek('07:00-22:00') };

const keysAt = (time: string, list: 'lunch' | 'all', ...places: readonly Restaurant[]): string =>
  sortByRank(places, (candidate) => listedRank(candidate, { now: instantAt(time), list }))
    .map(({ key }) => key)
    .join(' ');

describe('the order of the list', () => {
  it('puts near places before far ones', () => {
    expect(keysAt('12:00', 'lunch', place('far', 800), place('near', 50), place('middle', 300))).toBe(
      'near middle far',
    );
  });

  it('puts premium places first within a band of 250 metres only', () => {
    expect(
      keysAt(
        '12:00',
        'lunch',
        place('a', 10),
        place('b', 100),
        place('paid', 249, premium),
        place('c', 250),
        place('paid too', 499, premium),
      ),
    ).toBe('paid a b paid too c');
  });

  it('puts open places before near and premium ones', () => {
    expect(
      keysAt(
        '12:00',
        'lunch',
        place('shut', 10, { ...premium, openingHours: aWorkingWeek('17:00-22:00') }),
        place('open', 4_000),
      ),
    ).toBe('open shut');
  });

  it('counts a place whose lunch is over as closed, in the lunch list only', () => {
    const places = [
      place('over', 100, { ...allDay, lunchTimes: aWorkingWeek('11:30-14:00') }),
      place('serving', 900, { ...allDay, lunchTimes: aWorkingWeek('11:30-15:00') }),
    ];
    expect(keysAt('14:00', 'lunch', ...places)).toBe('serving over');
    expect(keysAt('14:00', 'all', ...places)).toBe('over serving');
    expect(keysAt('13:59', 'lunch', ...places)).toBe('over serving');
  });

  it('counts a place before its lunch, and one without lunch times, as open', () => {
    expect(
      keysAt(
        '10:45',
        'lunch',
        place('shut', 100),
        place('breakfast', 300, allDay),
        place('untimed', 600, { ...allDay, lunchTimes: aWorkingWeek() }),
      ),
    ).toBe('breakfast untimed shut');
  });

  it('breaks ties by the key, independent of the input order', () => {
    expect(keysAt('12:00', 'lunch', place('b', 100), place('a', 100), place('B', 100))).toBe('B a b');
  });

  it('puts a place without a distance last of its kind', () => {
    expect(
      keysAt(
        '12:00',
        'lunch',
        aRestaurant({ key: 'nowhere', initialDistanceKm: null, ...premium }),
        place('far', 4_900),
      ),
    ).toBe('far nowhere');
  });

  it('compares whole metres, like the wire', () => {
    const rankAt = (meters: number) => rankOf(aRestaurant(), { meters, now: instantAt('12:00'), list: 'lunch' });
    expect(compareRanks(rankAt(249.6), rankAt(250.4))).toBe(0);
    expect(compareRanks(rankAt(249.4), rankAt(249.6))).toBeLessThan(0);
  });

  it("doesn't change its input", () => {
    const places = Object.freeze([place('b', 200), place('a', 100)]);
    expect(keysAt('12:00', 'lunch', ...places)).toBe('a b');
  });

  const rank: fc.Arbitrary<Rank> = fc.record({
    isOpen: fc.boolean(),
    isPremium: fc.boolean(),
    meters: fc.oneof(fc.integer({ min: 0, max: 1_000 }), fc.constant(Infinity)),
    key: fc.constantFrom('a', 'b', 'c'),
  });
  const run = { seed: 20_260_624, numRuns: 300 };

  it('D01 applies each rule within the earlier ones', () => {
    const level = ({ isOpen, isPremium, meters }: Rank) => [
      isOpen ? 0 : 1,
      Math.floor(meters / 250),
      isPremium ? 0 : 1,
      meters,
    ];
    fc.assert(
      fc.property(fc.array(rank, { maxLength: 30 }), (places) => {
        const sortedRanks = [...places].sort(compareRanks);
        expect(sortedRanks).toHaveLength(places.length);
        for (const [index, after] of sortedRanks.entries()) {
          const previousRank = sortedRanks[index - 1];
          if (previousRank === undefined) continue;
          const [former, latter] = [level(previousRank), level(after)];
          const differs = former.findIndex((value, rule) => value !== latter[rule]);
          if (differs === -1) expect(previousRank.key <= after.key).toBe(true);
          else expect(former[differs]).toBeLessThan(latter[differs] ?? NaN);
        }
      }),
      run,
    );
  });

  it('is transitive', () => {
    fc.assert(
      fc.property(rank, rank, rank, (a, b, c) => {
        expect(Math.sign(compareRanks(a, b))).toBe(0 - Math.sign(compareRanks(b, a)));
        if (compareRanks(a, b) <= 0 && compareRanks(b, c) <= 0) expect(compareRanks(a, c)).toBeLessThanOrEqual(0);
      }),
      run,
    );
  });
});
