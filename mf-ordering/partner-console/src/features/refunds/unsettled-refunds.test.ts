import type { RefundForm } from '@mahlzeit/contract';
import { aPartnerOrder, fixtureNow } from '@mahlzeit/contract/fixtures';
import { createUnsettledRefunds, isSettledIn, isUnsettledError } from './unsettled-refunds';

const form: RefundForm = { amount: 890, reason: 'mistake', items: [{ key: 'zeile-01', amount: 1 }] };

const k = aPartnerOrder({ key: 'k' });

const storeWith = (isBlocked = false) => {
  let text: string | null = null;
  return {
    read: () => text,
    write: (storedValue: string) => {
      if (!isBlocked) text = storedValue;
      return !isBlocked;
    },
  };
};

const counting = () => {
  let count = 0;
  return () => `key-${(count += 1)}`;
};

it('keeps to the one refund of an order until it is known how it went, after a reload too', () => {
  const store = storeWith();
  const refunds = createUnsettledRefunds(store, counting());
  const first = refunds.startRefund(k, form);
  expect(first).toEqual({ key: 'key-1', form, known: [] });
  expect(refunds.startRefund(k, { amount: 100, reason: 'no_time' })).toEqual(first);
  const second = createUnsettledRefunds(store, () => 'other');
  expect([second.refundOf('k'), second.startRefund(k, form)]).toEqual([first, first]);
  second.settleRefund('k');
  expect([refunds.refundOf('k'), refunds.startRefund(k, form).key]).toEqual([null, 'key-2']);
});

it('goes by order', () => {
  const refunds = createUnsettledRefunds(storeWith(), counting());
  expect([
    refunds.startRefund(k, form).key,
    refunds.startRefund(aPartnerOrder({ key: 'l' }), form).key,
    refunds.refundOf('m'),
  ]).toEqual(['key-1', 'key-2', null]);
});

it.each([
  ['the browser blocks its storage', storeWith(true)],
  ['what is stored is not ours', { ...storeWith(true), read: () => '[1' }],
  ['what is stored is of another kind', { ...storeWith(true), read: () => '{"k":"key"}' }],
])('holds where %s', (_, store) => {
  const refunds = createUnsettledRefunds(store, counting());
  expect([refunds.refundOf('k'), refunds.startRefund(k, form).key, refunds.startRefund(k, form).key]).toEqual([
    null,
    'key-1',
    'key-1',
  ]);
});

describe('an order tells how its refund went', () => {
  const refundForm = { amount: 890, reason: 'mistake' as const, date: fixtureNow };
  const yesterdaysRefund = { ...refundForm, date: fixtureNow - 86_400_000 };
  const order = aPartnerOrder({
    refunded: [yesterdaysRefund],
    openRefunds: [{ ...yesterdaysRefund, date: fixtureNow - 1, isRefused: true }],
  });
  const sentRefund = createUnsettledRefunds(storeWith(), counting()).startRefund(order, form);

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
  ])('%s', (_, overrides, expected) => {
    expect(isSettledIn({ ...order, ...overrides }, sentRefund)).toBe(expected);
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
])('after %s (%i) it is open how it went: %s', (code, status, expected) => {
  expect(isUnsettledError({ code, status })).toBe(expected);
});
