import type { Restaurant } from '@mahlzeit/contract';
import { aRestaurant, aWorkingWeek } from '@mahlzeit/contract/fixtures';
import { headTextsOfList, countStillServingLunch } from './list-head';
import { createFreshList } from './stable-order';

const instantAt = (time: string): number => Date.parse(`2026-06-24T${time}:00+02:00`);

const createRestaurantWithKey = (key: string, overrides: Partial<Restaurant> = {}): Restaurant =>
  aRestaurant({ key, ...overrides });
const lateHours = { openingHours: aWorkingWeek('11:00-17:00'), lunchTimes: aWorkingWeek('11:30-16:00') };

const headTextsOf = (
  time: string,
  places: readonly Restaurant[],
  loadingState: Partial<Parameters<typeof headTextsOfList>[2]> = {},
  listMode: 'lunch' | 'all' = 'lunch',
) => {
  const listOrder = { now: instantAt(time), list: listMode };
  return headTextsOfList(createFreshList(places, listOrder), listOrder, {
    more: 'none',
    radius: 5_000,
    ...loadingState,
  });
};

describe('the head of a list', () => {
  const threeRestaurants = [
    createRestaurantWithKey('a'),
    createRestaurantWithKey('b'),
    createRestaurantWithKey('c', lateHours),
  ];

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
  ] as const)('%s', (_case, time, loadingState, expectedTexts) => {
    expect(headTextsOf(time, threeRestaurants, loadingState)).toEqual(expectedTexts);
  });

  it('counts the open places in other lists, with or without lunch', () => {
    expect(headTextsOf('14:45', [createRestaurantWithKey('a'), createRestaurantWithKey('b')], {}, 'all')).toEqual({
      aside: '2 offen',
      line: null,
    });
  });

  it('announces the end of lunch only when few places still serve', () => {
    const createServingRestaurants = (restaurantCount: number) =>
      Array.from({ length: restaurantCount }, (_, index) => createRestaurantWithKey(`late ${index}`, lateHours));
    const createList = (restaurantCount: number) =>
      createFreshList([...createServingRestaurants(restaurantCount), createRestaurantWithKey('over')], {
        now: instantAt('15:20'),
        list: 'lunch',
      });
    expect([countStillServingLunch(createList(2)), countStillServingLunch(createList(3))]).toEqual([2, null]);
  });
});
