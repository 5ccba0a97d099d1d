import { aPartnerOrder, fixtureDay } from '@mahlzeit/contract/fixtures';
import { missedOrderText } from './order-labels';
import {
  acceptRefusal,
  arrangeQueue,
  orderDayTotalsOf,
  emptyArrangement,
  isOfPastDay,
  needsAnswer,
  isOverdue,
  isWaiting,
  nextWaitingKeyOf,
  automaticRefundAt,
  neighbourRowKeyOf,
} from './queue-rules';

const MINUTE_MS = 60_000;
const instantAt = (time: string): number => Date.parse(`${fixtureDay}T${time}:00+02:00`);
const makeOrder = (key: string, time = '12:30', overrides: Parameters<typeof aPartnerOrder>[0] = {}) =>
  aPartnerOrder({ key, orderId: key, meetUpDate: instantAt(time), ...overrides });
const makeRefund = (amount: number) => ({ amount, reason: 'mistake' as const, date: instantAt('11:00') });

describe('what waits for an answer', () => {
  it.each([
    ['one that nobody has accepted', {}, true],
    ['one that was accepted', { accepted: true }, false],
    ['one of which a part went back', { refunded: [makeRefund(300)] }, true],
    ['one of which all went back', { refunded: [makeRefund(890)] }, false],
    ['one of which all is on its way back', { openRefunds: [{ ...makeRefund(890), isRefused: false }] }, false],
    ['one whose refund was refused', { openRefunds: [{ ...makeRefund(890), isRefused: true }] }, true],
  ])('%s', (_, overrides, isExpected) => {
    expect(needsAnswer(makeOrder('a', '12:30', overrides))).toBe(isExpected);
  });

  it.each([
    [-10 * MINUTE_MS - 1, false],
    [-10 * MINUTE_MS, true],
    [29 * MINUTE_MS, true],
  ])('is called to mind from ten minutes before its time on: %i ms', (offsetMs, isExpected) => {
    expect(isOverdue(makeOrder('a'), instantAt('12:30') + offsetMs)).toBe(isExpected);
    expect(isOverdue(makeOrder('a', '12:30', { accepted: true }), instantAt('12:30') + offsetMs)).toBe(false);
  });

  it('is refunded by itself half an hour after its time', () => {
    expect(automaticRefundAt(makeOrder('a'))).toBe(instantAt('13:00'));
  });
});

describe('a former day', () => {
  const yesterdayAt = (time: string): number => instantAt(time) - 24 * 60 * MINUTE_MS;

  it.each([
    ['yesterday at noon', yesterdayAt('12:30'), instantAt('08:00'), [true, false]],
    ['this morning', instantAt('00:05'), instantAt('23:59'), [false, false]],
    ['late in the evening, while it is not past', yesterdayAt('23:50'), instantAt('00:19'), [false, true]],
    ['late in the evening, once it is past', yesterdayAt('23:50'), instantAt('00:20') + 1, [true, false]],
  ] as const)('an order of %s', (_, meetUpDate, now, [isFormer, isAcceptable]) => {
    expect([isOfPastDay({ meetUpDate }, now), isWaiting(makeOrder('a', '12:30', { meetUpDate }), now)]).toEqual([
      isFormer,
      isAcceptable,
    ]);
  });
});

describe('an order that can’t be accepted any more', () => {
  const refusedRefund = { ...makeRefund(890), reason: 'restaurant_declined_no_reaction', isRefused: true } as const;

  it.each([
    ['half an hour after its time', makeOrder('a'), { time: '13:00', error: 'over', text: /Geld von selbst zurück/ }],
    [
      'while its money goes back',
      makeOrder('a', '12:30', { hasAutomaticRefund: true }),
      { time: '12:40', error: 'moneyGoesBack', text: /Geld von selbst zurück/ },
    ],
    [
      'where the provider has refused to give its money back',
      makeOrder('a', '12:30', { hasAutomaticRefund: true, openRefunds: [refusedRefund] }),
      { time: '12:40', error: 'moneyGoesBack', text: /abgelehnt/ },
    ],
  ] as const)('says so %s, and what can be done', (_caseName, order, { time, error, text }) => {
    const now = instantAt(time);
    expect([acceptRefusal(order, now), isWaiting(order, now), missedOrderText(order, now)]).toEqual([
      error,
      false,
      expect.stringMatching(text),
    ]);
  });

  it('isn’t one that was accepted in time', () => {
    const order = makeOrder('a', '12:30', { accepted: true });
    expect([acceptRefusal(order, instantAt('15:00')), missedOrderText(order, instantAt('15:00'))]).toEqual([
      null,
      null,
    ]);
  });
});

it('adds up what was accepted, less what went back', () => {
  expect(
    orderDayTotalsOf([
      makeOrder('a'),
      makeOrder('b', '12:30', { accepted: true }),
      makeOrder('c', '12:30', { accepted: true, refunded: [makeRefund(90)] }),
      makeOrder('d', '12:30', { refunded: [makeRefund(890)] }),
    ]),
  ).toEqual({ accepted: 2, refundedCount: 1, amount: 890 + 800 });
});

describe('where rows stand', () => {
  const earlyOrder = makeOrder('frueh', '12:00');
  const lateOrder = makeOrder('spaet', '12:45');

  it('puts the one that is eaten first on top, and what was answered below', () => {
    expect(
      arrangeQueue([lateOrder, earlyOrder, makeOrder('da', '11:00', { accepted: true })], emptyArrangement, false),
    ).toEqual({
      waiting: ['frueh', 'spaet'],
      answered: ['da'],
    });
  });

  it('moves no row while somebody is in the middle of them: a new order comes behind, an answered one stays', () => {
    const firstArrangement = arrangeQueue([lateOrder], emptyArrangement, false);
    const secondArrangement = arrangeQueue([earlyOrder, { ...lateOrder, accepted: true }], firstArrangement, true);
    expect(secondArrangement).toEqual({ waiting: ['spaet', 'frueh'], answered: [] });
    expect(arrangeQueue([earlyOrder, { ...lateOrder, accepted: true }], secondArrangement, false)).toEqual({
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
  const rowKeys = ['a', 'b', 'c'];

  it.each([
    [null, 1, 'a'],
    ['a', 1, 'b'],
    ['b', 1, 'c'],
    ['c', 1, 'c'],
    ['a', -1, 'a'],
    ['weg', -1, 'a'],
  ] as const)('from %s by %i to %s', (chosenKey, rowStep, expectedKey) => {
    expect(neighbourRowKeyOf(rowKeys, chosenKey, rowStep)).toBe(expectedKey);
  });

  it('finds the next that waits, then from the top, then none', () => {
    const queueArrangement = { waiting: ['a', 'b', 'c'], answered: [] };
    expect([
      nextWaitingKeyOf(queueArrangement, 'a', () => true),
      nextWaitingKeyOf(queueArrangement, 'c', () => true),
      nextWaitingKeyOf(queueArrangement, 'b', (key) => key === 'a'),
      nextWaitingKeyOf(queueArrangement, 'a', () => false),
    ]).toEqual(['b', 'a', 'a', null]);
  });

  it('has nowhere to go where nothing is', () => {
    expect(neighbourRowKeyOf([], null, 1)).toBeNull();
  });
});
