import type { RefundForm } from '@mahlzeit/contract';
import { aPartnerOrder, fixtureNow } from '@mahlzeit/contract/fixtures';
import { createUnsettledRefunds, isSettledIn, isUnsettled } from './unsettled-refunds';

const form: RefundForm = { amount: 890, reason: 'mistake', items: [{ key: 'zeile-01', amount: 1 }] };

const k = aPartnerOrder({ key: 'k' });

const stored = (isBlocked = false) => {
  let text: string | null = null;
  return {
    read: () => text,
    write: (next: string) => {
      if (!isBlocked) text = next;
      return !isBlocked;
    },
  };
};

const counting = () => {
  let count = 0;
  return () => `key-${(count += 1)}`;
};

it('keeps to the one refund of an order until it is known how it went, after a reload too', () => {
  const store = stored();
  const refunds = createUnsettledRefunds(store, counting());
  const first = refunds.begin(k, form);
  expect(first).toEqual({ key: 'key-1', form, known: [] });
  expect(refunds.begin(k, { amount: 100, reason: 'no_time' })).toEqual(first);
  const reloaded = createUnsettledRefunds(store, () => 'other');
  expect([reloaded.of('k'), reloaded.begin(k, form)]).toEqual([first, first]);
  reloaded.settle('k');
  expect([refunds.of('k'), refunds.begin(k, form).key]).toEqual([null, 'key-2']);
});

it('goes by order', () => {
  const refunds = createUnsettledRefunds(stored(), counting());
  expect([refunds.begin(k, form).key, refunds.begin(aPartnerOrder({ key: 'l' }), form).key, refunds.of('m')]).toEqual([
    'key-1',
    'key-2',
    null,
  ]);
});

it.each([
  ['the browser blocks its storage', stored(true)],
  ['what is stored is not ours', { ...stored(true), read: () => '[1' }],
  ['what is stored is of another kind', { ...stored(true), read: () => '{"k":"key"}' }],
])('holds where %s', (_, store) => {
  const refunds = createUnsettledRefunds(store, counting());
  expect([refunds.of('k'), refunds.begin(k, form).key, refunds.begin(k, form).key]).toEqual([null, 'key-1', 'key-1']);
});

describe('an order tells how its refund went', () => {
  const given = { amount: 890, reason: 'mistake' as const, date: fixtureNow };
  const before = { ...given, date: fixtureNow - 86_400_000 };
  const order = aPartnerOrder({
    refunded: [before],
    openRefunds: [{ ...before, date: fixtureNow - 1, isRefused: true }],
  });
  const sent = createUnsettledRefunds(stored(), counting()).begin(order, form);

  it.each([
    ['once it went through', { refunded: [...order.refunded, given] }, true],
    ['once it was refused', { openRefunds: [{ ...given, isRefused: true }] }, true],
    [
      'whatever clock the page goes by: days behind the gateway’s',
      { refunded: [{ ...given, date: fixtureNow - 7 * 86_400_000 }] },
      true,
    ],
    ['not while it is on its way', { openRefunds: [{ ...given, isRefused: false }] }, false],
    ['not by one of another amount', { refunded: [{ ...given, amount: 100 }] }, false],
    ['not by one for another reason', { refunded: [{ ...given, reason: 'no_time' as const }] }, false],
    ['not by what was there when it was sent', {}, false],
  ])('%s', (_, more, expected) => {
    expect(isSettledIn({ ...order, ...more }, sent)).toBe(expected);
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
  expect(isUnsettled({ code, status })).toBe(expected);
});
