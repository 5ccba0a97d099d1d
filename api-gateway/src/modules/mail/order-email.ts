import type { Cents, Ms, PaymentOption } from '@mahlzeit/contract';
import { berlinClock } from '@mahlzeit/contract/rules';
import type { PaidOrderState } from '@mahlzeit/contract/rules';
import texts from '../../../locales/de.json';
import { fillText } from '../../platform';

/** E-mail that confirms a paid order (§ 312i BGB): dishes, restaurant, time and price. */
export interface OrderEmail {
  readonly kind: 'orderPlaced';
  readonly to: string;
  /** Order number that the diner says in the restaurant. */
  readonly number: string;
  readonly place: string;
  /** Street and town of the restaurant; empty if they are unknown. */
  readonly address: string;
  readonly at: Ms;
  readonly isTakeAway: boolean;
  readonly lines: readonly {
    readonly amount: number;
    readonly name: string;
    /** Price of all pieces of this dish, without deposit. */ readonly total: Cents;
  }[];
  /**
   * Deposit of all dishes, which is not part of the dishes' prices. Absent in e-mails that an earlier release has put
   * into the outbox; their prices contain the deposit.
   */
  readonly deposit?: Cents;
  /** Amount that a voucher saves; 0 without a voucher. */
  readonly saved: Cents;
  readonly total: Cents;
  readonly vat: readonly { readonly rate: number; readonly vat: Cents }[];
  /** Whether the order was placed for a meetup and doesn't belong to it any more. Absent for false. */
  readonly hasLostMeetup?: boolean;
  /** URL of the page that shows the order. */
  readonly url: string;
}

/** E-mail to a diner whose order has failed: the payment is refunded in full. */
export interface PaymentReturnedEmail {
  readonly kind: 'paymentReturned';
  readonly to: string;
  readonly number: string;
  /** Name of the restaurant of the failed order; null if it is unknown. */
  readonly place: string | null;
  readonly amount: Cents;
  /**
   * Reason of the failure, as a sentence for the diner. Absent in e-mails that an earlier release has put into the
   * outbox, or without a reason.
   */
  readonly reason?: string;
}

/** E-mail that informs a diner about a refund, with its reason and the time until the money arrives. */
export interface OrderRefundedEmail {
  readonly kind: 'orderRefunded';
  readonly to: string;
  readonly number: string;
  /** Name of the restaurant; empty if it is unknown. */
  readonly place: string;
  readonly amount: Cents;
  /** Reason for the refund, as a text for the diner. */
  readonly reason: string;
  /** State of the order after the refund; null if the e-mail says nothing about it, because the meal is over. */
  readonly standing: PaidOrderState | null;
  readonly paymentOption: PaymentOption;
  /** URL of the page that shows the order. */
  readonly url: string;
}

/** E-mail that tells a diner that an automatic refund is delayed, because the payment provider refuses it. */
export interface RefundDelayedEmail extends Pick<OrderRefundedEmail, 'to' | 'number' | 'place' | 'amount' | 'url'> {
  readonly kind: 'refundDelayed';
  /** E-mail address to which the reader can send questions. */
  readonly paymentSupportEmail: string;
}

/** E-mail that informs the support that the gateway has given up an automatic refund. */
export interface RefundGivenUpEmail extends Pick<
  OrderRefundedEmail,
  'to' | 'number' | 'place' | 'amount' | 'paymentOption'
> {
  readonly kind: 'refundGivenUp';
  readonly orderKey: string;
  /** Key of the payment at its provider; empty if the provider has none. */
  readonly payInId: string;
  /** Error code with which the provider refused the refund; empty without a code. */
  readonly code: string;
}

/** E-mail that reminds a restaurant of an order that it hasn't accepted yet. */
export interface OrderUnacceptedEmail extends Pick<
  OrderEmail,
  'to' | 'number' | 'place' | 'at' | 'isTakeAway' | 'lines' | 'deposit' | 'total' | 'url'
> {
  readonly kind: 'orderUnaccepted';
  /** Time at which the gateway refunds the order unless the restaurant accepts it. */
  readonly until: Ms;
}

/** E-mail that informs a restaurant about a paid order, with the wishes of its diner. */
export interface OrderNewsEmail extends Pick<
  OrderEmail,
  'to' | 'number' | 'place' | 'at' | 'isTakeAway' | 'deposit' | 'total' | 'url'
> {
  readonly kind: 'orderNews';
  readonly lines: readonly (OrderEmail['lines'][number] & {
    /** Wish to the kitchen; empty without one. */ readonly wish: string;
  })[];
  /** Whether the restaurant was already informed about this order and hasn't reacted. */
  readonly isRepeat: boolean;
  /** Time at which the gateway refunds the order unless the restaurant accepts it. */
  readonly until: Ms;
}

/** E-mails about orders: to diners, to restaurants and to the support. */
export type AnyOrderEmail =
  | OrderEmail
  | PaymentReturnedEmail
  | OrderRefundedEmail
  | RefundDelayedEmail
  | RefundGivenUpEmail
  | OrderUnacceptedEmail
  | OrderNewsEmail;

const orderDayFormat = new Intl.DateTimeFormat('de-DE', {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  timeZone: 'Europe/Berlin',
});
const euroFormat = new Intl.NumberFormat('de-DE', { style: 'currency', currency: 'EUR' });

const priceOf = (cents: Cents): string => euroFormat.format(cents / 100);

const dishLinesOf = ({ lines, deposit = 0 }: Pick<OrderEmail, 'lines' | 'deposit'>): readonly string[] => [
  ...lines.map(({ amount, name, total }) =>
    fillText(texts.mailOrderLine, { amount: String(amount), name, price: priceOf(total) }),
  ),
  ...(deposit === 0 ? [] : [fillText(texts.mailOrderDeposit, { price: priceOf(deposit) })]),
];

/** Returns the parts of an e-mail that confirms an order. */
export const orderEmailParts = ({
  number,
  place,
  address,
  at,
  isTakeAway,
  saved,
  total,
  vat,
  hasLostMeetup = false,
  url,
  ...ordered
}: OrderEmail) => {
  const whenText = fillText(texts.meetupWhen, { day: orderDayFormat.format(at), time: berlinClock(at) });
  const orderFacts = [place, address, whenText, isTakeAway ? texts.meetupTakeAway : texts.meetupInHouse].filter(
    (factText) => factText !== '',
  );
  const dishLines = dishLinesOf(ordered);
  const totalLines = [
    ...(saved === 0 ? [] : [fillText(texts.mailOrderSaved, { price: priceOf(saved) })]),
    fillText(texts.mailOrderTotal, { price: priceOf(total) }),
    ...vat.map(({ rate, vat: amount }) => fillText(texts.mailOrderVat, { rate: String(rate), price: priceOf(amount) })),
  ];
  return {
    subject: fillText(texts.mailOrderSubject, { number, place }),
    before: [
      fillText(texts.mailOrderBefore, { number }),
      ...(hasLostMeetup ? [texts.mailOrderMeetupLost] : []),
      orderFacts.join('\n'),
      dishLines.join('\n'),
      totalLines.join('\n'),
    ].join('\n\n'),
    centre: { kind: 'link', href: url, label: texts.mailOrderLook } as const,
    after: fillText(texts.mailOrderAfter, { place }),
  };
};

/** Returns the parts of the e-mail about a failed order whose payment is refunded. */
export const paymentReturnedParts = ({ number, place, amount, reason = '' }: PaymentReturnedEmail) => ({
  subject: fillText(texts.mailRefundSubject, { number }),
  before: [
    fillText(place === null ? texts.mailRefundBefore : texts.mailRefundBeforeAt, {
      number,
      place: place ?? '',
      price: priceOf(amount),
    }),
    ...(reason === '' ? [] : [reason]),
  ].join('\n\n'),
  centre: null,
  after: texts.mailRefundAfter,
});

/**
 * Returns the sentence for mails and notifications that says what is left of an order after a refund; empty if there is
 * nothing to say.
 */
export const restOfOrderText = (paidState: PaidOrderState | null): string => {
  switch (paidState) {
    case 'partlyConfirmed':
      return texts.refundRestComes;
    case 'partlyPending':
      return texts.refundRestPending;
    case 'canceledByRestaurant':
    case 'canceledCompletely':
      return texts.refundNothingLeft;
    case 'refundPending':
    case 'confirmed':
    case 'pending':
    case null:
      return '';
  }
};

/** Returns the parts of an e-mail about a refund. */
export const orderRefundedParts = ({
  number,
  place,
  amount,
  reason,
  standing,
  paymentOption,
  url,
}: OrderRefundedEmail) => ({
  subject: fillText(texts.mailRefundedSubject, { price: priceOf(amount), number }),
  before: [
    fillText(place === '' ? texts.mailRefundedBefore : texts.mailRefundedBeforeAt, {
      price: priceOf(amount),
      number,
      place,
      reason,
    }),
    restOfOrderText(standing),
  ]
    .filter((sentence) => sentence !== '')
    .join('\n\n'),
  centre: { kind: 'link', href: url, label: texts.mailOrderLook } as const,
  after: texts[`mailRefundedBy_${paymentOption}`],
});

/** Returns the parts of an e-mail about a delayed refund. */
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

const orUnknownText = (refundFact: string): string => (refundFact === '' ? texts.mailRefundGivenUpUnknown : refundFact);

/** Returns the parts of the e-mail that informs the support about a refund that failed for good. */
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
      code: orUnknownText(code),
      orderKey,
      payInId: orUnknownText(payInId),
    }),
  ].join('\n\n'),
  centre: null,
  after: texts.mailRefundGivenUpAfter,
  footer: texts.mailRefundGivenUpFooter,
});

/** Returns the parts of an e-mail that asks a restaurant to accept an order until an instant. */
const partsThatAskToAccept = (url: string, until: number) => ({
  centre: { kind: 'link', href: url, label: texts.mailUnacceptedOpen } as const,
  after: fillText(texts.mailUnacceptedAfter, { time: berlinClock(until) }),
  farewell: texts.mailPartnerFarewell,
  footer: texts.mailPartnerFooter,
});

/** Returns the parts of the e-mail that reminds a restaurant of an order that it hasn't accepted. */
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
      ...dishLinesOf(ordered),
      fillText(texts.mailOrderTotal, { price: priceOf(total) }),
    ].join('\n'),
  ].join('\n\n'),
  ...partsThatAskToAccept(url, until),
});

const lineWithWish = (line: OrderNewsEmail['lines'][number]): readonly string[] => [
  ...dishLinesOf({ lines: [line] }),
  ...(line.wish === '' ? [] : [fillText(texts.mailOrderNewsWish, { wish: line.wish })]),
];

/** Returns the parts of the e-mail that informs a restaurant about a new order. */
export const orderNewsParts = ({
  number,
  place,
  at,
  isTakeAway,
  lines,
  deposit = 0,
  total,
  isRepeat,
  until,
  url,
}: OrderNewsEmail) => ({
  subject: fillText(isRepeat ? texts.mailOrderNewsAgainSubject : texts.mailOrderNewsSubject, {
    number,
    time: berlinClock(at),
  }),
  before: [
    fillText(isRepeat ? texts.mailUnacceptedBefore : texts.mailOrderNewsBefore, {
      number,
      place,
      time: berlinClock(at),
    }),
    [
      isTakeAway ? texts.mailUnacceptedTakeAway : texts.mailUnacceptedInHouse,
      ...lines.flatMap(lineWithWish),
      ...dishLinesOf({ lines: [], deposit }),
      fillText(texts.mailOrderTotal, { price: priceOf(total) }),
    ].join('\n'),
  ].join('\n\n'),
  ...partsThatAskToAccept(url, until),
});
