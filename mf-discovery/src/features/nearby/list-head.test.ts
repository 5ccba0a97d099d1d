import type { Restaurant } from '@mahlzeit/contract';
import { aRestaurant, aWorkingWeek } from '@mahlzeit/contract/fixtures';
import { headTexts, countStillServingLunch } from './list-head';
import { createFreshList } from './stable-order';

const instantAt = (time: string): number => Date.parse(`2026-06-24T${time}:00+02:00`);

const restaurantNamed = (key: string, overrides: Partial<Restaurant> = {}): Restaurant =>
  aRestaurant({ key, ...overrides });
const lateHours = { openingHours: aWorkingWeek('11:00-17:00'), lunchTimes: aWorkingWeek('11:30-16:00') };

const factsOf = (
  time: string,
  places: readonly Restaurant[],
  loading: Partial<Parameters<typeof headTexts>[2]> = {},
  list: 'lunch' | 'all' = 'lunch',
) => {
  const order = { now: instantAt(time), list };
  return headTexts(createFreshList(places, order), order, { more: 'none', radius: 5_000, ...loading });
};

describe('the head of a list', () => {
  const threeRestaurants = [restaurantNamed('a'), restaurantNamed('b'), restaurantNamed('c', lateHours)];

  it.each([
    ['how many are open', '12:00', {}, { aside: '3 offen', line: null }],
    ['that none is', '09:00', {}, { aside: 'keins offen', line: null }],
    ['no number while some are on their way', '12:00', { more: 'loading' }, { aside: null, line: null }],
    ['no number where some could not be had', '12:00', { more: 'failed' }, { aside: null, line: null }],
    [
      'how far around they were looked for',
      '12:00',
      { radius: 15_000 },
      { aside: '3 offen, im Umkreis von 15\u00a0km', line: null },
    ],
    ['who still cooks after lunch', '15:20', {}, { aside: null, line: '15:20 Uhr, ein Lokal kocht noch Mittag' }],
    [
      'that after lunch already with the first page',
      '15:20',
      { more: 'loading' },
      { aside: null, line: '15:20 Uhr, ein Lokal kocht noch Mittag' },
    ],
    ['that lunch is over', '16:30', {}, { aside: null, line: '16:30 Uhr, der Mittagstisch ist vorbei' }],
  ] as const)('%s', (_case, time, loading, facts) => {
    expect(factsOf(time, threeRestaurants, loading)).toEqual(facts);
  });

  it('counts the open places in other lists, with or without lunch', () => {
    expect(factsOf('14:45', [restaurantNamed('a'), restaurantNamed('b')], {}, 'all')).toEqual({
      aside: '2 offen',
      line: null,
    });
  });

  it('announces the end of lunch only when few places still serve', () => {
    const cooking = (count: number) =>
      Array.from({ length: count }, (_, index) => restaurantNamed(`late ${index}`, lateHours));
    const list = (count: number) =>
      createFreshList([...cooking(count), restaurantNamed('over')], { now: instantAt('15:20'), list: 'lunch' });
    expect([countStillServingLunch(list(2)), countStillServingLunch(list(3))]).toEqual([2, null]);
  });
});
