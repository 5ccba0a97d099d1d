import type { Order } from '@mahlzeit/contract';
import { aCartItem, anOrder } from '@mahlzeit/contract/fixtures';
import { receiptOf, totalPrice, vatByType } from '@mahlzeit/contract/rules';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { receiptPaperOf } from '../../../api-gateway/src/modules/ordering/receipts/receipt-paper';
import type { ReceiptPaper } from '../../../api-gateway/src/modules/ordering/receipts/receipt-paper';
import { ReceiptContent } from '../../../mf-ordering/src/features/receipt/receipt-parts';

const cartItems = [
  aCartItem({ amount: 2, discount: { id: 'rabatt', value: 100, name: { de: 'Rabatt' } } }),
  aCartItem({ key: 'zeile-02', name: 'Apfelschorle', amount: 2, price: 250, vatType: 'DRINK', vat: 19, deposit: 25 }),
];

const createOrder = (overrides: Partial<Order> = {}): Order => {
  const { discount = null, items: orderedItems = cartItems } = overrides;
  return anOrder({
    items: orderedItems,
    totalPrice: totalPrice(orderedItems, discount),
    vatByType: vatByType(orderedItems, { voucher: discount, rateOf: (vatKind) => (vatKind === 'FOOD' ? 7 : 19) }),
    ...overrides,
  });
};

const normalizeSpaces = (text: string): string => text.replaceAll(/[\u00a0\s]+/g, ' ');

const renderPageText = (order: Order, isTest: boolean): string =>
  normalizeSpaces(
    renderToStaticMarkup(createElement(ReceiptContent, { order, receipt: receiptOf(order), payment: 'Karte', isTest }))
      .replaceAll(/<style[^]*?<\/style>/g, '')
      .replaceAll(/<[^>]*>/g, ' '),
  );

/**
 * Returns the texts that both the printable receipt and the receipt's page must contain. Column titles and days are
 * left out, because the page writes them in full.
 */
const collectCommonFacts = ({
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
  ...facts.flatMap(([, factValue]) => (factValue.endsWith('Uhr') ? [] : [factValue])),
  ...lines.flatMap((receiptLine) => [receiptLine.name, receiptLine.total]),
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
    createOrder({ discount: { id: 'gutschein', value: 200, name: { de: 'Willkommen' } }, isTakeAway: true }),
    true,
  ],
  [
    'real money, of which some went back',
    createOrder({ refunded: [{ amount: 275, reason: 'mistake', date: anOrder().createdAt }] }),
    false,
  ],
  ['more than 250 €', createOrder({ items: [aCartItem({ price: 25_001 })] }), false],
])('a receipt says the same on the page and on paper: %s', (_caseName, order, isTest) => {
  const { seller } = order;
  if (seller === null) throw new Error('The receipt names no seller');
  const receiptPageText = renderPageText(order, isTest);
  const missingFacts = collectCommonFacts(receiptPaperOf({ order, seller, isTest }))
    .map(normalizeSpaces)
    .filter((paperFact) => !receiptPageText.includes(paperFact));
  expect(missingFacts).toEqual([]);
  expect(receiptPageText.includes('Testbeleg')).toBe(isTest);
});
