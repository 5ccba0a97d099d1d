import { aRestaurant, aWeek, aWorkingWeek } from '../fixtures';
import type { Order } from '../order';
import type { Restaurant } from '../restaurant';
import {
  dishSlots,
  isOrderingOver,
  isOrderPast,
  isRatable,
  orderingEndsAt,
  orderSlots,
  paidOrderState,
  orderStatus,
  orderTimeError,
} from './order-state';

const instantAt = (time: string, day = '2026-06-24'): number => Date.parse(`${day}T${time}+02:00`);

const lunchHours = {
  openingHours: { 1: [], 2: [], 3: [{ start: '11:30', end: '14:30' }], 4: [], 5: [], 6: [], 7: [] },
  restTime: null,
  lunchTimes: { 1: [], 2: [], 3: [], 4: [], 5: [], 6: [], 7: [] },
};
const lunchRestaurant = aRestaurant({ ...lunchHours, orderForerunMinutes: 10 });

describe('the time of an order', () => {
  it.each([
    ['of tomorrow', instantAt('12:00', '2026-06-25'), null, 'ErrorOrderNotToday'],
    ['of yesterday', instantAt('12:00', '2026-06-23'), instantAt('12:00'), 'ErrorOrderNotToday'],
    ['of today for a meetup of tomorrow', instantAt('12:30'), instantAt('12:30', '2026-06-25'), 'ErrorOrderWrongDay'],
    [
      'that is too soon, for a meetup of tomorrow',
      instantAt('12:01'),
      instantAt('12:30', '2026-06-25'),
      'ErrorOrderWrongDay',
    ],
    ['within the lead', instantAt('12:14:59'), null, 'ErrorOrderTooSoon'],
    ['exactly the lead ahead', instantAt('12:15'), null, null],
    ['when the place is closed', instantAt('14:30'), null, 'restaurantClosed'],
  ])('T11 %s', (_, mealAt, meetupAt, expected) => {
    expect(orderTimeError({ meetUpAt: mealAt, meetup: meetupAt, place: lunchRestaurant }, instantAt('12:00'))).toBe(
      expected,
    );
  });

  it('T09 offers orderable quarters only', () => {
    expect(
      orderSlots(lunchRestaurant, instantAt('12:01')).map((slot) => new Date(slot).toISOString().slice(11, 16))[0],
    ).toBe('10:30');
    expect(orderSlots(lunchRestaurant, instantAt('12:00'))[0]).toBe(instantAt('12:15'));
    expect(orderSlots(lunchRestaurant, instantAt('12:00')).at(-1)).toBe(instantAt('14:15'));
    expect(orderSlots(aRestaurant({ ...lunchHours, orderForerunMinutes: 45 }), instantAt('12:00'))[0]).toBe(
      instantAt('12:45'),
    );
    expect(orderSlots(lunchRestaurant, instantAt('14:20'))).toEqual([]);
  });

  it('is any time of today for unknown hours, and none during a holiday closure', () => {
    const restaurantWithoutHours = aRestaurant({
      openingHours: aWeek(),
      lunchTimes: aWeek(),
      openingHoursText: 'mittags',
      orderForerunMinutes: 10,
    });
    const now = Date.parse('2026-06-24T20:00:00+02:00');
    const instant = Date.parse('2026-06-24T21:00:00+02:00');
    const restingRestaurant = {
      ...restaurantWithoutHours,
      restTime: { start: '2026-06-24', end: '2026-06-25', restTimeTypeKey: null },
    };
    expect(
      [restaurantWithoutHours, restingRestaurant].map((restaurant) =>
        orderTimeError({ meetUpAt: instant, meetup: null, place: restaurant }, now),
      ),
    ).toEqual([null, 'restaurantClosed']);
    expect([restaurantWithoutHours, restingRestaurant].map((restaurant) => orderSlots(restaurant, now).length)).toEqual(
      [15, 0],
    );
  });

  it('T13 is past half an hour later', () => {
    expect([
      isOrderPast({ meetUpDate: instantAt('12:00') }, instantAt('12:30')),
      isOrderPast({ meetUpDate: instantAt('12:00') }, instantAt('12:30') + 1),
    ]).toEqual([false, true]);
  });
});

describe('the end of ordering', () => {
  const dayInstantAt = (dayAndTime: string): number => Date.parse(`2026-06-${dayAndTime.replace(' ', 'T')}:00+02:00`);
  const holidayClosure = { start: '2026-06-24', end: '2026-06-24', restTimeTypeKey: null };

  it.each<[string, Partial<Restaurant>, string | null, string | null]>([
    ['lunch before the rest', {}, '24 14:25', '24 13:55'],
    ['a kitchen that needs an hour', { orderForerunMinutes: 60 }, '24 13:45', '24 13:15'],
    [
      'a break: the evening counts',
      { openingHours: aWorkingWeek('11:00-14:00', '18:00-22:00') },
      '24 21:25',
      '24 13:25',
    ],
    ['lunch all day where no lunch times are named', { lunchTimes: aWeek() }, '24 14:25', '24 14:25'],
    ['lunch times that go on after closing', { lunchTimes: aWorkingWeek('11:30-17:00') }, '24 14:25', '24 14:25'],
    ['lunch outside of the opening hours', { lunchTimes: aWorkingWeek('16:00-17:00') }, '24 14:25', null],
    [
      'a night: today ends at midnight',
      { openingHours: aWorkingWeek('22:00-02:00'), lunchTimes: aWeek() },
      '24 23:25',
      '24 23:25',
    ],
    ['round the clock', { openingHours: aWorkingWeek('00:00-24:00'), lunchTimes: aWeek() }, '24 23:25', '24 23:25'],
    ['a rest day', { openingHours: aWeek({ 4: ['11:00-15:00'] }) }, null, null],
    ['a holiday', { restTime: holidayClosure }, null, null],
  ])('T09 end ordering: %s', (_title, overrides, expectedMenuEnd, expectedLunchEnd) => {
    const restaurant = aRestaurant({ orderForerunMinutes: 20, ...overrides });
    expect([
      orderingEndsAt(restaurant, false, dayInstantAt('24 12:00')),
      orderingEndsAt(restaurant, true, dayInstantAt('24 12:00')),
    ]).toEqual([expectedMenuEnd, expectedLunchEnd].map((end) => (end === null ? null : dayInstantAt(end))));
  });

  it('T07 use the day of Berlin', () => {
    expect(orderingEndsAt(aRestaurant({ orderForerunMinutes: 20 }), false, dayInstantAt('25 00:30'))).toBe(
      dayInstantAt('25 14:25'),
    );
  });

  it('T09 is the last instant at which a slot is left', () => {
    const restaurant = aRestaurant({ orderForerunMinutes: 20 });
    for (const isLunch of [false, true]) {
      const end = orderingEndsAt(restaurant, isLunch, dayInstantAt('24 12:00')) ?? NaN;
      expect(dishSlots(restaurant, isLunch, end)).toHaveLength(1);
      expect([isOrderingOver(restaurant, isLunch, end), isOrderingOver(restaurant, isLunch, end + 1)]).toEqual([
        false,
        true,
      ]);
    }
  });
});

describe('the state of an order', () => {
  const createRefund = (amount: number, reason: Order['refunded'][number]['reason'] = 'mistake') => ({
    amount,
    reason,
    date: instantAt('12:00'),
  });

  it.each([
    ['past', {}, true],
    ['still to come', { meetUpDate: instantAt('12:00') }, false],
    ['given back in part', { refunded: [createRefund(300), createRefund(589)] }, true],
    ['given back whole', { refunded: [createRefund(300), createRefund(590, 'restaurant_declined_sold_out')] }, false],
    ['to be given back in part', { openRefunds: [{ ...createRefund(889), isRefused: false }] }, true],
    ['to be given back whole', { openRefunds: [{ ...createRefund(890), isRefused: true }] }, false],
    [
      'given back in part, and the rest is on its way',
      { refunded: [createRefund(300)], openRefunds: [{ ...createRefund(590), isRefused: false }] },
      false,
    ],
    ['unpaid', { paymentStatus: 'FAILED' }, false],
    ['paid for, as far as anybody knows', { paymentStatus: 'UNKNOWN' }, false],
  ] as const)('C24 an order that is %s can be rated: %#', (_, overrides, expected) => {
    const order = {
      meetUpDate: instantAt('11:59'),
      paymentStatus: 'SUCCEEDED',
      totalPrice: 890,
      ...overrides,
      refunded: 'refunded' in overrides ? [...overrides.refunded] : [],
      openRefunds: 'openRefunds' in overrides ? [...overrides.openRefunds] : [],
    } as const;
    expect(isRatable(order, instantAt('12:30'))).toBe(expected);
  });

  it.each([
    ['Pending', { accepted: false, refunded: [] }],
    ['Confirmed', { accepted: true, refunded: [] }],
    ['Confirmed', { accepted: true, refunded: [createRefund(0, 'restaurant_declined_sold_out')] }],
    ['CanceledPartly', { accepted: true, refunded: [createRefund(300)] }],
    ['CanceledCompletely', { accepted: true, refunded: [createRefund(300), createRefund(590)] }],
    [
      'CanceledByRestaurant',
      { accepted: false, refunded: [createRefund(300), createRefund(590, 'restaurant_declined_no_capacity')] },
    ],
    ['CanceledPartly', { accepted: false, refunded: [createRefund(100, 'restaurant_declined_sold_out')] }],
    ['CanceledPartly', { accepted: true, refunded: [createRefund(100, 'restaurant_declined_sold_out')] }],
  ] as const)('C18 %s', (status, order) => {
    expect(orderStatus({ totalPrice: 890, ...order, refunded: [...order.refunded] })).toBe(status);
  });

  it.each([
    ['partlyConfirmed', true, [createRefund(300, 'restaurant_declined_sold_out')], []],
    ['partlyPending', false, [createRefund(300)], []],
    ['partlyConfirmed', true, [], [{ amount: 300 }]],
    ['refundPending', true, [createRefund(300)], [{ amount: 590 }]],
    ['refundPending', false, [], [{ amount: 890 }]],
    ['canceledByRestaurant', true, [createRefund(890, 'restaurant_declined_no_capacity')], []],
    ['canceledCompletely', true, [createRefund(890)], []],
    ['confirmed', true, [], []],
    ['pending', false, [], []],
  ] as const)('C18 has the state %s (accepted: %s)', (expectedState, accepted, refunded, openRefunds) => {
    expect(paidOrderState({ totalPrice: 890, accepted, refunded: [...refunded], openRefunds })).toBe(expectedState);
  });
});
