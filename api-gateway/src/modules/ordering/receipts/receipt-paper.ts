import type { Cents, Ms, Order, Seller, VatRateAmounts } from '@mahlzeit/contract';
import { berlinClock, berlinDay, formattedDate, receiptOf } from '@mahlzeit/contract/rules';
import type { ReceiptLine } from '@mahlzeit/contract/rules';
import texts from '../../../../locales/de.json';
import { fillText } from '../../../platform';

/** Label and amount of a row on the receipt, as text. */
export interface PaperSum {
  readonly label: string;
  readonly amount: string;
}

/** VAT table of a receipt: one row for each rate, and a row with their sum. */
export interface PaperVat {
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** All texts of a receipt, from top to bottom. */
export interface ReceiptPaper {
  readonly title: string;
  /** Legal name of the receipt; empty if it is no invoice for a small amount. */
  readonly kind: string;
  /** Warning on the receipt that no real money was paid; null for a real payment. */
  readonly warning: string | null;
  readonly sellerLabel: string;
  readonly seller: readonly string[];
  readonly facts: readonly (readonly [label: string, value: string])[];
  readonly lineHead: readonly string[];
  readonly lines: readonly {
    readonly amount: string;
    readonly name: string;
    readonly detail: string | null;
    readonly price: string;
    readonly total: string;
  }[];
  readonly sums: readonly PaperSum[];
  readonly total: PaperSum;
  readonly vat: PaperVat;
  /** Refunds and the amount that remains; null without refunds. */
  readonly refunds: {
    readonly title: string;
    readonly rows: readonly PaperSum[];
    readonly paid: PaperSum;
    readonly vat: PaperVat;
  } | null;
  readonly closing: readonly string[];
  /** Footer of each page of the receipt, with the placeholders `{page}` and `{pages}`. */
  readonly footer: string;
  /** Header of each page of the receipt after the first. */
  readonly runningHead: string;
  /** Metadata of the PDF file, which PDF programs show as its properties. */
  readonly metadata: { readonly title: string; readonly author: string; readonly at: Ms };
}

/** Order, seller and kind of payment from which the texts of a receipt are written. */
export interface ReceiptFacts {
  readonly order: Order;
  /** Name and address of the seller at the time of the sale. */
  readonly seller: Seller;
  /** Whether the payment of the order moved no real money. */
  readonly isTest: boolean;
}

const euroFormat = new Intl.NumberFormat('de-DE', { style: 'currency', currency: 'EUR' });
const percentFormat = new Intl.NumberFormat('de-DE', { maximumFractionDigits: 2 });

const priceTextOf = (cents: Cents): string => euroFormat.format(cents / 100);
// Formats a negative price. The sign is a real minus sign, which is as wide as a digit.
const negativePriceOf = (cents: Cents): string => `−${priceTextOf(cents)}`;
const instantTextOf = (writtenAt: Ms): string =>
  fillText(texts.receiptInstant, { day: formattedDate(berlinDay(writtenAt)), time: berlinClock(writtenAt) });

const sellerLinesOf = ({ name, address }: ReceiptFacts['seller']): string[] =>
  [name, `${address.street} ${address.streetNumber}`, `${address.postalCode} ${address.locality}`]
    .map((addressLine) => addressLine.trim())
    .filter((addressLine) => addressLine !== '');

const paperLineOf = ({ kind, amount, name, price, discount, total }: ReceiptLine): ReceiptPaper['lines'][number] => ({
  amount: `${amount} ×`,
  name: kind === 'deposit' ? texts.receiptDeposit : name,
  detail: discount === 0 ? null : fillText(texts.receiptDiscount, { price: priceTextOf(discount) }),
  price: priceTextOf(price),
  total: priceTextOf(total),
});

const paperVatOf = (amountsPerRate: readonly VatRateAmounts[]): PaperVat => {
  const vatRowOf = (rowLabel: string, summedAmounts: readonly VatRateAmounts[]): string[] => [
    rowLabel,
    ...(['net', 'vat', 'gross'] as const).map((amountField) =>
      priceTextOf(summedAmounts.reduce((amountSum, vatAmounts) => amountSum + vatAmounts[amountField], 0)),
    ),
  ];
  return {
    head: [texts.receiptVatRate, texts.receiptVatNet, texts.receiptVat, texts.receiptVatGross],
    rows: [
      ...amountsPerRate.map((vatAmounts) => vatRowOf(`${percentFormat.format(vatAmounts.rate)} %`, [vatAmounts])),
      ...(amountsPerRate.length > 1 ? [vatRowOf(texts.receiptVatAll, amountsPerRate)] : []),
    ],
  };
};

/**
 * Writes the texts of a receipt for a paid order. The receipt is sufficient for an employer's meal allowance, and
 * counts as an invoice up to 250 € (§ 33 UStDV).
 */
export const receiptPaperOf = ({ order, seller, isTest }: ReceiptFacts): ReceiptPaper => {
  const orderReceipt = receiptOf(order);
  const { voucher, total, refunds } = orderReceipt;
  const footerText = fillText(texts.receiptFooter, { number: orderReceipt.number });
  return {
    title: texts.receiptTitle,
    kind: orderReceipt.isSmallInvoice ? texts.receiptSmallInvoice : '',
    warning: isTest ? texts.receiptTest : null,
    sellerLabel: texts.receiptSeller,
    seller: sellerLinesOf(seller),
    facts: [
      [texts.receiptNumber, orderReceipt.number],
      [texts.receiptOrderNumber, order.orderId],
      [texts.receiptOrdered, instantTextOf(order.createdAt)],
      [texts.receiptEaten, instantTextOf(order.meetUpDate)],
      [texts.receiptPlace, order.isTakeAway ? texts.meetupTakeAway : texts.meetupInHouse],
      [texts.receiptPaidWith, texts[`paymentOption_${order.paymentOption}`]],
    ],
    lineHead: [texts.receiptAmount, texts.receiptName, texts.receiptPrice, texts.receiptSum],
    lines: orderReceipt.lines.map(paperLineOf),
    sums:
      voucher === null
        ? []
        : [
            { label: texts.receiptSubtotal, amount: priceTextOf(total + voucher.value) },
            {
              label: fillText(texts.receiptVoucher, { name: voucher.name.de }),
              amount: negativePriceOf(voucher.value),
            },
          ],
    total: { label: refunds.length === 0 ? texts.receiptPaid : texts.receiptTotal, amount: priceTextOf(total) },
    vat: paperVatOf(orderReceipt.vat),
    refunds:
      refunds.length === 0
        ? null
        : {
            title: texts.receiptRefunds,
            rows: refunds.map(({ amount, reason, date }) => ({
              label: fillText(texts.receiptRefund, {
                day: formattedDate(berlinDay(date)),
                reason: texts[`receiptReason_${reason}`],
              }),
              amount: negativePriceOf(amount),
            })),
            paid: { label: texts.receiptPaidInTheEnd, amount: priceTextOf(orderReceipt.paid) },
            vat: paperVatOf(orderReceipt.paidVat),
          },
    closing: [
      fillText(texts.receiptParties, { seller: seller.name }),
      ...(orderReceipt.isSmallInvoice ? [] : [texts.receiptLargeInvoice]),
    ],
    footer: footerText,
    runningHead: fillText(texts.receiptRunningHead, { seller: seller.name }),
    metadata: {
      title: fillText(texts.receiptFileTitle, { number: orderReceipt.number }),
      author: seller.name,
      at: order.createdAt,
    },
  };
};
