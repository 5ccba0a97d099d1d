import { aRestaurant, aTag, anOffer, someDetails } from '../fixtures';
import type { Details } from '../details';
import type { Restaurant } from '../restaurant';
import { filterCount, passesFilters, type Filters } from './filters';

const none: Filters = { texts: [], prices: [], properties: [] };
const place = (details: Partial<Details> = {}, fields: Partial<Restaurant> = {}) => aRestaurant({ ...fields, data: { ...aRestaurant().data, details: someDetails(details) } });
const passes = (restaurant: Restaurant, filters: Partial<Filters>): boolean => passesFilters(restaurant, { ...none, ...filters });

describe('passesFilters', () => {
  it('lets everything pass where nothing is asked', () => expect(passes(place(), {})).toBe(true));

  it('takes any payment method and any voucher of those asked for, but one of each', () => {
    const cash = place({ paymentCash: true, paymentVS: false, sodexo: true, ticketRestaurant: null });
    expect(passes(cash, { properties: ['CashPayment', 'Visa'] })).toBe(true);
    expect(passes(cash, { properties: ['Visa'] })).toBe(false);
    expect(passes(cash, { properties: ['Visa', 'CashPayment', 'TicketRestaurant'] })).toBe(false);
    expect(passes(cash, { properties: ['CashPayment', 'TicketRestaurant', 'Sodexo'] })).toBe(true);
  });

  it('wants every feature and service asked for, and takes the unknown for a no', () => {
    const seats = place({ seatsOutside: true, wifi: true, handicap: null });
    expect(passes(seats, { properties: ['SeatsOutside', 'Wifi'] })).toBe(true);
    expect(passes(seats, { properties: ['SeatsOutside', 'Accessible'] })).toBe(false);
  });

  it.each([
    [{ parkingExternal: true, parkingRestaurant: false }, 'ParkingSpace', true],
    [{ parkingExternal: null, parkingRestaurant: null }, 'ParkingSpace', false],
    [{ smokingInside: true, smokingOutside: false }, 'SmokingArea', true],
  ] as const)('with %j %s is %s', (details, property, expected) => expect(passes(place(details), { properties: [property] })).toBe(expected));

  it.each([
    ['Open', { isOpenNow: false }, false],
    ['Open', { isOpenNow: true }, true],
    ['PreOrderAndPay', { hasOrderableMeals: false }, false],
    ['InStore', { onlyTakeAway: true }, false],
    ['TakeAway', { onlyTakeAway: true, hasOrderableMeals: false }, true],
    ['TakeAway', { onlyTakeAway: false, hasOrderableMeals: false }, false],
  ] as const)('%s of %j: %s', (property, fields, expected) => expect(passes(place({}, fields), { properties: [property] })).toBe(expected));

  it('takes any of the prices asked for, an unknown one never', () => {
    expect([1, 2, 3, null].map((priceCategory) => passes(place({}, { priceCategory: priceCategory === 1 || priceCategory === 2 || priceCategory === 3 ? priceCategory : null }), { prices: [1, 2] }))).toEqual([true, true, false, false]);
  });

  it('takes any of the texts, in names and tags, whatever the case and accents', () => {
    const soups = place({}, { name: 'Suppenküche', tags: [aTag({ name: 'turkish', translations: { de: 'Türkisch' } })] });
    expect([['SUPPENKUCHE'], ['türk'], ['pizza', 'turkish'], [' '], ['pizza']].map((texts) => passes(soups, { texts }))).toEqual([true, true, true, true, false]);
  });

  it('takes any of the texts in dishes of today', () => {
    const curry = place({}, { name: 'Ö', tags: [], offers: [anOffer({ name: 'Rote-Linsen-Curry' })] });
    expect([['linsen'], ['schnitzel']].map((texts) => passes(curry, { texts }))).toEqual([true, false]);
  });
});

describe('filterCount', () => {
  it.each([
    [none, 0],
    [{ texts: ['a', 'b'], prices: [1, 2, 3], properties: ['Open', 'Wifi'] }, 4],
    [{ ...none, prices: [2] }, 1],
    [{ ...none, properties: ['Visa', 'PayPal', 'Open'] }, 3],
  ] as const)('D02 counts %j as %i', (filters, count) => expect(filterCount(filters)).toBe(count));
});
