import type { Cents, Ms, PaymentOption } from '@mahlzeit/contract';
import { berlinClock } from '@mahlzeit/contract/rules';
import texts from '../../../locales/de.json';
import { fillText } from '../../platform';

/** Confirms an order that was paid (§ 312i BGB): what was ordered where, for when, and what it cost. */
export interface OrderEmail {
  readonly kind: 'orderPlaced';
  readonly to: string;
  /** Said at the counter. */
  readonly number: string;
  readonly place: string;
  /** Street and town; empty where nobody knows them. */
  readonly address: string;
  readonly at: Ms;
  readonly isTakeAway: boolean;
  readonly lines: readonly {
    readonly amount: number;
    readonly name: string;
    /** Of all of them, without their deposit. */ readonly total: Cents;
  }[];
  /**
   * Of all dishes together, said apart from what they cost. Missing in messages of an earlier release, whose lines hold
   * it.
   */
  readonly deposit?: Cents;
  /** What a voucher took off; 0: none. */
  readonly saved: Cents;
  readonly total: Cents;
  readonly vat: readonly { readonly rate: number; readonly vat: Cents }[];
  /** Where its reader finds the order. */
  readonly url: string;
}

/** Tells that an order was paid and came to nothing, so that its money goes back whole. */
export interface PaymentReturnedEmail {
  readonly kind: 'paymentReturned';
  readonly to: string;
  readonly number: string;
  /** null: nobody knows it any more. */
  readonly place: string | null;
  readonly amount: Cents;
}

/** Tells that money of an order went back, why, and when it comes. */
export interface OrderRefundedEmail {
  readonly kind: 'orderRefunded';
  readonly to: string;
  readonly number: string;
  /** Empty: nobody knows it any more. */
  readonly place: string;
  readonly amount: Cents;
  /** In words. */
  readonly reason: string;
  readonly paymentOption: PaymentOption;
  /** Where its reader finds the order. */
  readonly url: string;
}

/** Tells that money which should have gone back by itself comes later, because its provider refuses. */
export interface RefundDelayedEmail extends Pick<OrderRefundedEmail, 'to' | 'number' | 'place' | 'amount' | 'url'> {
  readonly kind: 'refundDelayed';
  /** Who answers questions on it. */
  readonly paymentSupportEmail: string;
}

/** Tells whoever sees to payments of money that doesn't go back by itself. */
export interface RefundGivenUpEmail extends Pick<
  OrderRefundedEmail,
  'to' | 'number' | 'place' | 'amount' | 'paymentOption'
> {
  readonly kind: 'refundGivenUp';
  readonly orderKey: string;
  /** The provider's payment; empty: there is none. */
  readonly payInId: string;
  /** Why, in the provider's words; empty: it gave no reason. */
  readonly code: string;
}

/** Reminds a restaurant of an order that it hasn't accepted. */
export interface OrderUnacceptedEmail extends Pick<
  OrderEmail,
  'to' | 'number' | 'place' | 'at' | 'isTakeAway' | 'lines' | 'deposit' | 'total' | 'url'
> {
  readonly kind: 'orderUnaccepted';
  /** When it is given back. */
  readonly until: Ms;
}

/** An e-mail of an order. */
export type AnyOrderEmail =
  | OrderEmail
  | PaymentReturnedEmail
  | OrderRefundedEmail
  | RefundDelayedEmail
  | RefundGivenUpEmail
  | OrderUnacceptedEmail;

const dayOf = new Intl.DateTimeFormat('de-DE', {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  timeZone: 'Europe/Berlin',
});
const euro = new Intl.NumberFormat('de-DE', { style: 'currency', currency: 'EUR' });

const priceOf = (cents: Cents): string => euro.format(cents / 100);

const dishesOf = ({ lines, deposit = 0 }: Pick<OrderEmail, 'lines' | 'deposit'>): readonly string[] => [
  ...lines.map(({ amount, name, total }) =>
    fillText(texts.mailOrderLine, { amount: String(amount), name, price: priceOf(total) }),
  ),
  ...(deposit === 0 ? [] : [fillText(texts.mailOrderDeposit, { price: priceOf(deposit) })]),
];

/** The parts of the confirmation of an order. */
export const orderParts = ({
  number,
  place,
  address,
  at,
  isTakeAway,
  saved,
  total,
  vat,
  url,
  ...ordered
}: OrderEmail) => {
  const when = fillText(texts.meetupWhen, { day: dayOf.format(at), time: berlinClock(at) });
  const facts = [place, address, when, isTakeAway ? texts.meetupTakeAway : texts.meetupInHouse].filter(
    (line) => line !== '',
  );
  const dishes = dishesOf(ordered);
  const sums = [
    ...(saved === 0 ? [] : [fillText(texts.mailOrderSaved, { price: priceOf(saved) })]),
    fillText(texts.mailOrderTotal, { price: priceOf(total) }),
    ...vat.map(({ rate, vat: amount }) => fillText(texts.mailOrderVat, { rate: String(rate), price: priceOf(amount) })),
  ];
  return {
    subject: fillText(texts.mailOrderSubject, { number, place }),
    before: [fillText(texts.mailOrderBefore, { number }), facts.join('\n'), dishes.join('\n'), sums.join('\n')].join(
      '\n\n',
    ),
    centre: { kind: 'link', href: url, label: texts.mailOrderLook } as const,
    after: fillText(texts.mailOrderAfter, { place }),
  };
};

/** The parts of the message that what was paid for nothing goes back. */
export const paymentReturnedParts = ({ number, place, amount }: PaymentReturnedEmail) => ({
  subject: fillText(texts.mailRefundSubject, { number }),
  before: fillText(place === null ? texts.mailRefundBefore : texts.mailRefundBeforeAt, {
    number,
    place: place ?? '',
    price: priceOf(amount),
  }),
  centre: null,
  after: texts.mailRefundAfter,
});

/** The parts of the message that money of an order went back. */
export const orderRefundedParts = ({ number, place, amount, reason, paymentOption, url }: OrderRefundedEmail) => ({
  subject: fillText(texts.mailRefundedSubject, { price: priceOf(amount), number }),
  before: fillText(place === '' ? texts.mailRefundedBefore : texts.mailRefundedBeforeAt, {
    price: priceOf(amount),
    number,
    place,
    reason,
  }),
  centre: { kind: 'link', href: url, label: texts.mailOrderLook } as const,
  after: texts[`mailRefundedBy_${paymentOption}`],
});

/** The parts of the message that money comes later. */
export const refundDelayedParts = ({ number, place, amount, paymentSupportEmail, url }: RefundDelayedEmail) => ({
  subject: fillText(texts.mailRefundDelayedSubject, { price: priceOf(amount), number }),
  before: fillText(place === '' ? texts.mailRefundDelayedBefore : texts.mailRefundDelayedBeforeAt, {
    price: priceOf(amount),
    number,
    place,
  }),
  centre: { kind: 'link', href: url, label: texts.mailOrderLook } as const,
  after: fillText(texts.mailRefundDelayedAfter, { paymentSupportEmail }),
});

const knownOr = (fact: string): string => (fact === '' ? texts.mailRefundGivenUpUnknown : fact);

/** The parts of the message to whoever sees to payments. */
export const refundGivenUpParts = ({
  number,
  place,
  amount,
  paymentOption,
  orderKey,
  payInId,
  code,
}: RefundGivenUpEmail) => ({
  subject: fillText(texts.mailRefundGivenUpSubject, { price: priceOf(amount), number }),
  before: [
    fillText(place === '' ? texts.mailRefundGivenUpBefore : texts.mailRefundGivenUpBeforeAt, {
      price: priceOf(amount),
      number,
      place,
    }),
    fillText(texts.mailRefundGivenUpFacts, {
      provider: texts[`paymentOption_${paymentOption}`],
      code: knownOr(code),
      orderKey,
      payInId: knownOr(payInId),
    }),
  ].join('\n\n'),
  centre: null,
  after: texts.mailRefundGivenUpAfter,
  footer: texts.mailRefundGivenUpFooter,
});

/** The parts of a restaurant's reminder. */
export const orderUnacceptedParts = ({
  number,
  place,
  at,
  isTakeAway,
  total,
  until,
  url,
  ...ordered
}: OrderUnacceptedEmail) => ({
  subject: fillText(texts.mailUnacceptedSubject, { number, time: berlinClock(at) }),
  before: [
    fillText(texts.mailUnacceptedBefore, { number, place, time: berlinClock(at) }),
    [
      isTakeAway ? texts.mailUnacceptedTakeAway : texts.mailUnacceptedInHouse,
      ...dishesOf(ordered),
      fillText(texts.mailOrderTotal, { price: priceOf(total) }),
    ].join('\n'),
  ].join('\n\n'),
  centre: { kind: 'link', href: url, label: texts.mailUnacceptedOpen } as const,
  after: fillText(texts.mailUnacceptedAfter, { time: berlinClock(until) }),
  farewell: texts.mailPartnerFarewell,
  footer: texts.mailPartnerFooter,
});
