import type { Discount, FoundStatus } from '@mahlzeit/contract';
import { aDiscount, anOffer, aRestaurant, aWorkingWeek } from '@mahlzeit/contract/fixtures';
import { instantOf } from '@mahlzeit/contract/rules';
import { compareResults, countServedDishes, foundPriceOf, foundStatusOf } from './search-rules';
import type { CountedOffer, CountedPlace } from './search-rules';

const DAY = '2026-06-24';
const instantAt = (time: string): number => instantOf(DAY, time);
const place = aRestaurant({ openingHours: aWorkingWeek('11:00-22:00'), lunchTimes: aWorkingWeek('11:30-14:30') });
const lunch = anOffer({ baseName: 'Mittagstisch' });
const main = anOffer({ baseName: 'Hauptgerichte' });

describe('foundStatus', () => {
  it.each<[time: string, offers: 'lunch' | 'main', FoundStatus]>([
    ['11:10', 'lunch', { kind: 'lunchLater', until: null, from: instantAt('11:30') }],
    ['12:00', 'lunch', { kind: 'lunch', until: instantAt('14:30'), from: null }],
    ['14:30', 'lunch', { kind: 'lunchOver', until: instantAt('22:00'), from: null }],
    ['22:30', 'lunch', { kind: 'lunchOver', until: null, from: instantOf('2026-06-25', '11:00') }],
    ['12:00', 'main', { kind: 'open', until: instantAt('22:00'), from: null }],
    ['10:00', 'main', { kind: 'closed', until: null, from: instantAt('11:00') }],
  ])('at %s with %s', (time, offers, status) =>
    expect(foundStatusOf(place, [offers === 'lunch' ? lunch : main], instantAt(time))).toEqual(status),
  );

  it('returns no status for unparsed hours', () => {
    const restaurantWithoutHours = {
      ...place,
      openingHours: aWorkingWeek(),
      openingHoursText: 'nach Vereinbarung',
      lunchTimes: aWorkingWeek(),
    };
    expect(foundStatusOf(restaurantWithoutHours, [main], instantAt('12:00'))).toEqual({
      kind: 'unknown',
      until: null,
      from: null,
    });
  });
});

describe('foundPrice', () => {
  const soup = anOffer({ key: 'suppe', baseName: 'Mittagstisch', price: 850 });
  const less = aDiscount({
    discountType: 'override',
    value: 500,
    restaurantRef: null,
    mealRef: 'suppe',
    start: instantAt('00:00'),
    end: instantAt('23:00'),
  });
  const prices = (discounts: readonly Discount[], time = '12:00') =>
    foundPriceOf(place, [anOffer({ baseName: 'Mittagstisch', price: 800 }), soup], { discounts, now: instantAt(time) });

  it('is of the cheapest lunch, once the discounts are taken off', () => {
    expect(prices([])).toBe(800);
    expect(prices([less])).toBe(500);
  });

  it.each(['14:30', '22:30'])('is none at %s, when lunch is over', (time) => expect(prices([less], time)).toBeNull());
});

it('puts first what can be had, then the nearest', () => {
  const result = (key: string, kind: FoundStatus['kind'], meters: number | null) => ({
    key,
    meters,
    status: { kind, until: null, from: null },
  });
  const results = [
    result('over', 'lunchOver', 10),
    result('far', 'lunch', 900),
    result('near', 'open', 300),
    result('nowhere', 'open', null),
    result('later', 'lunchLater', 5),
  ];
  expect(results.sort(compareResults).map(({ key }) => key)).toEqual(['near', 'far', 'nowhere', 'later', 'over']);
});

describe('countServed', () => {
  const dish = (name: string, price = 900, baseName = 'Mittagstisch'): CountedOffer => ({
    key: name,
    name,
    searchText: name.toLowerCase(),
    price,
    baseName,
  });
  const around = (key: string, meters: number, offers: readonly CountedOffer[], restaurant = place): CountedPlace => ({
    own: { ...restaurant, key },
    meters,
    offers,
  });

  it('counts in how many places a dish is served, with the lowest price and the nearest of them', () => {
    const places = [
      around('b', 400, [dish('Linsensuppe', 690), dish('Pasta')]),
      around('a', 200, [dish('LINSENSUPPE', 790), dish('Linsensuppe', 850), dish('Curry')]),
      around('c', 900, [dish('linsensuppe', 650), dish('Curry', 800)]),
    ];
    expect(countServedDishes(places, instantAt('12:00'), 5)).toEqual([
      { name: 'LINSENSUPPE', places: 3, price: 650, meters: 200 },
      { name: 'Curry', places: 2, price: 800, meters: 200 },
    ]);
    expect(countServedDishes(places, instantAt('12:00'), 1)).toHaveLength(1);
  });

  it('leaves out drinks, sides and set menus', () => {
    const offers = ['Getränke', 'Beilagen', 'Desserts', 'Menü'].map((baseName) => dish(baseName, 300, baseName));
    expect(countServedDishes([around('a', 1, offers), around('b', 2, offers)], instantAt('12:00'), 5)).toEqual([]);
  });

  it('counts no lunch that is over and no place that has closed for today', () => {
    const offers = [dish('Linsensuppe'), dish('Gulasch', 1200, 'Hauptgerichte')];
    const places = [around('a', 1, offers), around('b', 2, offers)];
    expect(countServedDishes(places, instantAt('10:00'), 5).map(({ name }) => name)).toEqual([
      'Gulasch',
      'Linsensuppe',
    ]);
    expect(countServedDishes(places, instantAt('15:00'), 5).map(({ name }) => name)).toEqual(['Gulasch']);
    expect(countServedDishes(places, instantAt('22:30'), 5)).toEqual([]);
  });
});
