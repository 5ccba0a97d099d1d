import { anOffer, aRestaurant, aTag, someDetails } from '../fixtures';
import type { Diet, Offer } from '../menu';
import type { Details, Restaurant } from '../restaurant';
import { filterCount, foldText, passesFilters, searchNeedle, searchTextOf } from './search';
import type { Filters } from './search';

// Emoji of a family: people see one character, Unicode has seven code points.
const FAMILY = '👨\u200D👩\u200D👧\u200D👦';

const noFilters: Filters = { texts: [], prices: [], properties: [], diets: [], maxWalkMinutes: null };

describe('search texts', () => {
  const isFoundBy = (name: string, text: string): boolean => {
    const needle = searchNeedle(text);
    return needle !== null && searchTextOf(name).includes(needle);
  };

  it.each([
    ['ÄGYPTER', 'ägypter'],
    ['Ägypter am Markt', 'ÄGYP'],
    ['Zur Ägypterin', 'agypt'],
    ['Zur Ägypterin', 'aegypt'],
    ['Gasthaus Weißbräu', 'weissbrau'],
    ['Gasthaus Weissbräu', 'WEIẞBRÄU'],
    ['Cafe\u0301 Noir', 'café noir'],
    ['Café Noir', 'cafe  noir'],
    ['ﬁne dining', 'fine'],
    ['Grüne\u00A0\u200BHütte', 'grüne hütte'],
    ['100 % Pur', '0 % p'],
    ['Mensa_Nord', 'a_n'],
  ])('D06 %s is found by %s', (name, text) => expect(isFoundBy(name, text)).toBe(true));

  it.each([
    ['Mensa Nord', 'a_n'],
    ['Pizzeria Uno', '%%%'],
    ['Pizzeria Uno', 'süd'],
  ])('D06 %s is not found by %s', (name, text) => expect(isFoundBy(name, text)).toBe(false));

  it.each(['', '  ', 'ab', '  ab ', 'a\u200B\u200Bb', 'äö', 'aß', '\0\0\0', FAMILY.repeat(2)])(
    'D05 %j is too short to search',
    (text) => expect(searchNeedle(text)).toBeNull(),
  );

  it.each([
    ['abc', 'abc'],
    ['  abc ', 'abc'],
    ['Äbc', 'abc'],
    ['a b', 'a b'],
    [FAMILY.repeat(3), '👨👩👧👦'.repeat(3)],
  ])('D05 %j is searched as %j', (text, needle) => expect(searchNeedle(text)).toBe(needle));

  it.each([
    ['ab', 'ab'],
    [' äö ', 'ao'],
    ['a', null],
    ['a\u200B', null],
    ['', null],
  ])('S12 %j is searched as %j with a minimum of two characters', (text, needle) =>
    expect(searchNeedle(text, 2)).toBe(needle),
  );

  it('folds a folded text to itself', () => expect(foldText(foldText('Straße Éclair ﬀ'))).toBe('strasse eclair ff'));
});

describe('passesFilters', () => {
  const createRestaurant = (details: Partial<Details> = {}, fields: Partial<Restaurant> = {}) =>
    aRestaurant({ ...fields, data: { ...aRestaurant().data, details: someDetails(details) } });
  const passes = (restaurant: Restaurant, filters: Partial<Filters>): boolean =>
    passesFilters(restaurant, { ...noFilters, ...filters });

  it('accepts every place without filters', () => expect(passes(createRestaurant(), {})).toBe(true));

  it('requires any chosen payment method and any chosen voucher, but one of each', () => {
    const cashRestaurant = createRestaurant({
      paymentCash: true,
      paymentVS: false,
      sodexo: true,
      ticketRestaurant: null,
    });
    expect(passes(cashRestaurant, { properties: ['CashPayment', 'Visa'] })).toBe(true);
    expect(passes(cashRestaurant, { properties: ['Visa'] })).toBe(false);
    expect(passes(cashRestaurant, { properties: ['Visa', 'CashPayment', 'TicketRestaurant'] })).toBe(false);
    expect(passes(cashRestaurant, { properties: ['CashPayment', 'TicketRestaurant', 'Sodexo'] })).toBe(true);
  });

  it('requires every chosen feature and service, and treats unknown as no', () => {
    const terraceRestaurant = createRestaurant({ seatsOutside: true, wifi: true, handicap: null });
    expect(passes(terraceRestaurant, { properties: ['SeatsOutside', 'Wifi'] })).toBe(true);
    expect(passes(terraceRestaurant, { properties: ['SeatsOutside', 'Accessible'] })).toBe(false);
  });

  it.each([
    [{ parkingExternal: true, parkingRestaurant: false }, 'ParkingSpace', true],
    [{ parkingExternal: null, parkingRestaurant: null }, 'ParkingSpace', false],
    [{ smokingInside: true, smokingOutside: false }, 'SmokingArea', true],
  ] as const)('with %j %s is %s', (details, property, expected) =>
    expect(passes(createRestaurant(details), { properties: [property] })).toBe(expected),
  );

  it.each([
    ['Open', { isOpenNow: false }, false],
    ['Open', { isOpenNow: true }, true],
    ['PreOrderAndPay', { hasOrderableMeals: false }, false],
    ['InStore', { onlyTakeAway: true }, false],
    ['TakeAway', { onlyTakeAway: true, hasOrderableMeals: false }, true],
    ['TakeAway', { onlyTakeAway: false, hasOrderableMeals: false }, false],
  ] as const)('%s of %j: %s', (property, fields, expected) =>
    expect(passes(createRestaurant({}, fields), { properties: [property] })).toBe(expected),
  );

  it('accepts any of the chosen prices, an unknown one never', () => {
    expect(
      [1, 2, 3, null].map((priceCategory) =>
        passes(
          createRestaurant(
            {},
            { priceCategory: priceCategory === 1 || priceCategory === 2 || priceCategory === 3 ? priceCategory : null },
          ),
          { prices: [1, 2] },
        ),
      ),
    ).toEqual([true, true, false, false]);
  });

  it('accepts any of the texts, in names and tags, regardless of case and accents', () => {
    const soupRestaurant = createRestaurant(
      {},
      { name: 'Suppenküche', tags: [aTag({ name: 'turkish', translations: { de: 'Türkisch' } })] },
    );
    expect(
      [['SUPPENKUCHE'], ['türk'], ['pizza', 'turkish'], [' '], ['pizza']].map((texts) =>
        passes(soupRestaurant, { texts }),
      ),
    ).toEqual([true, true, true, true, false]);
  });

  it('accepts any of the texts in dishes of today', () => {
    const curryRestaurant = createRestaurant(
      {},
      { name: 'Ö', tags: [], offers: [anOffer({ name: 'Rote-Linsen-Curry' })] },
    );
    expect([['linsen'], ['schnitzel']].map((texts) => passes(curryRestaurant, { texts }))).toEqual([true, false]);
  });
});

describe('passesFilters by diet and walk', () => {
  const restaurantServing = (...dishes: readonly Partial<Offer>[]) =>
    aRestaurant({ offers: dishes.map((dish, index) => anOffer({ key: `dish-${index}`, diets: [], ...dish })) });
  const passes = (restaurant: Restaurant, filters: Partial<Filters>): boolean =>
    passesFilters(restaurant, { ...noFilters, ...filters });

  it.each<[Diet[], asked: Diet[], boolean]>([
    [['vegetarian'], ['vegetarian'], true],
    [['vegan'], ['vegetarian'], true],
    [['vegetarian'], ['vegan'], false],
    [[], ['vegetarian'], false],
    [['halal'], ['kosher'], false],
    [['halal', 'vegan'], ['halal', 'vegetarian'], true],
    [['halal'], ['halal', 'vegetarian'], false],
  ])('a dish with %j keeps %j: %s', (diets, chosenDiets, expected) =>
    expect(passes(restaurantServing({ diets }), { diets: chosenDiets })).toBe(expected),
  );

  it('requires one dish that suits all diets, not one for each', () => {
    expect(passes(restaurantServing({ diets: ['halal'] }, { diets: ['vegan'] }), { diets: ['halal', 'vegan'] })).toBe(
      false,
    );
  });

  it("doesn't count drinks, sides and desserts as lunch", () => {
    expect(
      ['Getränke', 'Beilagen', 'Desserts', 'Suppen'].map((baseName) =>
        passes(restaurantServing({ baseName, diets: ['vegan'] }), { diets: ['vegan'] }),
      ),
    ).toEqual([false, false, false, true]);
  });

  it.each([
    [0.66, true],
    [0.699, true],
    [0.7, false],
    [5, false],
    [null, false],
  ])('%s km within ten minutes on foot: %s', (initialDistanceKm, expected) => {
    expect(passes(aRestaurant({ initialDistanceKm }), { maxWalkMinutes: 10 })).toBe(expected);
    expect(passes(aRestaurant({ initialDistanceKm }), {})).toBe(true);
  });
});

describe('filterCount', () => {
  it.each([
    [noFilters, 0],
    [{ ...noFilters, texts: ['a', 'b'], prices: [1, 2, 3], properties: ['Open', 'Wifi'] }, 4],
    [{ ...noFilters, prices: [2] }, 1],
    [{ ...noFilters, diets: ['vegan', 'halal'], maxWalkMinutes: 10 }, 3],
    [{ ...noFilters, properties: ['Visa', 'PayPal', 'Open'] }, 3],
  ] as const)('D02 counts %j as %i', (filters, expectedCount) => expect(filterCount(filters)).toBe(expectedCount));
});
