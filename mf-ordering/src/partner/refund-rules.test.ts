import { aCartItem, aPartnerOrder, fixtureNow } from '@mahlzeit/contract/fixtures';
import { amountError, centsOf, createRefundKeys, isUnsettled, likeliestChoice, refundChoices, refundFormOf, refundReasons } from './refund-rules';

const DAY = 86_400_000;
const pasta = aCartItem({ key: 'zeile-01', name: 'Käsespätzle', amount: 2, price: 1090 });
const drink = aCartItem({ key: 'zeile-02', name: 'Apfelschorle', price: 340, deposit: 15 });
const order = aPartnerOrder({ items: [pasta, drink], totalPrice: 2535 });

const labels = (given: typeof order) => refundChoices(given).map((choice) => (choice.kind === 'other' ? 'other' : `${choice.kind} ${choice.amount}`));

describe('what can go back', () => {
  it('is all, each dish with its deposit, several of one, and another amount', () => {
    expect(labels(order)).toEqual(['all 2535', 'line 1090', 'line 2180', 'line 355', 'other']);
  });

  it('is no dish that has gone back already, and never more than is left', () => {
    const partly = { ...order, items: [{ ...pasta, refundedAmount: 1 }, { ...drink, refundedAmount: 1 }], refunded: [{ amount: 2000, reason: 'mistake' as const, date: fixtureNow }] };
    expect(labels(partly)).toEqual(['all 535', 'other']);
    expect(labels({ ...partly, refunded: [{ amount: 2535, reason: 'mistake' as const, date: fixtureNow }] })).toEqual([]);
  });

  it('is not offered twice where one dish is all', () => {
    expect(labels(aPartnerOrder())).toEqual(['all 890', 'other']);
  });

  it('knows all six reasons of the contract', () => {
    expect(new Set(refundReasons).size).toBe(6);
  });
});

it.each([
  ['7', 700], ['7,5', 750], ['7,50', 750], ['7.50 €', 750], ['0,01', 1], [' 12,00', 1200],
  ['', null], ['-3', null], ['7,505', null], ['sieben', null], ['7,', null], ['1e3', null],
])('reads „%s“ as %s cents', (typed, cents) => {
  expect(centsOf(typed)).toBe(cents);
});

describe('an amount', () => {
  const refunded = { ...order, refunded: [{ amount: 500, reason: 'mistake' as const, date: fixtureNow - DAY }, { amount: 300, reason: 'mistake' as const, date: fixtureNow }] };

  it.each([
    [null, 'noAmount'], [0, 'noAmount'], [1736, 'exceeds'], [1735, null], [300, 'sameToday'], [500, null],
  ] as const)('of %s: %s', (amount, expected) => {
    expect(amountError(refunded, amount, fixtureNow)).toBe(expected);
  });
});

it('has the likeliest chosen before anybody chooses: all that is left, but not twice a day', () => {
  expect(likeliestChoice(order, fixtureNow)).toEqual({ id: 'all', kind: 'all', amount: 2535 });
  const half = { ...order, refunded: [{ amount: 1200, reason: 'mistake' as const, date: fixtureNow }, { amount: 135, reason: 'mistake' as const, date: fixtureNow - DAY }] };
  expect([likeliestChoice(half, fixtureNow), likeliestChoice(half, fixtureNow + DAY)]).toEqual([null, { id: 'all', kind: 'all', amount: 1200 }]);
  expect(likeliestChoice({ ...order, refunded: [{ amount: 2535, reason: 'mistake', date: fixtureNow }] }, fixtureNow)).toBeNull();
});

describe('the key of a refund', () => {
  const stored = () => {
    let text: string | null = null;
    return { read: () => text, write: (next: string) => { text = next; return true; } };
  };
  const all = refundChoices(order)[0];
  const form = refundFormOf(all ?? { id: 'other', kind: 'other' }, 2535, 'mistake');
  const counting = () => {
    let count = 0;
    return () => `key-${(count += 1)}`;
  };

  it('is the same until it is known how it went, after a reload too', () => {
    const store = stored();
    const keys = createRefundKeys(store, counting());
    const first = keys.of('k', form);
    expect(keys.of('k', form)).toBe(first);
    expect(createRefundKeys(store, () => 'other').of('k', form)).toBe(first);
    keys.settle('k', form);
    expect(keys.of('k', form)).not.toBe(first);
  });

  it('differs by order, amount, reason and lines', () => {
    const keys = createRefundKeys(stored(), counting());
    const given = [keys.of('k', form), keys.of('l', form), keys.of('k', { ...form, amount: 1 }), keys.of('k', { ...form, reason: 'no_time' }), keys.of('k', { ...form, items: [{ key: 'zeile-01', amount: 1 }] })];
    expect(new Set(given).size).toBe(5);
  });

  it('begins anew where what is stored is not ours', () => {
    const keys = createRefundKeys({ read: () => '[1', write: () => false }, counting());
    expect(keys.of('k', form)).toBe('key-1');
    expect(keys.of('k', form)).toBe('key-1');
  });

  it.each([
    ['offline', 0, true], ['timeout', 0, true], ['providerUnavailable', 503, true], ['requestInProgress', 409, true], ['invalidAnswer', 200, true],
    ['refundOncePerDay', 422, false], ['mangopay-error', 402, false], ['notFound', 404, false],
  ])('is needed again after %s: %s', (code, status, expected) => {
    expect(isUnsettled({ code, status })).toBe(expected);
  });
});
