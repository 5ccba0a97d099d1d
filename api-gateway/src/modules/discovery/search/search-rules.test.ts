import type { Discount, FoundStatus } from '@mahlzeit/contract';
import { aDiscount, anOffer, aRestaurant, aWorkingWeek } from '@mahlzeit/contract/fixtures';
import { instantOf } from '@mahlzeit/contract/rules';
import { compareSearchResults, countServedDishes, foundPriceOf, foundStatusOf } from './search-rules';
import type { CountedOffer, CountedPlace } from './search-rules';

const TEST_DAY = '2026-06-24';
const instantAt = (time: string): number => instantOf(TEST_DAY, time);
const restaurantOpenForLunch = aRestaurant({
  openingHours: aWorkingWeek('11:00-22:00'),
  lunchTimes: aWorkingWeek('11:30-14:30'),
});
const lunchOffer = anOffer({ baseName: 'Mittagstisch' });
const mainCourseOffer = anOffer({ baseName: 'Hauptgerichte' });

describe('foundStatus', () => {
  it.each<[time: string, offers: 'lunch' | 'main', FoundStatus]>([
    ['11:10', 'lunch', { kind: 'lunchLater', until: null, from: instantAt('11:30') }],
    ['12:00', 'lunch', { kind: 'lunch', until: instantAt('14:30'), from: null }],
    ['14:30', 'lunch', { kind: 'lunchOver', until: instantAt('22:00'), from: null }],
    ['22:30', 'lunch', { kind: 'lunchOver', until: null, from: instantOf('2026-06-25', '11:00') }],
    ['12:00', 'main', { kind: 'open', until: instantAt('22:00'), from: null }],
    ['10:00', 'main', { kind: 'closed', until: null, from: instantAt('11:00') }],
  ])('at %s with %s', (time, offerKind, expectedStatus) =>
    expect(
      foundStatusOf(restaurantOpenForLunch, [offerKind === 'lunch' ? lunchOffer : mainCourseOffer], instantAt(time)),
    ).toEqual(expectedStatus),
  );

  it('returns no status for unparsed hours', () => {
    const restaurantWithoutHours = {
      ...restaurantOpenForLunch,
      openingHours: aWorkingWeek(),
      openingHoursText: 'nach Vereinbarung',
      lunchTimes: aWorkingWeek(),
    };
    expect(foundStatusOf(restaurantWithoutHours, [mainCourseOffer], instantAt('12:00'))).toEqual({
      kind: 'unknown',
      until: null,
      from: null,
    });
  });
});

describe('foundPrice', () => {
  const soupOffer = anOffer({ key: 'suppe', baseName: 'Mittagstisch', price: 850 });
  const reducingDiscount = aDiscount({
    discountType: 'override',
    value: 500,
    restaurantRef: null,
    mealRef: 'suppe',
    start: instantAt('00:00'),
    end: instantAt('23:00'),
  });
  const lowestPriceWith = (discounts: readonly Discount[], time = '12:00') =>
    foundPriceOf(restaurantOpenForLunch, [anOffer({ baseName: 'Mittagstisch', price: 800 }), soupOffer], {
      discounts,
      now: instantAt(time),
    });

  it('is of the cheapest lunch, once the discounts are taken off', () => {
    expect(lowestPriceWith([])).toBe(800);
    expect(lowestPriceWith([reducingDiscount])).toBe(500);
  });

  it.each(['14:30', '22:30'])('is none at %s, when lunch is over', (time) =>
    expect(lowestPriceWith([reducingDiscount], time)).toBeNull(),
  );
});

it('puts first what can be had, then the nearest', () => {
  const searchResultWith = (key: string, statusKind: FoundStatus['kind'], distanceToPlace: number | null) => ({
    key,
    meters: distanceToPlace,
    status: { kind: statusKind, until: null, from: null },
  });
  const searchResults = [
    searchResultWith('over', 'lunchOver', 10),
    searchResultWith('far', 'lunch', 900),
    searchResultWith('near', 'open', 300),
    searchResultWith('nowhere', 'open', null),
    searchResultWith('later', 'lunchLater', 5),
  ];
  expect(searchResults.sort(compareSearchResults).map(({ key }) => key)).toEqual([
    'near',
    'far',
    'nowhere',
    'later',
    'over',
  ]);
});

describe('countServed', () => {
  const countedOfferOf = (dishName: string, dishPrice = 900, baseName = 'Mittagstisch'): CountedOffer => ({
    key: dishName,
    name: dishName,
    searchText: dishName.toLowerCase(),
    price: dishPrice,
    baseName,
  });
  const countedPlaceAt = (
    key: string,
    distanceToPlace: number,
    placeOffers: readonly CountedOffer[],
    restaurant = restaurantOpenForLunch,
  ): CountedPlace => ({
    own: { ...restaurant, key },
    meters: distanceToPlace,
    offers: placeOffers,
  });

  it('counts in how many places a dish is served, with the lowest price and the nearest of them', () => {
    const countedPlaces = [
      countedPlaceAt('b', 400, [countedOfferOf('Linsensuppe', 690), countedOfferOf('Pasta')]),
      countedPlaceAt('a', 200, [
        countedOfferOf('LINSENSUPPE', 790),
        countedOfferOf('Linsensuppe', 850),
        countedOfferOf('Curry'),
      ]),
      countedPlaceAt('c', 900, [countedOfferOf('linsensuppe', 650), countedOfferOf('Curry', 800)]),
    ];
    expect(countServedDishes(countedPlaces, instantAt('12:00'), 5)).toEqual([
      { name: 'LINSENSUPPE', places: 3, price: 650, meters: 200 },
      { name: 'Curry', places: 2, price: 800, meters: 200 },
    ]);
    expect(countServedDishes(countedPlaces, instantAt('12:00'), 1)).toHaveLength(1);
  });

  it('leaves out drinks, sides and set menus', () => {
    const ignoredOffers = ['Getränke', 'Beilagen', 'Desserts', 'Menü'].map((baseName) =>
      countedOfferOf(baseName, 300, baseName),
    );
    expect(
      countServedDishes(
        [countedPlaceAt('a', 1, ignoredOffers), countedPlaceAt('b', 2, ignoredOffers)],
        instantAt('12:00'),
        5,
      ),
    ).toEqual([]);
  });

  it('counts no lunch that is over and no place that has closed for today', () => {
    const ignoredOffers = [countedOfferOf('Linsensuppe'), countedOfferOf('Gulasch', 1200, 'Hauptgerichte')];
    const countedPlaces = [countedPlaceAt('a', 1, ignoredOffers), countedPlaceAt('b', 2, ignoredOffers)];
    expect(countServedDishes(countedPlaces, instantAt('10:00'), 5).map(({ name }) => name)).toEqual([
      'Gulasch',
      'Linsensuppe',
    ]);
    expect(countServedDishes(countedPlaces, instantAt('15:00'), 5).map(({ name }) => name)).toEqual(['Gulasch']);
    expect(countServedDishes(countedPlaces, instantAt('22:30'), 5)).toEqual([]);
  });
});
