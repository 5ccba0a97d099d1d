import type { Order } from '@mahlzeit/contract';
import type { AttemptState } from '../repositories/attempt-repository';

/**
 * Events of a payment.
 *
 * - `succeeded`, `pending`, `failed`: the provider's word on the payment.
 * - `refused`: the provider did nothing of what it was asked, or the gateway gives the payment up.
 * - `unreachable`: the provider gave no proper answer, so that nobody knows.
 * - `notApproved`: the provider refused to capture, because the diner hasn't approved the payment.
 * - `captureBegun`: the gateway is about to capture the payment.
 * - `abandoned`: the diner has left the payment, replaced it, or missed its meal.
 */
export type PaymentEventType =
  'succeeded' | 'pending' | 'failed' | 'refused' | 'unreachable' | 'notApproved' | 'captureBegun' | 'abandoned';

/** One row of the table: an event, the states that it changes, and the consequences. */
export interface PaymentTransition {
  readonly event: PaymentEventType;
  readonly from: readonly AttemptState[];
  /** Condition of the row: whether the order can use the money. */
  readonly guard?: 'moneyIsUsable' | 'moneyIsUnusable';
  readonly to: AttemptState;
  /** Payment status that the order gets; absent: it keeps its own. */
  readonly order?: Order['paymentStatus'];
  /**
   * When reconciliation asks the provider: after half a minute, at the next turn (`nextCheck`), once after half an
   * hour, or never.
   */
  readonly asks: 'afterCapture' | 'nextTurn' | 'onceLater' | 'never';
  /** Facts of the event that the attempt keeps. */
  readonly stores: readonly ('providerId' | 'refundableId' | 'redirectUrl' | 'reason')[];
  readonly effects: readonly ('confirmOrder' | 'returnDiscounts' | 'refund' | 'refundUnlessRefunded')[];
}

/** States from which a payment can still go on. */
export const OPEN_STATES: readonly AttemptState[] = ['REQUESTED', 'PENDING', 'CAPTURING', 'UNKNOWN'];

/** States in which the gateway hasn't asked for the money: nobody else captures. */
export const UNCAPTURED_STATES: readonly AttemptState[] = ['PENDING', 'UNKNOWN'];

const NOT_CAPTURING: readonly AttemptState[] = ['REQUESTED', 'PENDING', 'UNKNOWN'];

/**
 * States of a payment and what each event makes of them. The first row whose states and guard match counts; an event
 * without such a row changes nothing.
 */
export const paymentTransitions: readonly PaymentTransition[] = [
  {
    event: 'succeeded',
    from: OPEN_STATES,
    guard: 'moneyIsUsable',
    to: 'SUCCEEDED',
    order: 'SUCCEEDED',
    asks: 'never',
    stores: ['providerId', 'refundableId', 'reason'],
    effects: ['confirmOrder'],
  },
  {
    event: 'succeeded',
    from: OPEN_STATES,
    guard: 'moneyIsUnusable',
    to: 'FAILED',
    order: 'FAILED',
    asks: 'never',
    stores: ['providerId', 'refundableId', 'reason'],
    effects: ['returnDiscounts', 'refund'],
  },
  // The payment was given up, and its diner was told so: nobody may be left out of pocket, usable money or not.
  {
    event: 'succeeded',
    from: ['FAILED'],
    to: 'FAILED',
    asks: 'never',
    stores: ['providerId', 'refundableId'],
    effects: ['refundUnlessRefunded'],
  },
  {
    event: 'pending',
    from: NOT_CAPTURING,
    to: 'PENDING',
    order: 'CREATED',
    asks: 'nextTurn',
    stores: ['providerId', 'redirectUrl'],
    effects: [],
  },
  { event: 'pending', from: ['CAPTURING'], to: 'CAPTURING', asks: 'nextTurn', stores: [], effects: [] },
  {
    event: 'failed',
    from: OPEN_STATES,
    to: 'FAILED',
    order: 'FAILED',
    asks: 'never',
    stores: ['providerId', 'reason'],
    effects: ['returnDiscounts'],
  },
  // The provider hasn't said that no money was taken: it is asked once more.
  {
    event: 'refused',
    from: OPEN_STATES,
    to: 'FAILED',
    order: 'FAILED',
    asks: 'onceLater',
    stores: ['reason'],
    effects: ['returnDiscounts'],
  },
  {
    event: 'unreachable',
    from: ['CAPTURING'],
    to: 'CAPTURING',
    order: 'UNKNOWN',
    asks: 'nextTurn',
    stores: [],
    effects: [],
  },
  {
    event: 'unreachable',
    from: NOT_CAPTURING,
    to: 'UNKNOWN',
    order: 'UNKNOWN',
    asks: 'nextTurn',
    stores: [],
    effects: [],
  },
  {
    event: 'notApproved',
    from: ['CAPTURING', 'UNKNOWN'],
    to: 'PENDING',
    order: 'CREATED',
    asks: 'nextTurn',
    stores: [],
    effects: [],
  },
  // Until the provider has answered nobody knows: the diner must not be told that no money was taken.
  {
    event: 'captureBegun',
    from: ['PENDING', 'UNKNOWN', 'CAPTURING'],
    to: 'CAPTURING',
    order: 'UNKNOWN',
    asks: 'afterCapture',
    stores: [],
    effects: [],
  },
  {
    event: 'abandoned',
    from: UNCAPTURED_STATES,
    to: 'FAILED',
    order: 'FAILED',
    asks: 'onceLater',
    stores: ['reason'],
    effects: ['returnDiscounts'],
  },
];

/** Returns the rows of an event whose guard holds, in the order in which they are tried. */
export const transitionsOf = (event: PaymentEventType, isMoneyUsable: boolean): readonly PaymentTransition[] =>
  paymentTransitions.filter(
    (row) => row.event === event && (row.guard === undefined || (row.guard === 'moneyIsUsable') === isMoneyUsable),
  );
