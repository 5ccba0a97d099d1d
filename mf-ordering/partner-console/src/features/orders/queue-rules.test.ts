import { aPartnerOrder, fixtureDay } from '@mahlzeit/contract/fixtures';
import {
  arrangeQueue,
  dayTotals,
  emptyArrangement,
  isOfPastDay,
  needsAnswer,
  isOverdue,
  isWaiting,
  nextWaiting,
  automaticRefundAt,
  neighbourKeyOf,
} from './queue-rules';

const MINUTE = 60_000;
const instantAt = (time: string): number => Date.parse(`${fixtureDay}T${time}:00+02:00`);
const order = (key: string, time = '12:30', overrides: Parameters<typeof aPartnerOrder>[0] = {}) =>
  aPartnerOrder({ key, orderId: key, meetUpDate: instantAt(time), ...overrides });
const back = (amount: number) => ({ amount, reason: 'mistake' as const, date: instantAt('11:00') });

describe('what waits for an answer', () => {
  it.each([
    ['one that nobody has accepted', {}, true],
    ['one that was accepted', { accepted: true }, false],
    ['one of which a part went back', { refunded: [back(300)] }, true],
    ['one of which all went back', { refunded: [back(890)] }, false],
    ['one of which all is on its way back', { openRefunds: [{ ...back(890), isRefused: false }] }, false],
    ['one whose refund was refused', { openRefunds: [{ ...back(890), isRefused: true }] }, true],
  ])('%s', (_, overrides, expected) => {
    expect(needsAnswer(order('a', '12:30', overrides))).toBe(expected);
  });

  it.each([
    [-10 * MINUTE - 1, false],
    [-10 * MINUTE, true],
    [29 * MINUTE, true],
  ])('is called to mind from ten minutes before its time on: %i ms', (offset, expected) => {
    expect(isOverdue(order('a'), instantAt('12:30') + offset)).toBe(expected);
    expect(isOverdue(order('a', '12:30', { accepted: true }), instantAt('12:30') + offset)).toBe(false);
  });

  it('is refunded by itself half an hour after its time', () => {
    expect(automaticRefundAt(order('a'))).toBe(instantAt('13:00'));
  });
});

describe('a former day', () => {
  const yesterday = (time: string): number => instantAt(time) - 24 * 60 * MINUTE;

  it.each([
    ['yesterday at noon', yesterday('12:30'), instantAt('08:00'), true],
    ['this morning', instantAt('00:05'), instantAt('23:59'), false],
    ['late in the evening, while it is not past', yesterday('23:50'), instantAt('00:20'), false],
    ['late in the evening, once it is past', yesterday('23:50'), instantAt('00:20') + 1, true],
  ])('an order of %s', (_, meetUpDate, now, expected) => {
    expect([isOfPastDay({ meetUpDate }, now), isWaiting(order('a', '12:30', { meetUpDate }), now)]).toEqual([
      expected,
      !expected,
    ]);
  });
});

it('adds up what was accepted, less what went back', () => {
  expect(
    dayTotals([
      order('a'),
      order('b', '12:30', { accepted: true }),
      order('c', '12:30', { accepted: true, refunded: [back(90)] }),
      order('d', '12:30', { refunded: [back(890)] }),
    ]),
  ).toEqual({ accepted: 2, refundedCount: 1, amount: 890 + 800 });
});

describe('where rows stand', () => {
  const earlyOrder = order('frueh', '12:00');
  const lateOrder = order('spaet', '12:45');

  it('puts the one that is eaten first on top, and what was answered below', () => {
    expect(
      arrangeQueue([lateOrder, earlyOrder, order('da', '11:00', { accepted: true })], emptyArrangement, false),
    ).toEqual({
      waiting: ['frueh', 'spaet'],
      answered: ['da'],
    });
  });

  it('moves no row while somebody is in the middle of them: a new order comes behind, an answered one stays', () => {
    const firstArrangement = arrangeQueue([lateOrder], emptyArrangement, false);
    const nextArrangement = arrangeQueue([earlyOrder, { ...lateOrder, accepted: true }], firstArrangement, true);
    expect(nextArrangement).toEqual({ waiting: ['spaet', 'frueh'], answered: [] });
    expect(arrangeQueue([earlyOrder, { ...lateOrder, accepted: true }], nextArrangement, false)).toEqual({
      waiting: ['frueh'],
      answered: ['spaet'],
    });
  });

  it('drops a row that is gone at once, and is the same where nothing has changed', () => {
    const firstArrangement = arrangeQueue([earlyOrder, lateOrder], emptyArrangement, false);
    expect(arrangeQueue([lateOrder], firstArrangement, true).waiting).toEqual(['spaet']);
    expect(arrangeQueue([{ ...earlyOrder }, { ...lateOrder }], firstArrangement, false)).toBe(firstArrangement);
  });
});

describe('going through the rows', () => {
  const rows = ['a', 'b', 'c'];

  it.each([
    [null, 1, 'a'],
    ['a', 1, 'b'],
    ['b', 1, 'c'],
    ['c', 1, 'c'],
    ['a', -1, 'a'],
    ['weg', -1, 'a'],
  ] as const)('from %s by %i to %s', (chosenKey, step, expected) => {
    expect(neighbourKeyOf(rows, chosenKey, step)).toBe(expected);
  });

  it('finds the next that waits, then from the top, then none', () => {
    const arrangement = { waiting: ['a', 'b', 'c'], answered: [] };
    expect([
      nextWaiting(arrangement, 'a', () => true),
      nextWaiting(arrangement, 'c', () => true),
      nextWaiting(arrangement, 'b', (key) => key === 'a'),
      nextWaiting(arrangement, 'a', () => false),
    ]).toEqual(['b', 'a', 'a', null]);
  });

  it('has nowhere to go where nothing is', () => {
    expect(neighbourKeyOf([], null, 1)).toBeNull();
  });
});
