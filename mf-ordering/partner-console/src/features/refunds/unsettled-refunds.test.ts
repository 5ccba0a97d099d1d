import type { RefundForm } from '@mahlzeit/contract';
import { aPartnerOrder, fixtureNow } from '@mahlzeit/contract/fixtures';
import { createUnsettledRefunds, isRefundSettledIn, isUnsettledError } from './unsettled-refunds';

const fullRefundForm: RefundForm = { amount: 890, reason: 'mistake', items: [{ key: 'zeile-01', amount: 1 }] };

const testedOrder = aPartnerOrder({ key: 'k' });

const createFakeStorage = (isBlocked = false) => {
  let text: string | null = null;
  return {
    read: () => text,
    write: (storedValue: string) => {
      if (!isBlocked) text = storedValue;
      return !isBlocked;
    },
  };
};

const createKeyCounter = () => {
  let keyCount = 0;
  return () => `key-${(keyCount += 1)}`;
};

it('keeps to the one refund of an order until it is known how it went, after a reload too', () => {
  const fakeStorage = createFakeStorage();
  const unsettledRefunds = createUnsettledRefunds(fakeStorage, createKeyCounter());
  const firstRefund = unsettledRefunds.startRefund(testedOrder, fullRefundForm);
  expect(firstRefund).toEqual({ key: 'key-1', form: fullRefundForm, known: [] });
  expect(unsettledRefunds.startRefund(testedOrder, { amount: 100, reason: 'no_time' })).toEqual(firstRefund);
  const reloadedRefunds = createUnsettledRefunds(fakeStorage, () => 'other');
  expect([reloadedRefunds.refundOf('k'), reloadedRefunds.startRefund(testedOrder, fullRefundForm)]).toEqual([
    firstRefund,
    firstRefund,
  ]);
  reloadedRefunds.settleRefund('k');
  expect([unsettledRefunds.refundOf('k'), unsettledRefunds.startRefund(testedOrder, fullRefundForm).key]).toEqual([
    null,
    'key-2',
  ]);
});

it('goes by order', () => {
  const unsettledRefunds = createUnsettledRefunds(createFakeStorage(), createKeyCounter());
  expect([
    unsettledRefunds.startRefund(testedOrder, fullRefundForm).key,
    unsettledRefunds.startRefund(aPartnerOrder({ key: 'l' }), fullRefundForm).key,
    unsettledRefunds.refundOf('m'),
  ]).toEqual(['key-1', 'key-2', null]);
});

it.each([
  ['the browser blocks its storage', createFakeStorage(true)],
  ['what is stored is not ours', { ...createFakeStorage(true), read: () => '[1' }],
  ['what is stored is of another kind', { ...createFakeStorage(true), read: () => '{"k":"key"}' }],
])('holds where %s', (_, fakeStorage) => {
  const unsettledRefunds = createUnsettledRefunds(fakeStorage, createKeyCounter());
  expect([
    unsettledRefunds.refundOf('k'),
    unsettledRefunds.startRefund(testedOrder, fullRefundForm).key,
    unsettledRefunds.startRefund(testedOrder, fullRefundForm).key,
  ]).toEqual([null, 'key-1', 'key-1']);
});

describe('an order tells how its refund went', () => {
  const refundForm = { amount: 890, reason: 'mistake' as const, date: fixtureNow };
  const yesterdaysRefund = { ...refundForm, date: fixtureNow - 86_400_000 };
  const order = aPartnerOrder({
    refunded: [yesterdaysRefund],
    openRefunds: [{ ...yesterdaysRefund, date: fixtureNow - 1, isRefused: true }],
  });
  const sentRefund = createUnsettledRefunds(createFakeStorage(), createKeyCounter()).startRefund(order, fullRefundForm);

  it.each([
    ['once it went through', { refunded: [...order.refunded, refundForm] }, true],
    ['once it was refused', { openRefunds: [{ ...refundForm, isRefused: true }] }, true],
    [
      'whatever clock the page goes by: days behind the gateway’s',
      { refunded: [{ ...refundForm, date: fixtureNow - 7 * 86_400_000 }] },
      true,
    ],
    ['not while it is on its way', { openRefunds: [{ ...refundForm, isRefused: false }] }, false],
    ['not by one of another amount', { refunded: [{ ...refundForm, amount: 100 }] }, false],
    ['not by one for another reason', { refunded: [{ ...refundForm, reason: 'no_time' as const }] }, false],
    ['not by what was there when it was sent', {}, false],
  ])('%s', (_, overrides, isSettled) => {
    expect(isRefundSettledIn({ ...order, ...overrides }, sentRefund)).toBe(isSettled);
  });
});

it.each([
  ['offline', 0, true],
  ['timeout', 0, true],
  ['providerUnavailable', 503, true],
  ['requestInProgress', 409, true],
  ['invalidAnswer', 200, true],
  ['refundOncePerDay', 422, false],
  ['mangopay-error', 402, false],
  ['notFound', 404, false],
])('after %s (%i) it is open how it went: %s', (errorCode, status, isUnsettled) => {
  expect(isUnsettledError({ code: errorCode, status })).toBe(isUnsettled);
});
