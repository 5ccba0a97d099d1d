import type { OrderForm } from '@mahlzeit/contract';
import type { ApiError } from '@mahlzeit/shared-ui/platform';
import type { Transition } from '../../state-machine';
import type { PaymentStep } from './payment-rules';

/** States of the payment of one cart in one page. */
export const PAYMENT_STATES = [
  /** Nothing is being paid. */
  'none',
  /** The button was pressed; the page waits for the cart's lock over all tabs. */
  'queued',
  /** The order is sent for the first time. */
  'placing',
  /** An open payment is taken up; another tab may be sending its order at this moment. */
  'joining',
  /** The gateway is asked for the payment's status. */
  'looking',
  /** The order is sent again under its key: the answer tells where the diner approves. */
  'repeating',
  /** The payment is undecided; a pause passes before the next question. */
  'polling',
  /** The question after the pause. */
  'polled',
  /** The bank's frame is open. */
  'bank',
  /** The bank's frame reports its end; a short pause passes. */
  'returning',
  /** The question after that pause. */
  'returned',
  /** The diner has left the bank's frame; the gateway is asked. */
  'cancelling',
  /** The page goes to the provider's page. */
  'leaving',
  /** The diner is back without an approval. */
  'unapproved',
  /** The gateway is asked to give the payment up. */
  'abandoning',
  /** The payment was given up; the cart's vouchers are loaded again. */
  'releasing',
  /** The payment was refused; the cart's vouchers are loaded again. */
  'refusing',
  /** The diner reads why the payment was refused. */
  'refused',
  /** The payment is paid; its order is loaded. */
  'confirming',
  /** Nobody knows the payment's status; a pause passes before the next question. */
  'unclear',
  /** The question after that pause; the diner sees no change. */
  'asking',
  /** The question that the diner asks for by a press. */
  'checking',
  /** The order is sent again while the diner still sees that the status is unclear. */
  'askingOrder',
] as const;

/** State of the payment of one cart in one page. */
export type PaymentState = (typeof PAYMENT_STATES)[number];

/** Events of a payment in one page. */
export type PaymentEvent =
  // Presses of the diner, and the page itself.
  | { readonly type: 'pay'; readonly form: OrderForm }
  | { readonly type: 'resume' | 'check' | 'bankReturned' | 'bankLeft' | 'goOn' | 'dismiss' }
  /** Nobody looks at the payment any more; somebody looks again, and a pause had been cut short. */
  | { readonly type: 'unseen' | 'overdue' }
  // Other tabs, the live orders, the session.
  /** The cart's lock is held; the other tab has its answer; the cart no longer holds the payment. */
  | { readonly type: 'locked' | 'joined' | 'gone' }
  // Answers of the gateway.
  | { readonly type: 'paid' | 'open' | 'unknown' }
  | { readonly type: 'refused'; readonly failure: ApiError }
  | { readonly type: 'bank'; readonly url: string }
  | { readonly type: 'approve'; readonly url: string | null }
  /** The paid order is known. */
  | { readonly type: 'ordered'; readonly orderKey: string }
  /** The gateway has given the payment up; the cart's vouchers are free again. */
  | { readonly type: 'abandoned' | 'released' }
  /** A pause has passed. */
  | { readonly type: 'due' };

/** Names that the table of a payment uses. */
export interface PaymentNames {
  readonly state: PaymentState;
  readonly event: PaymentEvent['type'];
  readonly guard:
    | 'cartIsOwn'
    | 'cartHasPayment'
    | 'cartCannotBeOrdered'
    | 'paymentIsLeftOpen'
    | 'paymentIsGone'
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
    | 'look'
    | 'loadPaidOrder'
    | 'confirmOrder'
    | 'leavePage'
    | 'abandonOrder'
    | 'reloadVouchers'
    | 'pauseAfterBank'
    | 'pausePoll'
    | 'pauseQuietly';
}

type PaymentTransition = Transition<PaymentNames>;

/** States whose next step depends on an answer of the gateway. */
const ANSWERED: readonly PaymentState[] = ['looking', 'repeating', 'polled', 'returned'];

/** States of a question whose answer changes the step only if it says more than before. */
const ASKED_QUIETLY: readonly PaymentState[] = ['asking', 'checking', 'askingOrder', 'cancelling'];

/** States in which the diner sees that the status is unclear. */
const UNCLEAR: readonly PaymentState[] = ['unclear', 'asking', 'askingOrder'];

const toUnclear = { to: 'unclear', shows: 'unclear', awaits: 'pauseQuietly' } as const;
const toLeaving = { to: 'leaving', shows: 'leaving', awaits: 'leavePage' } as const;
const toJoining = {
  to: 'joining',
  effects: ['openStoredPayment', 'followNews'],
  shows: 'waiting',
  awaits: 'awaitOtherTab',
} as const;
const toNone = { to: 'none', effects: ['close'], shows: 'none' } as const;

/** States of a payment and what each event makes of them. */
export const paymentTransitions: readonly PaymentTransition[] = [
  // Of several tabs one orders, and the others take up that order.
  {
    event: 'pay',
    from: ['none', 'refused'],
    guard: 'cartIsOwn',
    to: 'queued',
    effects: ['noteForm'],
    shows: 'waiting',
    awaits: 'requestLock',
  },
  { event: 'locked', from: ['queued'], guard: 'cartHasPayment', ...toJoining },
  { event: 'locked', from: ['queued'], guard: 'cartCannotBeOrdered', ...toNone },
  { event: 'locked', from: ['queued'], to: 'placing', effects: ['storePayment', 'followNews'], awaits: 'placeOrder' },
  { event: 'resume', from: ['none', 'refused', 'queued'], guard: 'paymentIsLeftOpen', ...toJoining },
  { event: 'joined', from: ['joining'], guard: 'paymentIsGone', ...toNone },
  { event: 'joined', from: ['joining'], to: 'looking', awaits: 'look' },

  // S2§4: a payment that is paid at once is loaded by its payment; all others ask for the order's status.
  { event: 'paid', from: ['placing'], to: 'confirming', awaits: 'loadPaidOrder' },
  { event: 'paid', from: [...ANSWERED, ...ASKED_QUIETLY], to: 'confirming', awaits: 'confirmOrder' },
  {
    event: 'ordered',
    from: ['confirming', 'abandoning'],
    to: 'none',
    effects: ['showOrder', 'stopNews', 'emptyCart', 'close'],
    shows: 'none',
  },

  // C06: the cart becomes what it was before the order, with its voucher, and follows the menu again. The news of the
  // cart stop before: they would take the change for another tab's.
  {
    event: 'refused',
    from: ['placing', ...ANSWERED, ...ASKED_QUIETLY, 'abandoning'],
    to: 'refusing',
    effects: ['noteFailure'],
    awaits: 'reloadVouchers',
  },
  {
    event: 'released',
    from: ['refusing'],
    to: 'refused',
    effects: ['stopNews', 'releaseCart', 'close'],
    shows: 'refused',
  },
  {
    event: 'released',
    from: ['releasing'],
    to: 'none',
    effects: ['stopNews', 'releaseCart', 'close'],
    shows: 'none',
  },
  { event: 'dismiss', from: ['refused'], ...toNone },
  // A diner who comes back finds their cart, which may be another one by then.
  { event: 'unseen', from: ['refused'], ...toNone },

  // The diner approves in the bank's frame.
  { event: 'bank', from: ['placing', ...ANSWERED], to: 'bank', effects: ['noteBankUrl'], shows: 'bank' },
  { event: 'bankReturned', from: ['bank', 'returning'], to: 'returning', awaits: 'pauseAfterBank' },
  { event: 'due', from: ['returning'], to: 'returned', shows: 'waiting', awaits: 'look' },
  { event: 'bankLeft', from: ['bank', 'returning'], to: 'cancelling', shows: 'waiting', awaits: 'look' },
  { event: 'bank', from: ASKED_QUIETLY, effects: ['noteBankUrl'], ...toUnclear },
  { event: 'goOn', from: [...UNCLEAR, 'checking'], guard: 'hasBankUrl', to: 'bank', shows: 'bank' },

  // The diner approves on the provider's page.
  { event: 'approve', from: ['placing'], guard: 'hasUrl', effects: ['noteApprovalUrl'], ...toLeaving },
  {
    event: 'approve',
    from: ['placing', ...ANSWERED, ...ASKED_QUIETLY],
    to: 'unapproved',
    effects: ['noteApprovalUrl'],
    shows: 'unapproved',
  },
  { event: 'due', from: ['leaving'], to: 'unapproved', shows: 'unapproved' },
  { event: 'goOn', from: ['unapproved'], guard: 'hasApprovalUrl', ...toLeaving },
  // The gateway gives the payment up first: until that moment it may be charged, and it holds its voucher as long.
  { event: 'dismiss', from: ['unapproved'], to: 'abandoning', shows: 'waiting', awaits: 'abandonOrder' },
  { event: 'abandoned', from: ['abandoning'], to: 'releasing', awaits: 'reloadVouchers' },

  // C15: an undecided payment is neither paid nor failed.
  { event: 'open', from: ['looking'], to: 'repeating', awaits: 'repeatOrder' },
  {
    event: 'open',
    from: ['placing', 'repeating', 'returned'],
    to: 'polling',
    effects: ['startPolls'],
    shows: 'waiting',
    awaits: 'pausePoll',
  },
  { event: 'due', from: ['polling'], to: 'polled', awaits: 'look' },
  { event: 'open', from: ['polled'], guard: 'hasPollsLeft', to: 'polling', awaits: 'pausePoll' },
  { event: 'unknown', from: ['polled'], guard: 'hasPollsLeft', to: 'polling', awaits: 'pausePoll' },
  { event: 'open', from: ['polled'], effects: ['forgetBankUrl'], ...toUnclear },

  // Nobody knows: the diner sees a change only once an answer says more.
  {
    event: 'unknown',
    from: ['placing', ...ANSWERED, 'confirming', 'abandoning', 'refusing', 'releasing'],
    effects: ['forgetBankUrl'],
    ...toUnclear,
  },
  { event: 'due', from: ['unclear'], to: 'asking', awaits: 'look' },
  {
    event: 'check',
    from: UNCLEAR,
    guard: 'isNotChecking',
    to: 'checking',
    effects: ['startQuietChecks'],
    shows: 'unclear, checking',
    awaits: 'look',
  },
  // The answer to the order names the page on which its diner approves.
  { event: 'open', from: ['asking', 'checking'], guard: 'bankUrlIsUnknown', to: 'askingOrder', awaits: 'repeatOrder' },
  { event: 'open', from: ASKED_QUIETLY, ...toUnclear },
  { event: 'unknown', from: ASKED_QUIETLY, ...toUnclear },

  // A pause was cut short because nobody looked.
  { event: 'overdue', from: [...UNCLEAR, 'checking'], to: 'asking', awaits: 'look' },
  {
    event: 'overdue',
    from: PAYMENT_STATES.filter((state) => ![...UNCLEAR, 'checking', 'none', 'refused', 'queued'].includes(state)),
    ...toJoining,
  },

  // Other tabs, the live orders and the session can end the payment at any time.
  { event: 'gone', from: PAYMENT_STATES, ...toNone },
  {
    event: 'ordered',
    from: PAYMENT_STATES.filter((state) => state !== 'confirming' && state !== 'abandoning'),
    to: 'none',
    effects: ['showOrder', 'stopNews', 'emptyCart', 'close'],
    shows: 'none',
  },
];
