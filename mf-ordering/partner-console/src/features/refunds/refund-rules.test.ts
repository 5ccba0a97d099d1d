import { aCartItem, aPartnerOrder, fixtureNow } from '@mahlzeit/contract/fixtures';
import { refundAmountError, refundableAmount, refundChoicesOf, refundReasons } from './refund-rules';

const DAY_MS = 86_400_000;
const pastaItem = aCartItem({ key: 'zeile-01', name: 'Käsespätzle', amount: 2, price: 1090 });
const drinkItem = aCartItem({ key: 'zeile-02', name: 'Apfelschorle', price: 340, deposit: 15 });
const unrefundedOrder = aPartnerOrder({ items: [pastaItem, drinkItem], totalPrice: 2535 });

const choiceLabels = (refundedOrder: typeof unrefundedOrder) =>
  refundChoicesOf(refundedOrder).map((refundChoice) =>
    refundChoice.kind === 'other' ? 'other' : `${refundChoice.kind} ${refundChoice.amount}`,
  );

describe('what can go back', () => {
  it('is all, each dish with its deposit, several of one, and another amount', () => {
    expect(choiceLabels(unrefundedOrder)).toEqual(['all 2535', 'line 1090', 'line 2180', 'line 355', 'other']);
  });

  it('is no dish that has gone back already, and never more than is left', () => {
    const partlyRefundedOrder = {
      ...unrefundedOrder,
      items: [
        { ...pastaItem, refundedAmount: 1 },
        { ...drinkItem, refundedAmount: 1 },
      ],
      refunded: [{ amount: 2000, reason: 'mistake' as const, date: fixtureNow }],
    };
    expect(choiceLabels(partlyRefundedOrder)).toEqual(['all 535', 'other']);
    expect(
      choiceLabels({
        ...partlyRefundedOrder,
        refunded: [{ amount: 2535, reason: 'mistake' as const, date: fixtureNow }],
      }),
    ).toEqual([]);
  });

  it('is not offered twice where one dish is all', () => {
    expect(choiceLabels(aPartnerOrder())).toEqual(['all 890', 'other']);
  });

  it('knows all six reasons of the contract', () => {
    expect(new Set(refundReasons).size).toBe(6);
  });
});

describe('an amount', () => {
  const refundedOrder = {
    ...unrefundedOrder,
    refunded: [
      { amount: 500, reason: 'mistake' as const, date: fixtureNow - DAY_MS },
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
  ] as const)('of %s: %s', (amount, expectedError) => {
    expect(refundAmountError(refundedOrder, amount, fixtureNow)).toBe(expectedError);
  });
});

it('takes what is on its way as gone: never twice, and not the same again today; what was refused is there again', () => {
  const refundUnderWay = { amount: 1090, reason: 'mistake' as const, date: fixtureNow, isRefused: false };
  const partlyRefunded = { ...unrefundedOrder, openRefunds: [refundUnderWay] };
  expect(choiceLabels(partlyRefunded)).toEqual(['all 1445', 'line 1090', 'line 355', 'other']);
  expect([
    refundAmountError(partlyRefunded, 1446, fixtureNow),
    refundAmountError(partlyRefunded, 1090, fixtureNow),
    refundAmountError(partlyRefunded, 1445, fixtureNow),
  ]).toEqual(['exceeds', 'sameToday', null]);
  expect(choiceLabels({ ...partlyRefunded, openRefunds: [{ ...refundUnderWay, amount: 2535 }] })).toEqual([]);
  expect(refundableAmount({ ...partlyRefunded, openRefunds: [{ ...refundUnderWay, isRefused: true }] })).toBe(2535);
});
