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
    isLocated: true,
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
    ['how many are open', '12:00', {}, { aside: '3 Lokale offen, das nächste 6\u00a0Min. zu Fuß', line: null }],
    ['no way where the location is unknown', '12:00', { isLocated: false }, { aside: '3 Lokale offen', line: null }],
    ['those that open soon as not open yet', '10:45', {}, { aside: 'Gerade ist keins offen', line: null }],
    ['that none is', '09:00', {}, { aside: 'Gerade ist keins offen', line: null }],
    ['no number while some are on their way', '12:00', { more: 'loading' }, { aside: null, line: null }],
    ['no number where some could not be had', '12:00', { more: 'failed' }, { aside: null, line: null }],
    [
      'how far around they were looked for',
      '12:00',
      { radius: 15_000 },
      { aside: '3 Lokale offen, das nächste 6\u00a0Min. zu Fuß, im Umkreis von 15\u00a0km', line: null },
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
      aside: '2 Lokale offen, das nächste 6\u00a0Min. zu Fuß',
      line: null,
    });
  });

  it('announces the end of lunch only when few places still serve', () => {
    const createServingRestaurants = (restaurantCount: number) =>
      Array.from({ length: restaurantCount }, (_, index) => createRestaurantWithKey(`late ${index}`, lateHours));
    const listOrder = { now: instantAt('15:20'), list: 'lunch' } as const;
    const countOf = (restaurantCount: number): number | null =>
      countStillServingLunch(
        createFreshList([...createServingRestaurants(restaurantCount), createRestaurantWithKey('over')], listOrder),
        listOrder,
      );
    expect([countOf(2), countOf(3)]).toEqual([2, null]);
  });
});
