import { aDishByWeight, aDrink, anOffer, aRestaurant, aWeek, aWorkingWeek } from '../fixtures';
import type { Restaurant } from '../restaurant';
import { minuteMs } from './day';
import { cheapestLunch, isLunchServedAt, isLunchTimeOver, lunchStateAt, lunchOffers, lunchPriceAt } from './lunch';
import { withDerivedFields } from './restaurant';

/**
 * Returns an instant of June 2026 in Berlin, written as `24 11:30`. The dishes of the fixtures are for the 24th, a
 * Wednesday.
 */
const instantAt = (dayAndTime: string): number => Date.parse(`2026-06-${dayAndTime.replace(' ', 'T')}:00+02:00`);

const servingState = (endTime: string, minutesLeft: number) => ({
  kind: 'serving',
  until: instantAt(endTime),
  minutes: minutesLeft,
});
const laterState = (startTime: string, endTime: string) => ({
  kind: 'later',
  from: instantAt(startTime),
  until: instantAt(endTime),
});

describe('lunch at a place', () => {
  const soupOffer = anOffer({ typeKey: 'suppen', baseName: 'Suppen' });
  const placeWithoutLunchTimes = { lunchTimes: aWeek() };
  const placeWithBreak = { openingHours: aWorkingWeek('11:00-15:00', '17:30-22:00') };
  const placeWithTextHours = { openingHours: aWeek(), openingHoursText: 'nach Vereinbarung' };
  const holidayClosure = { start: '2026-06-24', end: '2026-06-24', restTimeTypeKey: null };

  // These tests use a place that is open from 11 to 15 and serves lunch from 11:30 to 14:30.
  it.each<[string, Partial<Restaurant>, string, object]>([
    ['comes before its time, open or not', {}, '24 08:00', laterState('24 11:30', '24 14:30')],
    [
      'comes where the place is open for breakfast already',
      { openingHours: aWorkingWeek('07:00-15:00') },
      '24 10:45',
      laterState('24 11:30', '24 14:30'),
    ],
    ['is served from its first minute', {}, '24 11:30', servingState('24 14:30', 180)],
    ['is served to its last minute', {}, '24 14:29', servingState('24 14:30', 1)],
    ['is over at its end, though the place stays open', {}, '24 14:30', { kind: 'over' }],
    ['is over once the place has closed', {}, '24 20:00', { kind: 'over' }],
    [
      'ends when the place closes before',
      { openingHours: aWorkingWeek('11:00-13:00') },
      '24 12:00',
      servingState('24 13:00', 60),
    ],
    ['ends before the break, not in the evening', placeWithBreak, '24 12:00', servingState('24 14:30', 150)],
    ['is over in the evening', placeWithBreak, '24 18:00', { kind: 'over' }],
    [
      'comes again where it is served twice',
      { lunchTimes: aWorkingWeek('11:30-12:30', '13:30-14:30') },
      '24 13:00',
      laterState('24 13:30', '24 14:30'),
    ],
    ['is none without a dish of a lunch type', { offers: [soupOffer, aDrink()] }, '24 12:00', { kind: 'none' }],
    [
      'is none with the dishes of another day',
      { offers: [anOffer({ date: '2026-06-23' })] },
      '24 12:00',
      { kind: 'none' },
    ],
    ['is none in the holidays', { restTime: holidayClosure }, '24 12:00', { kind: 'none' }],
    ['is none on a rest day', { openingHours: aWeek({ 4: ['11:00-15:00'] }) }, '24 12:00', { kind: 'none' }],
    [
      'is none on a rest day, times or not',
      { openingHours: aWeek({ 4: ['11:00-15:00'] }), ...placeWithoutLunchTimes },
      '24 12:00',
      { kind: 'none' },
    ],
    [
      'is none where its times are outside of the opening hours',
      { lunchTimes: aWorkingWeek('16:00-17:00') },
      '24 12:00',
      { kind: 'none' },
    ],
    ['promises no end where nobody names one', placeWithoutLunchTimes, '24 12:00', { kind: 'untimed' }],
    ['promises no beginning either', placeWithoutLunchTimes, '24 08:00', { kind: 'untimed' }],
    [
      'is over without times once the place has closed for the day',
      placeWithoutLunchTimes,
      '24 15:00',
      { kind: 'over' },
    ],
    [
      'goes by its own times where the hours are mere text',
      placeWithTextHours,
      '24 12:00',
      servingState('24 14:30', 150),
    ],
    ['is over by its own times where the hours are mere text', placeWithTextHours, '24 15:00', { kind: 'over' }],
    [
      'is without times where the hours are mere text and no times are named',
      { ...placeWithTextHours, ...placeWithoutLunchTimes },
      '24 12:00',
      { kind: 'untimed' },
    ],
  ])('%s', (_title, overrides, instant, expectedLunch) => {
    expect(lunchStateAt(aRestaurant(overrides), instantAt(instant))).toEqual(expectedLunch);
  });

  it('counts a minute that has begun', () => {
    expect(lunchStateAt(aRestaurant(), instantAt('24 14:00') + minuteMs / 2)).toEqual(servingState('24 14:30', 30));
  });

  it.each<[string, Partial<Restaurant>, string, boolean]>([
    ['not before lunch', {}, '24 08:00', false],
    ['not while it lasts', {}, '24 14:29', false],
    ['from its end on', {}, '24 14:30', true],
    ['whatever is on the menu', { offers: [] }, '24 14:30', true],
    ['never where no times are named', placeWithoutLunchTimes, '24 14:30', false],
    ['anew each day', {}, '25 08:00', false],
  ])('is over: %s', (_title, overrides, instant, isLunchOver) => {
    expect(isLunchTimeOver(aRestaurant(overrides), instantAt(instant))).toBe(isLunchOver);
  });
});

// These tests use a place that is open from 11 to 15 and serves lunch from 11:30 to 14:30.
it.each<[string, Partial<Restaurant>, string, boolean]>([
  ['from its first minute', {}, '24 11:30', true],
  ['to its last minute', {}, '24 14:29', true],
  ['not before', {}, '24 11:29', false],
  ['not from its end on', {}, '24 14:30', false],
  ['not while the place is closed', { openingHours: aWorkingWeek('11:00-13:00') }, '24 13:00', false],
  ['whenever the place names no times for it', { lunchTimes: aWeek() }, '24 20:00', true],
  [
    'whenever nobody knows the hours',
    { openingHours: aWeek(), openingHoursText: 'nach Vereinbarung' },
    '24 20:00',
    true,
  ],
])('is available %s', (_title, overrides, instant, isServed) => {
  expect(isLunchServedAt(aRestaurant(overrides), instantAt(instant))).toBe(isServed);
});

describe('dishes and prices of lunch', () => {
  const soupOffer = anOffer({ key: 'suppe', typeKey: 'suppen', baseName: 'Suppen', price: 390 });
  const stewOffer = anOffer({ key: 'eintopf', price: 750 });

  it('are the dishes of lunch types, in the order of the menu', () => {
    const curryOffer = anOffer();
    expect(lunchOffers({ offers: [curryOffer, soupOffer, stewOffer, aDrink()] })).toEqual([curryOffer, stewOffer]);
  });

  it('are all dishes except drinks without a lunch type', () => {
    expect(lunchOffers({ offers: [aDrink(), soupOffer] })).toEqual([soupOffer]);
  });

  it.each([
    ['the cheapest lunch, not the cheapest dish', [anOffer(), soupOffer, stewOffer, aDrink()], 'eintopf'],
    ['nothing where there are drinks alone', [aDrink()], undefined],
    ['nothing where there is nothing', [], undefined],
  ])('choose %s', (_title, offers, expectedOfferKey) => {
    expect(cheapestLunch({ offers })?.key).toBe(expectedOfferKey);
  });

  it.each<[string, Partial<Restaurant>, string, number | null]>([
    ['the cheapest while it is served', {}, '24 12:00', 750],
    ['the cheapest before', {}, '24 08:00', 750],
    ['none once it is over, though the place stays open', {}, '24 14:30', null],
    ['none once the place has closed', {}, '24 20:00', null],
    ['none on a rest day', { openingHours: aWeek({ 1: ['11:00-15:00'] }) }, '24 12:00', null],
    ['none where nothing is on the menu', { offers: [] }, '24 12:00', null],
    [
      'what the least costs of what is sold by weight',
      { offers: [anOffer(), aDishByWeight({ price: 160 })] },
      '24 12:00',
      160,
    ],
    ['what there is where there is no lunch', { offers: [soupOffer, aDrink()] }, '24 12:00', 390],
  ])('give a place %s', (_title, overrides, instant, expectedPrice) => {
    const restaurant = withDerivedFields(
      aRestaurant({ offers: [anOffer(), soupOffer, stewOffer, aDrink()], ...overrides }),
      instantAt(instant),
    );
    expect(lunchPriceAt(restaurant, instantAt(instant))).toBe(expectedPrice);
  });
});
