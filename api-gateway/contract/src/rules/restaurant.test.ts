import { Restaurant } from '../restaurant';
import { aDishByWeight, aRestaurant, aWeek, anOffer, fixtureNow } from '../fixtures';
import { hasOrderableMeals, isNew, isPremium, priceCategory, withDerivedFields } from './restaurant';

describe('priceCategory', () => {
  it.each([
    [null, null],
    [0, 1],
    [7.49, 1],
    [7.5, 2],
    [14.99, 2],
    [15, 3],
    [40, 3],
  ])('D09 takes a mean price of %p euro as %p', (meanPrice, category) => {
    expect(priceCategory(meanPrice)).toBe(category);
  });
});

describe('isPremium', () => {
  const premium = { premiumStart: '2026-06-01', premiumEnd: '2026-06-24' };
  it.each([
    ['2026-05-31T23:59:59+02:00', false],
    ['2026-06-01T00:00:00+02:00', true],
    ['2026-06-24T00:00:00+02:00', true],
    ['2026-06-24T23:59:00+02:00', true],
    ['2026-06-25T00:00:00+02:00', false],
  ])('T05 lasts to the end of its last day in Berlin: %s is %s', (instant, expected) => {
    expect(isPremium(premium, Date.parse(instant))).toBe(expected);
  });

  it.each([
    { premiumStart: null, premiumEnd: null },
    { premiumStart: '2026-06-01', premiumEnd: null },
    { premiumStart: null, premiumEnd: '2026-07-01' },
  ])('is never so without both ends: %j', (halfOpen) => {
    expect(isPremium(halfOpen, fixtureNow)).toBe(false);
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

describe('hasOrderableMeals', () => {
  it.each([
    ['payment and a dish of today', true, [anOffer()], true],
    ['no payment', false, [anOffer()], false],
    ['no offers', true, [], false],
    ['a dish of tomorrow alone', true, [anOffer({ date: '2026-06-25' })], false],
    ['only dishes that are sold by weight', true, [aDishByWeight()], false],
  ])('with %s', (_case, hasPayment, offers, expected) => {
    expect(hasOrderableMeals({ hasPayment, offers }, fixtureNow)).toBe(expected);
  });
});

describe('withDerivedFields', () => {
  const stored = aRestaurant({
    openingHours: aWeek({ 3: ['11:00-14:00'] }),
    offers: [anOffer({ key: 'heute-b', order: 1 }), anOffer({ key: 'morgen', date: '2026-06-25' }), anOffer({ key: 'heute-a', order: 2 })],
  });

  it('answers what the contract calls a restaurant', () => {
    expect(Restaurant.parse(withDerivedFields(stored, fixtureNow))).toEqual(withDerivedFields(stored, fixtureNow));
  });

  it('moves on as time passes, whatever the fields said before', () => {
    const atLunch = withDerivedFields(stored, fixtureNow);
    const inTheEvening = withDerivedFields(atLunch, Date.parse('2026-06-24T18:00:00+02:00'));
    expect(atLunch).toMatchObject({ isOpenNow: true, isStillOpenToday: true, dayState: 'open', hasOrderableMeals: true });
    expect(inTheEvening).toMatchObject({ isOpenNow: false, isStillOpenToday: false, dayState: 'closed' });
  });

  it.each([
    ['2026-06-24T00:30:00+02:00', ['heute-a', 'heute-b']],
    ['2026-06-24T23:59:00+02:00', ['heute-a', 'heute-b']],
    ['2026-06-25T00:30:00+02:00', ['morgen']],
    ['2026-06-26T00:00:00+02:00', []],
  ])("T07 shows the offers of Berlin's day at %s", (instant, keys) => {
    expect(withDerivedFields(stored, Date.parse(instant)).offers.map(({ key }) => key)).toEqual(keys);
  });
});
