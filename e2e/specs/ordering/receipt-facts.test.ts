import type { Order } from '@mahlzeit/contract';
import { aCartItem, anOrder } from '@mahlzeit/contract/fixtures';
import { receiptOf, totalPrice, vatByType } from '@mahlzeit/contract/rules';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { receiptPaper } from '../../../api-gateway/src/modules/ordering/receipts/receipt-paper';
import type { ReceiptPaper } from '../../../api-gateway/src/modules/ordering/receipts/receipt-paper';
import { ReceiptContent } from '../../../mf-ordering/src/features/receipt/receipt-parts';

const cartItems = [
  aCartItem({ amount: 2, discount: { id: 'rabatt', value: 100, name: { de: 'Rabatt' } } }),
  aCartItem({ key: 'zeile-02', name: 'Apfelschorle', amount: 2, price: 250, vatType: 'DRINK', vat: 19, deposit: 25 }),
];

const orderOf = (overrides: Partial<Order> = {}): Order => {
  const { discount = null, items: orderedItems = cartItems } = overrides;
  return anOrder({
    items: orderedItems,
    totalPrice: totalPrice(orderedItems, discount),
    vatByType: vatByType(orderedItems, { voucher: discount, rateOf: (kind) => (kind === 'FOOD' ? 7 : 19) }),
    ...overrides,
  });
};

const normalizeSpaces = (text: string): string => text.replaceAll(/[\u00a0\s]+/g, ' ');

const pageText = (order: Order, isTest: boolean): string =>
  normalizeSpaces(
    renderToStaticMarkup(createElement(ReceiptContent, { order, receipt: receiptOf(order), payment: 'Karte', isTest }))
      .replaceAll(/<style[^]*?<\/style>/g, '')
      .replaceAll(/<[^>]*>/g, ' '),
  );

/**
 * Returns the facts that both paper and page must show. Column titles and days are left out, because a page spells them
 * out.
 */
const commonFacts = ({
  kind,
  warning,
  seller,
  facts,
  lines,
  sums,
  total,
  vat,
  refunds,
  closing,
}: ReceiptPaper): string[] => [
  kind,
  warning ?? '',
  ...seller,
  ...facts.flatMap(([, value]) => (value.endsWith('Uhr') ? [] : [value])),
  ...lines.flatMap((line) => [line.name, line.total]),
  ...sums.slice(1).map(({ amount }) => amount),
  total.amount,
  ...vat.rows.flat(),
  ...(refunds === null
    ? []
    : [
        ...refunds.rows.flatMap(({ label, amount }) => [label.split(': ')[1] ?? label, amount]),
        refunds.paid.amount,
        ...refunds.vat.rows.flat(),
      ]),
  ...closing,
];

it.each<[string, Order, boolean]>([
  [
    'a test, with two rates of VAT and a voucher',
    orderOf({ discount: { id: 'gutschein', value: 200, name: { de: 'Willkommen' } }, isTakeAway: true }),
    true,
  ],
  [
    'real money, of which some went back',
    orderOf({ refunded: [{ amount: 275, reason: 'mistake', date: anOrder().createdAt }] }),
    false,
  ],
  ['more than 250 €', orderOf({ items: [aCartItem({ price: 25_001 })] }), false],
])('a receipt says the same on the page and on paper: %s', (_, order, isTest) => {
  const { seller } = order;
  if (seller === null) throw new Error('The receipt names no seller');
  const page = pageText(order, isTest);
  const missingFacts = commonFacts(receiptPaper({ order, seller, isTest }))
    .map(normalizeSpaces)
    .filter((fact) => !page.includes(fact));
  expect(missingFacts).toEqual([]);
  expect(page.includes('Testbeleg')).toBe(isTest);
});
