import { findTransition } from '../../state-machine';
import { PAYMENT_STATES, paymentTransitions } from './payment-transitions';
import type { PaymentEvent, PaymentNames, PaymentState } from './payment-transitions';

type After = Readonly<Partial<Record<PaymentState, PaymentState>>>;
type Guard = PaymentNames['guard'];

const afterAll = (states: readonly PaymentState[], to: PaymentState): After =>
  Object.fromEntries(states.map((state) => [state, to]));
const except = (...states: readonly PaymentState[]): readonly PaymentState[] =>
  PAYMENT_STATES.filter((state) => !states.includes(state));

const QUESTIONS: readonly PaymentState[] = ['looking', 'repeating', 'polled', 'returned'];
const QUIET_QUESTIONS: readonly PaymentState[] = ['asking', 'checking', 'askingOrder', 'cancelling'];
const ALL_QUESTIONS = [...QUESTIONS, ...QUIET_QUESTIONS];

const open: After = {
  looking: 'repeating',
  ...afterAll(['placing', 'repeating', 'returned'], 'polling'),
  ...afterAll(['polled', ...QUIET_QUESTIONS], 'unclear'),
};
const approve: After = afterAll(['placing', ...ALL_QUESTIONS], 'unapproved');
const unknown: After = afterAll(
  ['placing', ...ALL_QUESTIONS, 'confirming', 'abandoning', 'refusing', 'releasing'],
  'unclear',
);

/** State after each event, by the state before the event. In states that are not listed the event has no effect. */
const EXPECTED: readonly (readonly [event: PaymentEvent['type'], guards: readonly Guard[], after: After])[] = [
  ['pay', [], {}],
  ['pay', ['cartIsOwn'], { none: 'queued', refused: 'queued' }],
  ['locked', [], { queued: 'placing' }],
  ['locked', ['cartHasPayment'], { queued: 'joining' }],
  ['locked', ['cartCannotBeOrdered'], { queued: 'none' }],
  ['locked', ['cartHasPayment', 'cartCannotBeOrdered'], { queued: 'joining' }],
  ['resume', [], {}],
  ['resume', ['paymentIsLeftOpen'], afterAll(['none', 'refused', 'queued'], 'joining')],
  ['joined', [], { joining: 'looking' }],
  ['joined', ['paymentIsGone'], { joining: 'none' }],
  ['paid', [], afterAll(['placing', ...ALL_QUESTIONS], 'confirming')],
  ['ordered', [], afterAll(PAYMENT_STATES, 'none')],
  ['refused', [], afterAll(['placing', ...ALL_QUESTIONS, 'abandoning'], 'refusing')],
  ['released', [], { refusing: 'refused', releasing: 'none' }],
  ['bank', [], { ...afterAll(['placing', ...QUESTIONS], 'bank'), ...afterAll(QUIET_QUESTIONS, 'unclear') }],
  ['bankReturned', [], { bank: 'returning', returning: 'returning' }],
  ['bankLeft', [], { bank: 'cancelling', returning: 'cancelling' }],
  ['approve', [], approve],
  ['approve', ['hasUrl'], { ...approve, placing: 'leaving' }],
  ['goOn', [], {}],
  ['goOn', ['hasBankUrl'], afterAll(['unclear', 'asking', 'askingOrder', 'checking'], 'bank')],
  ['goOn', ['hasApprovalUrl'], { unapproved: 'leaving' }],
  ['dismiss', [], { unapproved: 'abandoning', refused: 'none' }],
  ['abandoned', [], { abandoning: 'releasing' }],
  ['open', [], open],
  ['open', ['hasPollsLeft'], { ...open, polled: 'polling' }],
  ['open', ['bankUrlIsUnknown'], { ...open, asking: 'askingOrder', checking: 'askingOrder' }],
  ['unknown', [], unknown],
  ['unknown', ['hasPollsLeft'], { ...unknown, polled: 'polling' }],
  ['due', [], { returning: 'returned', leaving: 'unapproved', polling: 'polled', unclear: 'asking' }],
  ['check', [], {}],
  ['check', ['isNotChecking'], afterAll(['unclear', 'asking', 'askingOrder'], 'checking')],
  ['unseen', [], { refused: 'none' }],
  [
    'overdue',
    [],
    {
      ...afterAll(except('none', 'refused', 'queued'), 'joining'),
      ...afterAll(['unclear', 'asking', 'askingOrder', 'checking'], 'asking'),
    },
  ],
  ['gone', [], afterAll(PAYMENT_STATES, 'none')],
];

const cases = EXPECTED.flatMap(([event, guards, after]) =>
  PAYMENT_STATES.map((state) => [event, guards.join(', ') || 'no guard', state, after[state] ?? 'no change'] as const),
);

it.each(cases)('the event %s (%s) in %s: %s', (event, guards, state, expected) => {
  const row = findTransition(paymentTransitions, { state, event }, (guard) => guards.split(', ').includes(guard));
  expect(row?.to ?? 'no change').toBe(expected);
});

it('walks every event and every guard of the table', () => {
  expect(new Set(EXPECTED.map(([event]) => event))).toEqual(new Set(paymentTransitions.map(({ event }) => event)));
  expect(new Set(EXPECTED.flatMap(([, guards]) => guards))).toEqual(
    new Set(paymentTransitions.flatMap(({ guard }) => guard ?? [])),
  );
});

it.each(PAYMENT_STATES)('the state %s is entered and left by a row', (state) => {
  expect(paymentTransitions.some(({ to, from }) => to === state && from.some((source) => source !== state))).toBe(true);
  expect(paymentTransitions.some(({ to, from }) => to !== state && from.includes(state))).toBe(true);
});

const VERDICTS = ['paid', 'open', 'unknown', 'refused', 'bank', 'approve'] as const;

/** Events with which each activity can end. */
const RESULTS: Readonly<Record<PaymentNames['activity'], readonly PaymentEvent['type'][]>> = {
  requestLock: ['locked'],
  awaitOtherTab: ['joined'],
  placeOrder: VERDICTS,
  repeatOrder: VERDICTS,
  look: VERDICTS,
  loadPaidOrder: ['ordered', 'unknown'],
  confirmOrder: ['ordered', 'unknown'],
  leavePage: ['due'],
  abandonOrder: ['refused', 'abandoned', 'ordered', 'unknown'],
  reloadVouchers: ['released', 'unknown'],
  pauseAfterBank: ['due'],
  pausePoll: ['due'],
  pauseQuietly: ['due'],
};

it.each(paymentTransitions.flatMap(({ to, awaits }) => (awaits === undefined ? [] : [[awaits, to] as const])))(
  'each result of %s has a row without a guard in the state %s',
  (activity, state) => {
    for (const event of RESULTS[activity])
      expect([event, findTransition(paymentTransitions, { state, event }, () => false)?.event]).toEqual([event, event]);
  },
);
