import type { OrderForm } from '@mahlzeit/contract';
import type { ApiError } from '@mahlzeit/shared-ui/platform';
import type { Transition } from '../../state-machine';
import type { PaymentStep } from './payment-rules';

/** States of the payment of one cart in one page. */
export const PAYMENT_STATES = [
  /** No payment is in progress. */
  'none',
  /** The order button was pressed; the page waits for the cart's lock, which all tabs share. */
  'queued',
  /** The order is being sent for the first time. */
  'placing',
  /** The page continues an open payment; another tab may be sending the order at this moment. */
  'joining',
  /** The status of the payment is being requested. */
  'requestingStatus',
  /**
   * The order is being sent again with the same idempotency key, because the response names the page for the approval.
   */
  'repeating',
  /** The payment is undecided; a pause passes before the next status request. */
  'polling',
  /** The status is being requested after the pause of `polling`. */
  'polled',
  /** The bank's page is open in an iframe. */
  'bank',
  /** The bank's page has reported its end; a short pause passes before the status request. */
  'returning',
  /** The status is being requested after the pause of `returning`. */
  'returned',
  /** The diner has closed the bank's iframe; the status is being requested. */
  'cancelling',
  /** The browser is navigating to the provider's page. */
  'leaving',
  /** The diner has returned from the payment provider's page without an approval. */
  'unapproved',
  /** The gateway is being asked to cancel the payment. */
  'abandoning',
  /** The payment was cancelled; the cart's vouchers are being loaded again. */
  'releasing',
  /** The payment was refused; the cart's vouchers are being loaded again. */
  'refusing',
  /** The page shows why the payment was refused. */
  'refused',
  /** The payment has succeeded; its order is being loaded. */
  'confirming',
  /** The status of the payment is unknown; a pause passes before the next status request. */
  'unclear',
  /** The status is being requested after the pause of `unclear`; the diner sees no change. */
  'asking',
  /** The diner has pressed the button that requests the status. */
  'checking',
  /** The order is being sent again; the diner still sees that the status is unclear. */
  'askingOrder',
] as const;

export type PaymentState = (typeof PAYMENT_STATES)[number];

/** Events of a payment in one page. */
export type PaymentEvent =
  // Events that the diner's presses cause, or the page itself.
  | { readonly type: 'pay'; readonly form: OrderForm }
  | { readonly type: 'resume' | 'check' | 'bankReturned' | 'bankLeft' | 'goOn' | 'giveUp' | 'dismiss' }
  /**
   * `unseen`: no component shows the payment any more. `overdue`: a component shows the payment again, after a pause
   * was ended early.
   */
  | { readonly type: 'unseen' | 'overdue' }
  // Events that come from other tabs, from the live list of orders, and from the session.
  /**
   * `locked`: this page holds the cart's lock. `joined`: the other tab has received its response. `emptied`: another
   * tab has removed the cart, because it is paid. `gone`: the cart no longer stores the payment.
   */
  | { readonly type: 'locked' | 'joined' | 'emptied' | 'gone' }
  // Events that responses of the gateway cause.
  | { readonly type: 'paid' | 'open' | 'unknown' }
  | { readonly type: 'refused'; readonly failure: ApiError }
  | { readonly type: 'bank'; readonly url: string }
  | { readonly type: 'approve'; readonly url: string | null }
  /** The payment has succeeded, and the key of its order is known. */
  | { readonly type: 'ordered'; readonly orderKey: string }
  /** `abandoned`: the gateway has cancelled the payment. `released`: the cart's vouchers can be used again. */
  | { readonly type: 'abandoned' | 'released' }
  /** The pause before the next request for the payment's status has ended. */
  | { readonly type: 'due' };

/** Names of states, events, guards, steps, effects and activities in the transition table below. */
export interface PaymentMachineNames {
  readonly state: PaymentState;
  readonly event: PaymentEvent['type'];
  readonly guard:
    | 'cartIsOwn'
    | 'cartHasPayment'
    | 'cartCannotBeOrdered'
    | 'paymentIsLeftOpen'
    | 'hasUrl'
    | 'hasBankUrl'
    | 'hasApprovalUrl'
    | 'bankUrlIsUnknown'
    | 'hasPollsLeft'
    | 'isNotChecking';
  readonly step: PaymentStep['kind'] | 'unclear, checking';
  readonly effect:
    | 'noteForm'
    | 'noteBankUrl'
    | 'forgetBankUrl'
    | 'noteApprovalUrl'
    | 'noteFailure'
    | 'storePayment'
    | 'openStoredPayment'
    | 'followNews'
    | 'startPolls'
    | 'startQuietChecks'
    | 'showOrder'
    | 'stopNews'
    | 'emptyCart'
    | 'releaseCart'
    | 'close';
  readonly activity:
    | 'requestLock'
    | 'awaitOtherTab'
    | 'placeOrder'
    | 'repeatOrder'
    | 'requestStatus'
    | 'loadPaidOrder'
    | 'confirmOrder'
    | 'leavePage'
    | 'abandonOrder'
    | 'reloadVouchers'
    | 'pauseAfterBank'
    | 'pausePoll'
    | 'pauseQuietly';
}

type PaymentTransition = Transition<PaymentMachineNames>;

/** States whose next step depends on a response of the gateway. */
const REQUEST_STATES: readonly PaymentState[] = ['requestingStatus', 'repeating', 'polled', 'returned'];

/** States with a request whose response changes the visible step only if it tells the diner something new. */
const QUIET_REQUEST_STATES: readonly PaymentState[] = ['asking', 'checking', 'askingOrder', 'cancelling'];

/** States in which the page tells the diner that the status of the payment is unclear. */
const UNCLEAR_STATES: readonly PaymentState[] = ['unclear', 'asking', 'askingOrder'];

const TO_UNCLEAR_TRANSITION = { to: 'unclear', shows: 'unclear', awaits: 'pauseQuietly' } as const;
const TO_LEAVING_TRANSITION = { to: 'leaving', shows: 'leaving', awaits: 'leavePage' } as const;
const TO_JOINING_TRANSITION = {
  to: 'joining',
  effects: ['openStoredPayment', 'followNews'],
  shows: 'waiting',
  awaits: 'awaitOtherTab',
} as const;
const TO_RELEASED_TRANSITION = { to: 'none', effects: ['stopNews', 'releaseCart', 'close'], shows: 'none' } as const;
const TO_NONE_TRANSITION = { to: 'none', effects: ['close'], shows: 'none' } as const;

/** Transition table of a payment: for each event and state, the next state and what happens. */
export const paymentTransitions: readonly PaymentTransition[] = [
  // If the order button is pressed in several tabs at once, one tab sends the order, and the other tabs continue its
  // payment.
  {
    event: 'pay',
    from: ['none', 'refused'],
    guard: 'cartIsOwn',
    to: 'queued',
    effects: ['noteForm', 'followNews'],
    shows: 'waiting',
    awaits: 'requestLock',
  },
  { event: 'locked', from: ['queued'], guard: 'cartHasPayment', ...TO_JOINING_TRANSITION },
  { event: 'locked', from: ['queued'], guard: 'cartCannotBeOrdered', ...TO_NONE_TRANSITION },
  { event: 'locked', from: ['queued'], to: 'placing', effects: ['storePayment', 'followNews'], awaits: 'placeOrder' },
  { event: 'resume', from: ['none', 'refused', 'queued'], guard: 'paymentIsLeftOpen', ...TO_JOINING_TRANSITION },
  { event: 'joined', from: ['joining'], to: 'requestingStatus', awaits: 'requestStatus' },

  // After a payment that succeeds at once, the order is loaded by the payment's id (S2§4). In all other cases the
  // gateway updates the order's status first.
  { event: 'paid', from: ['placing'], to: 'confirming', awaits: 'loadPaidOrder' },
  { event: 'paid', from: [...REQUEST_STATES, ...QUIET_REQUEST_STATES], to: 'confirming', awaits: 'confirmOrder' },
  {
    event: 'ordered',
    from: ['confirming', 'abandoning'],
    to: 'none',
    effects: ['showOrder', 'stopNews', 'emptyCart', 'close'],
    shows: 'none',
  },

  // The cart becomes as it was before the order, with its voucher, and is compared with the menu again (C06). Watching
  // for changes stops before, because the page would take its own change for one of another tab.
  {
    event: 'refused',
    from: ['placing', ...REQUEST_STATES, ...QUIET_REQUEST_STATES, 'abandoning'],
    to: 'refusing',
    effects: ['noteFailure'],
    awaits: 'reloadVouchers',
  },
  // A refused payment doesn't affect a cart that another tab has removed or paid anew.
  {
    event: 'released',
    from: ['refusing'],
    guard: 'cartCannotBeOrdered',
    ...TO_RELEASED_TRANSITION,
  },
  {
    event: 'released',
    from: ['refusing'],
    to: 'refused',
    effects: ['stopNews', 'releaseCart', 'close'],
    shows: 'refused',
  },
  { event: 'released', from: ['releasing'], ...TO_RELEASED_TRANSITION },
  { event: 'dismiss', from: ['refused'], ...TO_NONE_TRANSITION },
  // The refusal is cleared when no component shows it any more: a diner who returns sees the cart, whose content may
  // have changed by then.
  { event: 'unseen', from: ['refused'], ...TO_NONE_TRANSITION },

  // Transitions while the diner approves the payment in the bank's iframe.
  { event: 'bank', from: ['placing', ...REQUEST_STATES], to: 'bank', effects: ['noteBankUrl'], shows: 'bank' },
  { event: 'bankReturned', from: ['bank', 'returning'], to: 'returning', awaits: 'pauseAfterBank' },
  { event: 'due', from: ['returning'], to: 'returned', shows: 'waiting', awaits: 'requestStatus' },
  { event: 'bankLeft', from: ['bank', 'returning'], to: 'cancelling', shows: 'waiting', awaits: 'requestStatus' },
  { event: 'bank', from: QUIET_REQUEST_STATES, effects: ['noteBankUrl'], ...TO_UNCLEAR_TRANSITION },
  { event: 'goOn', from: [...UNCLEAR_STATES, 'checking'], guard: 'hasBankUrl', to: 'bank', shows: 'bank' },

  // The diner leaves the bank's page to pay with another card or PayPal. The gateway cancels the payment first; money
  // that arrives nevertheless is refunded.
  {
    event: 'giveUp',
    from: [...UNCLEAR_STATES, 'checking'],
    guard: 'hasBankUrl',
    to: 'abandoning',
    shows: 'waiting',
    awaits: 'abandonOrder',
  },

  // Transitions while the diner approves the payment on the provider's page.
  { event: 'approve', from: ['placing'], guard: 'hasUrl', effects: ['noteApprovalUrl'], ...TO_LEAVING_TRANSITION },
  {
    event: 'approve',
    from: ['placing', ...REQUEST_STATES, ...QUIET_REQUEST_STATES],
    to: 'unapproved',
    effects: ['noteApprovalUrl'],
    shows: 'unapproved',
  },
  { event: 'due', from: ['leaving'], to: 'unapproved', shows: 'unapproved' },
  { event: 'goOn', from: ['unapproved'], guard: 'hasApprovalUrl', ...TO_LEAVING_TRANSITION },
  // The gateway must cancel the payment first. Until then the payment may still be charged, and its voucher counts as
  // used.
  { event: 'dismiss', from: ['unapproved'], to: 'abandoning', shows: 'waiting', awaits: 'abandonOrder' },
  { event: 'abandoned', from: ['abandoning'], to: 'releasing', awaits: 'reloadVouchers' },

  // An undecided payment counts neither as paid nor as failed (C15).
  { event: 'open', from: ['requestingStatus'], to: 'repeating', awaits: 'repeatOrder' },
  {
    event: 'open',
    from: ['placing', 'repeating', 'returned'],
    to: 'polling',
    effects: ['startPolls'],
    shows: 'waiting',
    awaits: 'pausePoll',
  },
  { event: 'due', from: ['polling'], to: 'polled', awaits: 'requestStatus' },
  { event: 'open', from: ['polled'], guard: 'hasPollsLeft', to: 'polling', awaits: 'pausePoll' },
  { event: 'unknown', from: ['polled'], guard: 'hasPollsLeft', to: 'polling', awaits: 'pausePoll' },
  { event: 'open', from: ['polled'], effects: ['forgetBankUrl'], ...TO_UNCLEAR_TRANSITION },

  // While the status is unknown, the visible step changes only if a response tells something new.
  {
    event: 'unknown',
    from: ['placing', ...REQUEST_STATES, 'confirming', 'abandoning', 'refusing', 'releasing'],
    effects: ['forgetBankUrl'],
    ...TO_UNCLEAR_TRANSITION,
  },
  { event: 'due', from: ['unclear'], to: 'asking', awaits: 'requestStatus' },
  {
    event: 'check',
    from: UNCLEAR_STATES,
    guard: 'isNotChecking',
    to: 'checking',
    effects: ['startQuietChecks'],
    shows: 'unclear, checking',
    awaits: 'requestStatus',
  },
  // The order is sent again with the same idempotency key, because the response names the page on which the diner
  // approves the payment.
  { event: 'open', from: ['asking', 'checking'], guard: 'bankUrlIsUnknown', to: 'askingOrder', awaits: 'repeatOrder' },
  { event: 'open', from: QUIET_REQUEST_STATES, ...TO_UNCLEAR_TRANSITION },
  { event: 'unknown', from: QUIET_REQUEST_STATES, ...TO_UNCLEAR_TRANSITION },

  // A pause ended early, because no component showed the payment; its request is now sent.
  { event: 'overdue', from: [...UNCLEAR_STATES, 'checking'], to: 'asking', awaits: 'requestStatus' },
  {
    event: 'overdue',
    from: PAYMENT_STATES.filter(
      (state) => ![...UNCLEAR_STATES, 'checking', 'none', 'refused', 'queued'].includes(state),
    ),
    ...TO_JOINING_TRANSITION,
  },

  // The gateway is asked whether another tab has paid the order. This isn't needed in states whose own request is about
  // to tell it, or without an open payment.
  {
    event: 'emptied',
    from: PAYMENT_STATES.filter(
      (state) => !['none', 'queued', 'confirming', 'abandoning', 'releasing', 'refusing', 'refused'].includes(state),
    ),
    to: 'requestingStatus',
    shows: 'waiting',
    awaits: 'requestStatus',
  },
  // Events from other tabs, the live orders and the session can end the payment in every state.
  { event: 'gone', from: PAYMENT_STATES, ...TO_NONE_TRANSITION },
  {
    event: 'ordered',
    from: PAYMENT_STATES.filter((state) => state !== 'confirming' && state !== 'abandoning'),
    to: 'none',
    effects: ['showOrder', 'stopNews', 'emptyCart', 'close'],
    shows: 'none',
  },
];
