import { aCartItem, aPartnerOrder, fixtureNow } from '@mahlzeit/contract/fixtures';
import { amountError, amountLeft, parseCents, defaultChoice, refundChoices, refundReasons } from './refund-rules';

const DAY = 86_400_000;
const pasta = aCartItem({ key: 'zeile-01', name: 'Käsespätzle', amount: 2, price: 1090 });
const drink = aCartItem({ key: 'zeile-02', name: 'Apfelschorle', price: 340, deposit: 15 });
const order = aPartnerOrder({ items: [pasta, drink], totalPrice: 2535 });

const labels = (refundedOrder: typeof order) =>
  refundChoices(refundedOrder).map((choice) => (choice.kind === 'other' ? 'other' : `${choice.kind} ${choice.amount}`));

describe('what can go back', () => {
  it('is all, each dish with its deposit, several of one, and another amount', () => {
    expect(labels(order)).toEqual(['all 2535', 'line 1090', 'line 2180', 'line 355', 'other']);
  });

  it('is no dish that has gone back already, and never more than is left', () => {
    const partlyRefunded = {
      ...order,
      items: [
        { ...pasta, refundedAmount: 1 },
        { ...drink, refundedAmount: 1 },
      ],
      refunded: [{ amount: 2000, reason: 'mistake' as const, date: fixtureNow }],
    };
    expect(labels(partlyRefunded)).toEqual(['all 535', 'other']);
    expect(
      labels({ ...partlyRefunded, refunded: [{ amount: 2535, reason: 'mistake' as const, date: fixtureNow }] }),
    ).toEqual([]);
  });

  it('is not offered twice where one dish is all', () => {
    expect(labels(aPartnerOrder())).toEqual(['all 890', 'other']);
  });

  it('knows all six reasons of the contract', () => {
    expect(new Set(refundReasons).size).toBe(6);
  });
});

it.each([
  ['7', 700],
  ['7,5', 750],
  ['7,50', 750],
  ['7.50 €', 750],
  ['0,01', 1],
  [' 12,00', 1200],
  ['', null],
  ['-3', null],
  ['7,505', null],
  ['sieben', null],
  ['7,', null],
  ['1e3', null],
])('reads „%s“ as %s cents', (typedText, cents) => {
  expect(parseCents(typedText)).toBe(cents);
});

describe('an amount', () => {
  const refundedOrder = {
    ...order,
    refunded: [
      { amount: 500, reason: 'mistake' as const, date: fixtureNow - DAY },
      { amount: 300, reason: 'mistake' as const, date: fixtureNow },
    ],
  };

  it.each([
    [null, 'noAmount'],
    [0, 'noAmount'],
    [1736, 'exceeds'],
    [1735, null],
    [300, 'sameToday'],
    [500, null],
  ] as const)('of %s: %s', (amount, expected) => {
    expect(amountError(refundedOrder, amount, fixtureNow)).toBe(expected);
  });
});

it('has the likeliest chosen before anybody chooses: all that is left, but not twice a day', () => {
  expect(defaultChoice(order, fixtureNow)).toEqual({ id: 'all', kind: 'all', amount: 2535 });
  const halfRefundedOrder = {
    ...order,
    refunded: [
      { amount: 1200, reason: 'mistake' as const, date: fixtureNow },
      { amount: 135, reason: 'mistake' as const, date: fixtureNow - DAY },
    ],
  };
  expect([defaultChoice(halfRefundedOrder, fixtureNow), defaultChoice(halfRefundedOrder, fixtureNow + DAY)]).toEqual([
    null,
    { id: 'all', kind: 'all', amount: 1200 },
  ]);
  expect(
    defaultChoice({ ...order, refunded: [{ amount: 2535, reason: 'mistake', date: fixtureNow }] }, fixtureNow),
  ).toBeNull();
});

it('takes what is on its way as gone: never twice, and not the same again today; what was refused is there again', () => {
  const underWay = { amount: 1090, reason: 'mistake' as const, date: fixtureNow, isRefused: false };
  const partlyRefunded = { ...order, openRefunds: [underWay] };
  expect(labels(partlyRefunded)).toEqual(['all 1445', 'line 1090', 'line 355', 'other']);
  expect([
    amountError(partlyRefunded, 1446, fixtureNow),
    amountError(partlyRefunded, 1090, fixtureNow),
    amountError(partlyRefunded, 1445, fixtureNow),
  ]).toEqual(['exceeds', 'sameToday', null]);
  expect(labels({ ...partlyRefunded, openRefunds: [{ ...underWay, amount: 2535 }] })).toEqual([]);
  expect(amountLeft({ ...partlyRefunded, openRefunds: [{ ...underWay, isRefused: true }] })).toBe(2535);
});
