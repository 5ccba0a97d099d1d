import type { Order } from '@mahlzeit/contract';
import type { AttemptState } from '../repositories/attempt-repository';

/**
 * Events of a payment.
 * - `succeeded`, `pending`, `failed`: the status that the provider has returned.
 * - `refused`: the provider has refused the request and done nothing, or the gateway gives the payment up.
 * - `unreachable`: the provider has returned no usable response, so the status is unknown.
 * - `notApproved`: the provider has refused to capture, because the diner hasn't approved the payment.
 * - `captureBegun`: the gateway is about to capture the payment.
 * - `abandoned`: the diner has left the payment, replaced it by a new order, or missed the meal.
 */
export type PaymentEventType =
  'succeeded' | 'pending' | 'failed' | 'refused' | 'unreachable' | 'notApproved' | 'captureBegun' | 'abandoned';

/** One row of the table of payment states: an event, the states that it changes, and the effects. */
export interface PaymentTransition {
  readonly event: PaymentEventType;
  readonly from: readonly AttemptState[];
  /** Condition under which the row of the table applies: whether the order can use the payment's money. */
  readonly guard?: 'moneyIsUsable' | 'moneyIsUnusable';
  readonly to: AttemptState;
  /** New payment status of the order; absent if the order keeps its status. */
  readonly order?: Order['paymentStatus'];
  /**
   * Time at which reconciliation reads the payment at the provider next: `afterCapture` after half a minute, `nextTurn`
   * at the time that `nextCheckTime` computes, `onceLater` once after half an hour, or `never`.
   */
  readonly asks: 'afterCapture' | 'nextTurn' | 'onceLater' | 'never';
  /** Values of the event that are stored with the payment attempt. */
  readonly stores: readonly ('providerId' | 'refundableId' | 'redirectUrl' | 'reason')[];
  readonly effects: readonly (
    'confirmOrder' | 'replaceOthers' | 'returnDiscounts' | 'tellNotCharged' | 'refund' | 'refundUnlessRefunded'
  )[];
}

/** States of a payment that aren't final. */
export const OPEN_STATES: readonly AttemptState[] = ['REQUESTED', 'PENDING', 'CAPTURING', 'UNKNOWN'];

/**
 * States of a payment in which the gateway hasn't requested the money yet. No money was taken, because only the gateway
 * captures these payments.
 */
export const UNCAPTURED_STATES: readonly AttemptState[] = ['REQUESTED', 'PENDING', 'UNKNOWN'];

/**
 * Table of payment states: the state and the effects that each event leads to. The first row that matches the state and
 * the guard applies; an event without a matching row changes nothing.
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
    effects: ['confirmOrder', 'replaceOthers'],
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
  // Money arrives for a payment that was given up: its diner has seen a failure, so the money is refunded, even if the
  // order could use it.
  {
    event: 'succeeded',
    from: ['FAILED'],
    to: 'FAILED',
    asks: 'never',
    stores: ['providerId', 'refundableId'],
    effects: ['refundUnlessRefunded'],
  },
  // The provider has begun the payment, so the order is placed. Only now the order replaces the payments that its diner
  // has left open before.
  {
    event: 'pending',
    from: ['REQUESTED', 'UNKNOWN'],
    to: 'PENDING',
    order: 'CREATED',
    asks: 'nextTurn',
    stores: ['providerId', 'redirectUrl'],
    effects: ['replaceOthers'],
  },
  {
    event: 'pending',
    from: ['PENDING'],
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
  // The payment is given up, but the provider hasn't confirmed that it took no money, so reconciliation reads it once
  // more.
  {
    event: 'refused',
    from: OPEN_STATES,
    to: 'FAILED',
    order: 'FAILED',
    asks: 'onceLater',
    stores: ['reason'],
    effects: ['returnDiscounts', 'tellNotCharged'],
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
    from: UNCAPTURED_STATES,
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
  // Until the provider responds, the status of the payment is unknown: the diner must not see that no money was taken.
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
    effects: ['returnDiscounts', 'tellNotCharged'],
  },
];

/** Returns the rows of the table for an event whose guard is fulfilled, in the order in which they are tried. */
export const transitionsOf = (event: PaymentEventType, isMoneyUsable: boolean): readonly PaymentTransition[] =>
  paymentTransitions.filter(
    (transition) =>
      transition.event === event &&
      (transition.guard === undefined || (transition.guard === 'moneyIsUsable') === isMoneyUsable),
  );
