import type { Discount, Offer, Restaurant } from '@mahlzeit/contract';
import { aDiscount, aDrink, anOffer, aRestaurant, aWorkingWeek } from '@mahlzeit/contract/fixtures';
import { lunchStateAt, withDerivedFields } from '@mahlzeit/contract/rules';
import type { DishFilters } from '@mahlzeit/contract/rules';
import { cardMenuOf, lunchAlternativeOf, lunchLabelsOf } from './lunch-facts';

const noDishFilters: DishFilters = { texts: [], prices: [], diets: [] };
const noBreakSpace = '\u00a0';

/** Returns the instant of a Berlin time on 24 June 2026, a Wednesday. */
const instantAt = (time: string): number => Date.parse(`2026-06-24T${time}:00+02:00`);

const createPlaceAt = (time: string, overrides: Partial<Restaurant> = {}): Restaurant =>
  withDerivedFields(aRestaurant(overrides), instantAt(time));

const allDayHours = { openingHours: aWorkingWeek('11:00-22:00') };

describe('the description of lunch', () => {
  const lunchLabelsAt = (time: string, overrides: Partial<Restaurant> = {}) => {
    const openPlace = createPlaceAt(time, overrides);
    return lunchLabelsOf(lunchStateAt(openPlace, instantAt(time)));
  };

  it.each<[string, string, Partial<Restaurant>, object | null]>([
    ['when it begins', '10:00', {}, { state: 'later', word: 'Mittagstisch', rest: 'ab 11:30' }],
    ['its own end, not that of the place', '12:00', {}, { state: 'open', word: 'Mittagstisch', rest: 'bis 14:30' }],
    ['its end until 46 minutes before', '13:44', {}, { state: 'open', word: 'Mittagstisch', rest: 'bis 14:30' }],
    [
      'how long it lasts from 45 minutes before',
      '13:45',
      {},
      { state: 'closingSoon', word: `Mittagstisch noch 45${noBreakSpace}Min.`, minutesLeft: 45 },
    ],
    ['that it is over', '14:30', {}, { state: 'closed', word: 'Mittagstisch vorbei' }],
    ['nothing where nobody names its times', '12:00', { lunchTimes: aWorkingWeek() }, null],
    ['nothing where there is none', '12:00', { offers: [aDrink()] }, null],
  ])('is %s', (_case, time, overrides, expectedText) => {
    expect(lunchLabelsAt(time, overrides)).toEqual(expectedText);
  });
});

const createMainDish = (dishKey: string): Offer =>
  anOffer({ key: dishKey, name: dishKey, typeKey: 'mains', baseName: 'Hauptgerichte', price: 1_490, order: 50 });
const dessertDish = anOffer({
  key: 'Eis',
  name: 'Eis',
  typeKey: 'desserts',
  baseName: 'Desserts',
  price: 390,
  order: 60,
});
const menuOffers = [
  anOffer({ key: 'Curry' }),
  dessertDish,
  createMainDish('Matjes'),
  createMainDish('Scholle'),
  createMainDish('Labskaus'),
  aDrink(),
];

describe('the alternative to lunch', () => {
  const lunchAlternativeAt = (time: string, overrides: Partial<Restaurant>) => {
    const lunchOffer = lunchAlternativeOf(createPlaceAt(time, overrides), instantAt(time));
    return lunchOffer === null ? null : [lunchOffer.text, ...lunchOffer.dishes.map(({ key }) => key)];
  };

  it.each<[string, string, Partial<Restaurant>, readonly string[] | null]>([
    [
      'the largest part of the card, now',
      '16:00',
      { ...allDayHours, offers: menuOffers },
      ['Jetzt Hauptgerichte, bis 22:00', 'Matjes', 'Scholle', 'Labskaus'],
    ],
    [
      'the card in the evening, after a break',
      '16:00',
      { openingHours: aWorkingWeek('11:00-15:00', '17:30-22:00'), offers: menuOffers },
      ['Hauptgerichte ab 17:30', 'Matjes', 'Scholle', 'Labskaus'],
    ],
    [
      'nothing of a place that has shut for today but when it opens',
      '16:00',
      { offers: menuOffers },
      ['Wieder morgen ab 11:00'],
    ],
    [
      'that it is still open, where there are drinks alone',
      '14:45',
      { offers: [anOffer(), aDrink()] },
      ['Noch offen bis 15:00'],
    ],
    [
      'that it opens again, where the evening has no card',
      '16:00',
      { openingHours: aWorkingWeek('11:00-15:00', '17:30-22:00') },
      ['Wieder heute ab 17:30'],
    ],
  ])('is %s', (_case, time, overrides, expectedText) => {
    expect(lunchAlternativeAt(time, overrides)).toEqual(expectedText);
  });
});

describe('the dishes of a card', () => {
  const lunchDishes = [
    ['Teures', 1_290],
    ['Mittleres', 990],
    ['Billiges', 650],
  ].map(([dishName, dishPrice]) =>
    anOffer({ key: String(dishName), name: String(dishName), price: Number(dishPrice) }),
  );

  const cardMenuAt = (
    time: string,
    overrides: Partial<Restaurant> = {},
    discounts: readonly Discount[] = [],
    filters: Partial<DishFilters> = {},
  ) => {
    const openPlace = createPlaceAt(time, overrides);
    const { dishes, bestKey, alternative } = cardMenuOf(openPlace, {
      lunchState: lunchStateAt(openPlace, instantAt(time)),
      deals: { discounts, now: instantAt(time) },
      filters: { ...noDishFilters, ...filters },
    });
    return { keys: dishes.map(({ key }) => key), bestKey, isInstead: alternative !== null };
  };

  it('are the menu’s first and the cheapest', () => {
    expect(cardMenuAt('12:00', { offers: [...lunchDishes, aDrink()] })).toEqual({
      keys: ['Teures', 'Billiges'],
      bestKey: 'Billiges',
      isInstead: false,
    });
  });

  it('are the first two when the cheapest is one of them', () => {
    expect(cardMenuAt('12:00', { offers: lunchDishes.toReversed() })).toEqual({
      keys: ['Billiges', 'Mittleres'],
      bestKey: 'Billiges',
      isInstead: false,
    });
  });

  it.each([
    ['a set menu whose courses have room in a line', 'Erst Linsensuppe, dann Hühnercurry', ['Menü', 'Billiges']],
    [
      'no other set menu, as long as there are two dishes',
      'Erst Sauer-scharfe Suppe, dann Gebratene Nudeln',
      ['Teures', 'Billiges'],
    ],
  ])('are %s', (_case, description, expectedKeys) => {
    const setMenuOffer = anOffer({ key: 'Menü', name: 'Mittagsmenü', baseName: 'Menü', description, price: 1_390 });
    expect(cardMenuAt('12:00', { offers: [setMenuOffer, ...lunchDishes] }).keys).toEqual(expectedKeys);
  });

  it('take discounts into account', () => {
    const halfPriceDiscount = aDiscount({
      restaurantRef: 'elbkantine',
      discountType: 'percent',
      value: 60,
      forAllMeals: false,
      mealRef: 'Teures',
    });
    expect(cardMenuAt('12:00', { offers: lunchDishes }, [halfPriceDiscount])).toMatchObject({
      bestKey: 'Teures',
      keys: ['Teures', 'Mittleres'],
    });
  });

  it('are the two cheapest that pass a filter, at present prices', () => {
    const veganDishes = [
      anOffer({ key: 'Teuer vegan', name: 'Teuer vegan', price: 1_200, diets: ['vegan'] }),
      anOffer({ key: 'Vegan', name: 'Linsen vegan', price: 900, diets: ['vegan'] }),
      anOffer({ key: 'Billig vegan', name: 'Linsensuppe', price: 700, diets: ['vegan'] }),
      anOffer({ key: 'Wurst', name: 'Currywurst', price: 500, diets: [] }),
    ];
    const keysWith = (filters: Partial<DishFilters>): readonly string[] =>
      cardMenuAt('12:00', { offers: veganDishes }, [], filters).keys;
    expect(keysWith({ diets: ['vegan'] })).toEqual(['Billig vegan', 'Vegan']);
    expect(keysWith({ texts: ['linsen'] })).toEqual(['Billig vegan', 'Vegan']);
    expect(keysWith({ prices: [2] })).toEqual(['Vegan', 'Teuer vegan']);
    expect(keysWith({ diets: ['vegan'], prices: [2], texts: ['linsen'] })).toEqual(['Vegan']);
    expect(keysWith({ texts: ['elbkantine'] })).toEqual(['Teuer vegan', 'Wurst']);
  });

  it('are none after lunch when the only match was a lunch dish', () => {
    const offers = [
      anOffer({ key: 'Vegan', diets: ['vegan'] }),
      ...menuOffers.slice(1).map((offer) => ({ ...offer, diets: [] })),
    ];
    expect(cardMenuAt('16:00', { ...allDayHours, offers }, [], { diets: ['vegan'] }).keys).toEqual([]);
  });

  it('are the lunch to come before noon', () => {
    expect(cardMenuAt('09:00', { offers: lunchDishes }).keys).toEqual(['Teures', 'Billiges']);
  });

  it.each(['14:30', '16:00', '21:00'])('contain no lunch and no lunch price at %s, after lunch', (time) => {
    const { keys, bestKey, isInstead } = cardMenuAt(time, {
      ...allDayHours,
      offers: [...lunchDishes, ...menuOffers.slice(1)],
    });
    expect({ keys, bestKey, isInstead }).toEqual({ keys: ['Matjes', 'Scholle'], bestKey: null, isInstead: true });
  });

  it('are missing when nothing is served any more today', () => {
    expect(cardMenuAt('16:00', { offers: lunchDishes }).keys).toEqual([]);
    expect(
      cardMenuAt('12:00', { restTime: { start: '2026-06-20', end: '2026-06-30', restTimeTypeKey: null } }).keys,
    ).toEqual([]);
  });
});
