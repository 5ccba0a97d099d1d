import { aDishByWeight, anOffer, aRestaurant, aTag, aWeek, fixtureNow } from '../fixtures';
import { Restaurant } from '../restaurant';
import type { DayState } from '../restaurant';
import {
  cuisineNames,
  dayState,
  drinksMealTypeName,
  hasOrderableMeals,
  isLunchMealType,
  isNew,
  isOrderable,
  isPremium,
  offersOnDay,
  priceCategory,
  routeHref,
  withDerivedFields,
} from './restaurant';
import type { MenuDay } from './restaurant';

it('opens a maps service with name and coordinates', () => {
  const href = new URL(
    routeHref(aRestaurant({ name: 'Bäcker & Söhne', location: { latitude: 48.14742, longitude: 11.56722 } })),
  );
  expect(href.searchParams.get('q')).toBe('48.14742,11.56722(Bäcker & Söhne)');
});

it('returns the cuisines of a restaurant in German, and no other tags', () => {
  const cuisineTags = [
    aTag({ name: 'lunch', type: 'product', translations: { de: 'Mittagstisch' } }),
    aTag({ name: 'pizza', translations: { de: 'Pizza' } }),
    aTag({ name: 'ramen', translations: { de: 'Ramen' } }),
  ];
  expect(cuisineNames(aRestaurant({ tags: cuisineTags }))).toEqual(['Pizza', 'Ramen']);
});

describe('isLunchMealType', () => {
  it.each([
    ['Menü', true],
    ['Mittagstisch', true],
    ['Suppen', false],
    [drinksMealTypeName, false],
    ['menü', false],
  ])('returns for %s %s', (baseName, isLunch) => {
    expect(isLunchMealType(baseName)).toBe(isLunch);
  });
});

describe('actionOffersOf', () => {
  it('returns one day, sorted by order, the highest first', () => {
    const offers = [
      anOffer({ key: 'salat', order: 1 }),
      anOffer({ key: 'gestern', date: '2026-06-23', order: 9 }),
      anOffer({ key: 'suppe', order: 5 }),
      anOffer({ key: 'brot', order: 1 }),
    ];
    expect(offersOnDay(offers, '2026-06-24').map(({ key }) => key)).toEqual(['suppe', 'salat', 'brot']);
  });

  it("doesn't change its input", () => {
    const offers = [anOffer({ key: 'a', order: 1 }), anOffer({ key: 'b', order: 2 })];
    offersOnDay(offers, '2026-06-24');
    expect(offers.map(({ key }) => key)).toEqual(['a', 'b']);
  });
});

describe('isOrderable', () => {
  it('is false for a dish sold by weight', () => {
    expect(isOrderable(anOffer())).toBe(true);
    expect(isOrderable(aDishByWeight())).toBe(false);
  });
});

describe('dayState', () => {
  const instantAt = (dayAndTime: string): number => Date.parse(`2026-06-${dayAndTime.replace(' ', 'T')}:00+02:00`);
  const offersOnEveryDay = ['22', '23', '24', '25'].map((day) =>
    anOffer({ key: `eintopf-${day}`, date: `2026-06-${day}` }),
  );
  const menuDayOf = (overrides: Partial<MenuDay>): MenuDay => ({
    openingHours: aWeek({ 1: ['11:00-14:00', '17:00-22:00'] }),
    restTime: null,
    offers: offersOnEveryDay,
    ...overrides,
  });
  const nightBarMenu = menuDayOf({ openingHours: aWeek({ 1: ['22:00-02:00'] }) });
  const datedWeekOf = (firstDay: string, nextOpening: number | null) => ({ firstDay, nextOpening });
  const holidayClosure = { start: '2026-06-21', end: '2026-06-22', restTimeTypeKey: null };

  it.each<[string, MenuDay, string, DayState]>([
    ['a Tuesday that only a Monday night reaches is a rest day', nightBarMenu, '23 12:00', 'restDay'],
    ['while that night lasts the place is open', nightBarMenu, '23 01:00', 'open'],
    ['once it is over the rest day has begun', nightBarMenu, '23 02:00', 'restDay'],
    [
      'a Monday without hours is a rest day in its night, too',
      menuDayOf({ openingHours: aWeek({ 7: ['22:00-02:00'] }) }),
      '22 03:00',
      'restDay',
    ],
  ])('T03 %s', (_title, menu, instant, expectedState) => {
    expect(dayState(menu, instantAt(instant))).toBe(expectedState);
  });

  it.each<[string, MenuDay, string, DayState]>([
    [
      'resting goes before all',
      menuDayOf({ restTime: holidayClosure, openingHours: aWeek(), offers: [] }),
      '22 23:59',
      'resting',
    ],
    [
      'resting ends with its last day',
      menuDayOf({ restTime: { ...holidayClosure, end: '2026-06-21' } }),
      '22 00:00',
      'open',
    ],
    ['a rest day goes before already closed and no lunch', menuDayOf({ offers: [] }), '23 23:00', 'restDay'],
    ['already closed goes before no lunch', menuDayOf({ offers: [] }), '22 22:00', 'closed'],
    ['no lunch comes last', menuDayOf({ offers: [] }), '22 12:00', 'noLunch'],
    ['offers of other days are no lunch', menuDayOf({ offers: offersOnEveryDay.slice(1) }), '22 12:00', 'noLunch'],
  ])('T04 %s', (_title, menu, instant, state) => {
    expect(dayState(menu, instantAt(instant))).toBe(state);
  });

  it.each<[string, string, DayState]>([
    ['open before the first opening', '22 06:00', 'open'],
    ['open at lunch', '22 12:00', 'open'],
    ['open in the break, because it opens again', '22 15:00', 'open'],
    ['closed after the last range', '22 22:00', 'closed'],
  ])('is %s', (_title, instant, state) => {
    expect(dayState(menuDayOf({}), instantAt(instant))).toBe(state);
  });

  it.each<[string, Partial<MenuDay>, DayState]>([
    ['leave it to the menu', {}, 'open'],
    ['and no menu make no lunch, never a rest day or a closed place', { offers: [] }, 'noLunch'],
    ['leave a holiday closure as it is', { restTime: holidayClosure }, 'resting'],
    ['of a dated week that is over leave it to the menu', { datedWeek: datedWeekOf('2026-06-01', null) }, 'open'],
    [
      'and a known next opening make a closed day',
      { datedWeek: datedWeekOf('2026-06-01', instantAt('25 11:00')) },
      'restDay',
    ],
  ])('unknown hours %s', (_title, overrides, state) => {
    expect(dayState(menuDayOf({ openingHours: aWeek(), ...overrides }), instantAt('22 12:00'))).toBe(state);
  });
});

describe('priceCategory', () => {
  it.each([
    [null, null],
    [0, 1],
    [7.49, 1],
    [7.5, 2],
    [14.99, 2],
    [15, 3],
    [40, 3],
  ])('D09 rates an average price of %p euro as %p', (meanPrice, expectedCategory) => {
    expect(priceCategory(meanPrice)).toBe(expectedCategory);
  });
});

describe('isNew', () => {
  it.each([
    ['2025-11-30', '2026-02-28T23:59:00+01:00', true],
    ['2025-11-30', '2026-03-01T00:00:00+01:00', false],
    ['2026-03-24', '2026-06-24T23:59:00+02:00', true],
    ['2026-03-24', '2026-06-25T00:00:00+02:00', false],
    ['2026-03-26', '2026-06-24T12:00:00+02:00', true],
    ['2026-06-25', '2026-06-24T23:59:00+02:00', false],
    [null, '2026-06-24T12:00:00+02:00', false],
  ])('T06 counts calendar months: active since %s, at %s %s', (activeSince, instant, expected) => {
    expect(isNew({ activeSince }, Date.parse(instant))).toBe(expected);
  });
});

describe('isPremium', () => {
  const premiumPeriod = { premiumStart: '2026-06-01', premiumEnd: '2026-06-24' };
  it.each([
    ['2026-05-31T23:59:59+02:00', false],
    ['2026-06-01T00:00:00+02:00', true],
    ['2026-06-24T00:00:00+02:00', true],
    ['2026-06-24T23:59:00+02:00', true],
    ['2026-06-25T00:00:00+02:00', false],
  ])('T05 lasts to the end of its last day in Berlin: %s is %s', (instant, expected) => {
    expect(isPremium(premiumPeriod, Date.parse(instant))).toBe(expected);
  });

  it.each([
    { premiumStart: null, premiumEnd: null },
    { premiumStart: '2026-06-01', premiumEnd: null },
    { premiumStart: null, premiumEnd: '2026-07-01' },
  ])('is always false without both days: %j', (halfOpenPeriod) => {
    expect(isPremium(halfOpenPeriod, fixtureNow)).toBe(false);
  });
});

describe('hasOrderableMeals', () => {
  it.each([
    ['payment and a dish of today', true, [anOffer()], true],
    ['no payment', false, [anOffer()], false],
    ['no offers', true, [], false],
    ['a dish of tomorrow alone', true, [anOffer({ date: '2026-06-25' })], false],
    ['only dishes that are sold by weight', true, [aDishByWeight()], false],
  ])('with %s', (_title, hasPayment, offers, expected) => {
    expect(hasOrderableMeals({ hasPayment, canReceiveOrders: true, offers }, fixtureNow)).toBe(expected);
  });
});

describe('withDerivedFields', () => {
  const storedRestaurant = aRestaurant({
    openingHours: aWeek({ 3: ['11:00-14:00'] }),
    offers: [
      anOffer({ key: 'heute-b', order: 1 }),
      anOffer({ key: 'morgen', date: '2026-06-25' }),
      anOffer({ key: 'heute-a', order: 2 }),
    ],
  });

  it('returns a valid restaurant of the contract', () => {
    expect(Restaurant.parse(withDerivedFields(storedRestaurant, fixtureNow))).toEqual(
      withDerivedFields(storedRestaurant, fixtureNow),
    );
  });

  it('follows the time, whatever the fields were before', () => {
    const restaurantAtLunch = withDerivedFields(storedRestaurant, fixtureNow);
    const inTheEvening = withDerivedFields(restaurantAtLunch, Date.parse('2026-06-24T18:00:00+02:00'));
    expect(restaurantAtLunch).toMatchObject({
      isOpenNow: true,
      isStillOpenToday: true,
      dayState: 'open',
      hasOrderableMeals: true,
    });
    expect(inTheEvening).toMatchObject({ isOpenNow: false, isStillOpenToday: false, dayState: 'closed' });
  });

  it.each([
    ['2026-06-24T00:30:00+02:00', ['heute-a', 'heute-b']],
    ['2026-06-24T23:59:00+02:00', ['heute-a', 'heute-b']],
    ['2026-06-25T00:30:00+02:00', ['morgen']],
    ['2026-06-26T00:00:00+02:00', []],
  ])("T07 shows the offers of Berlin's day at %s", (instant, expectedKeys) => {
    expect(withDerivedFields(storedRestaurant, Date.parse(instant)).offers.map(({ key }) => key)).toEqual(expectedKeys);
  });
});
