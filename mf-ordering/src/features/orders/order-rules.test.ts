import { anOrder, fixtureNow } from '@mahlzeit/contract/fixtures';
import { byTime, paidAmount } from './order-rules';

const MINUTE = 60_000;
const at = (key: string, meetUpDate: number) => anOrder({ key, meetUpDate });
const keys = (orders: readonly { readonly key: string }[]) => orders.map(({ key }) => key);

it('puts the next one first, and of the past ones the latest', () => {
  const { upcoming, past } = byTime([at('spaet', fixtureNow + 90 * MINUTE), at('alt', fixtureNow - 900 * MINUTE), at('bald', fixtureNow + MINUTE), at('eben', fixtureNow - 31 * MINUTE)], fixtureNow);
  expect([keys(upcoming), keys(past)]).toEqual([['bald', 'spaet'], ['eben', 'alt']]);
});

it.each([
  [-30 * MINUTE, 'upcoming'],
  [-30 * MINUTE - 1, 'past'],
  [0, 'upcoming'],
] as const)('T13 counts an order %i ms from its meetup as %s: it is past half an hour after', (offset, tab) => {
  expect(byTime([at('x', fixtureNow + offset)], fixtureNow)[tab]).toHaveLength(1);
});

it.each(['CREATED', 'FAILED', 'UNKNOWN'] as const)('lists no order whose payment is %s', (paymentStatus) => {
  expect(byTime([anOrder({ paymentStatus })], fixtureNow)).toEqual({ upcoming: [], past: [] });
});

it('tells what was paid after all refunds', () => {
  const refund = (amount: number) => ({ amount, reason: 'mistake' as const, date: fixtureNow });
  expect(paidAmount(anOrder({ totalPrice: 2300 }))).toBe(2300);
  expect(paidAmount(anOrder({ totalPrice: 2300, refunded: [refund(1000), refund(1300)] }))).toBe(0);
});
