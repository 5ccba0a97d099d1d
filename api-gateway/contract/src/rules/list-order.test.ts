import * as fc from 'fast-check';
import { aRestaurant, aWeek, aWorkingWeek } from '../fixtures';
import type { Restaurant } from '../restaurant';
import { compareRanks, sortByRank, listedRank, rankOf } from './list-order';
import type { Rank } from './list-order';

const instantAt = (time: string): number => Date.parse(`2026-06-24T${time}:00+02:00`);

const createPlace = (key: string, meters: number, overrides: Partial<Restaurant> = {}): Restaurant =>
  aRestaurant({ key, initialDistanceKm: meters / 1_000, ...overrides });
const premiumPeriod = { premiumStart: '2026-06-01', premiumEnd: '2026-06-30' };
const allDayHours = { openingHours: aWorkingWeek('07:00-22:00') };

const sortedKeysAt = (time: string, listKind: 'lunch' | 'all', ...places: readonly Restaurant[]): string =>
  sortByRank(places, (candidate) => listedRank(candidate, { now: instantAt(time), list: listKind }))
    .map(({ key }) => key)
    .join(' ');

describe('the order of the list', () => {
  it('puts near places before far ones', () => {
    expect(
      sortedKeysAt('12:00', 'lunch', createPlace('far', 800), createPlace('near', 50), createPlace('middle', 300)),
    ).toBe('near middle far');
  });

  it('puts premium places first within a band of 250 metres only', () => {
    expect(
      sortedKeysAt(
        '12:00',
        'lunch',
        createPlace('a', 10),
        createPlace('b', 100),
        createPlace('paid', 249, premiumPeriod),
        createPlace('c', 250),
        createPlace('paid too', 499, premiumPeriod),
      ),
    ).toBe('paid a b paid too c');
  });

  it('puts open places before near and premium ones', () => {
    expect(
      sortedKeysAt(
        '12:00',
        'lunch',
        createPlace('shut', 10, { ...premiumPeriod, openingHours: aWorkingWeek('17:00-22:00') }),
        createPlace('open', 4_000),
      ),
    ).toBe('open shut');
  });

  it('counts a place whose lunch is over as closed, in the lunch list only', () => {
    const places = [
      createPlace('over', 100, { ...allDayHours, lunchTimes: aWorkingWeek('11:30-14:00') }),
      createPlace('serving', 900, { ...allDayHours, lunchTimes: aWorkingWeek('11:30-15:00') }),
    ];
    expect(sortedKeysAt('14:00', 'lunch', ...places)).toBe('serving over');
    expect(sortedKeysAt('14:00', 'all', ...places)).toBe('over serving');
    expect(sortedKeysAt('13:59', 'lunch', ...places)).toBe('over serving');
  });

  it('counts a place before its lunch, and one without lunch times, as open', () => {
    expect(
      sortedKeysAt(
        '10:45',
        'lunch',
        createPlace('shut', 100, { openingHours: aWorkingWeek('11:30-15:00') }),
        createPlace('breakfast', 300, allDayHours),
        createPlace('untimed', 600, { ...allDayHours, lunchTimes: aWorkingWeek() }),
      ),
    ).toBe('breakfast untimed shut');
  });

  it.each([
    ['10:29', 'far near'],
    ['10:30', 'near far'],
    ['11:00', 'near far'],
  ])('at %s lists a place that opens at 11:00 and one that is open: %s', (time, expectedKeys) => {
    expect(
      sortedKeysAt(
        time,
        'lunch',
        createPlace('far', 900, { openingHours: aWorkingWeek('07:00-15:00') }),
        createPlace('near', 100, { openingHours: aWorkingWeek('11:00-15:00') }),
      ),
    ).toBe(expectedKeys);
  });

  it('after lunch puts what serves now before what serves later today, then other days', () => {
    const evening = createPlace('evening', 100, { openingHours: aWorkingWeek('11:00-14:00', '17:00-22:00') });
    const tomorrow = createPlace('tomorrow', 50, { ...premiumPeriod, openingHours: aWorkingWeek('11:00-14:00') });
    const serving = createPlace('serving', 900, allDayHours);
    const lunch = createPlace('lunch', 1_200, { ...allDayHours, lunchTimes: aWorkingWeek('11:30-17:00') });
    const unknown = createPlace('unknown', 2_000, { openingHours: aWeek(), lunchTimes: aWeek() });
    expect(sortedKeysAt('15:30', 'lunch', tomorrow, unknown, evening, serving, lunch)).toBe(
      'lunch unknown serving evening tomorrow',
    );
    expect(sortedKeysAt('15:30', 'all', tomorrow, unknown, evening, serving, lunch)).toBe(
      'serving lunch evening unknown tomorrow',
    );
  });

  it('breaks ties by the key, independent of the input order', () => {
    expect(sortedKeysAt('12:00', 'lunch', createPlace('b', 100), createPlace('a', 100), createPlace('B', 100))).toBe(
      'B a b',
    );
  });

  it('puts a place without a distance last of its kind', () => {
    expect(
      sortedKeysAt(
        '12:00',
        'lunch',
        aRestaurant({ key: 'nowhere', initialDistanceKm: null, ...premiumPeriod }),
        createPlace('far', 4_900),
      ),
    ).toBe('far nowhere');
  });

  it('compares whole metres, like the wire', () => {
    const rankAt = (meters: number) => rankOf(aRestaurant(), { meters, now: instantAt('12:00'), list: 'lunch' });
    expect(compareRanks(rankAt(249.6), rankAt(250.4))).toBe(0);
    expect(compareRanks(rankAt(249.4), rankAt(249.6))).toBeLessThan(0);
  });

  it("doesn't change its input", () => {
    const places = Object.freeze([createPlace('b', 200), createPlace('a', 100)]);
    expect(sortedKeysAt('12:00', 'lunch', ...places)).toBe('a b');
  });

  const rankArbitrary: fc.Arbitrary<Rank> = fc.record({
    group: fc.constantFrom('open', 'later', 'openAfterLunch', 'laterAfterLunch', 'otherDays'),
    isPremium: fc.boolean(),
    meters: fc.oneof(fc.integer({ min: 0, max: 1_000 }), fc.constant(Infinity)),
    key: fc.constantFrom('a', 'b', 'c'),
  });
  const propertyParameters = { seed: 20_260_624, numRuns: 300 };

  it('D01 applies each rule within the earlier ones', () => {
    const groups = ['open', 'later', 'openAfterLunch', 'laterAfterLunch', 'otherDays'];
    const sortLevelsOf = ({ group, isPremium, meters }: Rank) => [
      groups.indexOf(group),
      Math.floor(meters / 250),
      isPremium ? 0 : 1,
      meters,
    ];
    fc.assert(
      fc.property(fc.array(rankArbitrary, { maxLength: 30 }), (places) => {
        const sortedRanks = [...places].sort(compareRanks);
        expect(sortedRanks).toHaveLength(places.length);
        for (const [index, currentRank] of sortedRanks.entries()) {
          const previousRank = sortedRanks[index - 1];
          if (previousRank === undefined) continue;
          const [previousLevels, currentLevels] = [sortLevelsOf(previousRank), sortLevelsOf(currentRank)];
          const differingIndex = previousLevels.findIndex((value, ruleIndex) => value !== currentLevels[ruleIndex]);
          if (differingIndex === -1) expect(previousRank.key <= currentRank.key).toBe(true);
          else expect(previousLevels[differingIndex]).toBeLessThan(currentLevels[differingIndex] ?? NaN);
        }
      }),
      propertyParameters,
    );
  });

  it('is transitive', () => {
    fc.assert(
      fc.property(rankArbitrary, rankArbitrary, rankArbitrary, (a, b, c) => {
        expect(Math.sign(compareRanks(a, b))).toBe(0 - Math.sign(compareRanks(b, a)));
        if (compareRanks(a, b) <= 0 && compareRanks(b, c) <= 0) expect(compareRanks(a, c)).toBeLessThanOrEqual(0);
      }),
      propertyParameters,
    );
  });
});
