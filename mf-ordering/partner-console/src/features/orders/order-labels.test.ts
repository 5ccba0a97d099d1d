import { aPartnerOrder, fixtureNow } from '@mahlzeit/contract/fixtures';
import { orderBadgeOf } from './order-labels';

const refund = { amount: 300, reason: 'restaurant_declined_sold_out', date: fixtureNow } as const;

it.each([
  ['Neu', { accepted: false, refunded: [refund] }],
  ['Teils erstattet', { accepted: true, refunded: [refund] }],
  ['Teils erstattet', { accepted: true, openRefunds: [{ ...refund, isRefused: false }] }],
  ['Angenommen', { accepted: true, openRefunds: [{ ...refund, isRefused: true }] }],
  ['Wird erstattet', { accepted: true, openRefunds: [{ ...refund, amount: 890, isRefused: false }] }],
  ['Erstattet', { accepted: true, refunded: [{ ...refund, amount: 890 }] }],
] as const)('C18 shows the state that the diner sees: %s', (label, { accepted, ...refunds }) => {
  const { refunded = [], openRefunds = [] } = { refunded: [], openRefunds: [], ...refunds };
  const order = aPartnerOrder({ totalPrice: 890, accepted, refunded: [...refunded], openRefunds: [...openRefunds] });
  expect(orderBadgeOf(order, fixtureNow).label).toBe(label);
});
