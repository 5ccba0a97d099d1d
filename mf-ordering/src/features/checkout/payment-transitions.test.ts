import { findTransition } from '../../state-machine';
import { PAYMENT_STATES, paymentTransitions } from './payment-transitions';
import type { PaymentEvent, PaymentMachineNames, PaymentState } from './payment-transitions';

type NextStateByState = Readonly<Partial<Record<PaymentState, PaymentState>>>;
type PaymentGuard = PaymentMachineNames['guard'];

const transitionsFromAllTo = (fromStates: readonly PaymentState[], nextState: PaymentState): NextStateByState =>
  Object.fromEntries(fromStates.map((fromState) => [fromState, nextState]));
const statesExcept = (...states: readonly PaymentState[]): readonly PaymentState[] =>
  PAYMENT_STATES.filter((state) => !states.includes(state));

const REQUEST_STATES: readonly PaymentState[] = ['requestingStatus', 'repeating', 'polled', 'returned'];
const QUIET_REQUEST_STATES: readonly PaymentState[] = ['asking', 'checking', 'askingOrder', 'cancelling'];
const ALL_REQUEST_STATES = [...REQUEST_STATES, ...QUIET_REQUEST_STATES];

const nextStatesIfOpen: NextStateByState = {
  requestingStatus: 'repeating',
  ...transitionsFromAllTo(['placing', 'repeating', 'returned'], 'polling'),
  ...transitionsFromAllTo(['polled', ...QUIET_REQUEST_STATES], 'unclear'),
};
const nextStatesIfApproval: NextStateByState = transitionsFromAllTo(['placing', ...ALL_REQUEST_STATES], 'unapproved');
const nextStatesIfUnknown: NextStateByState = transitionsFromAllTo(
  ['placing', ...ALL_REQUEST_STATES, 'confirming', 'abandoning', 'refusing', 'releasing'],
  'unclear',
);

/**
 * Expected state after each event, by the state before the event. In states that are not listed, the event has no
 * effect.
 */
const EXPECTED_TRANSITIONS: readonly (readonly [
  event: PaymentEvent['type'],
  guards: readonly PaymentGuard[],
  after: NextStateByState,
])[] = [
  ['pay', [], {}],
  ['pay', ['cartIsOwn'], { none: 'queued', refused: 'queued' }],
  ['locked', [], { queued: 'placing' }],
  ['locked', ['cartHasPayment'], { queued: 'joining' }],
  ['locked', ['cartCannotBeOrdered'], { queued: 'none' }],
  ['locked', ['cartHasPayment', 'cartCannotBeOrdered'], { queued: 'joining' }],
  ['resume', [], {}],
  ['resume', ['paymentIsLeftOpen'], transitionsFromAllTo(['none', 'refused', 'queued'], 'joining')],
  ['joined', [], { joining: 'requestingStatus' }],
  ['paid', [], transitionsFromAllTo(['placing', ...ALL_REQUEST_STATES], 'confirming')],
  ['ordered', [], transitionsFromAllTo(PAYMENT_STATES, 'none')],
  ['refused', [], transitionsFromAllTo(['placing', ...ALL_REQUEST_STATES, 'abandoning'], 'refusing')],
  ['released', [], { refusing: 'refused', releasing: 'none' }],
  ['released', ['cartCannotBeOrdered'], { refusing: 'none', releasing: 'none' }],
  [
    'bank',
    [],
    {
      ...transitionsFromAllTo(['placing', ...REQUEST_STATES], 'bank'),
      ...transitionsFromAllTo(QUIET_REQUEST_STATES, 'unclear'),
    },
  ],
  ['bankReturned', [], { bank: 'returning', returning: 'returning' }],
  ['bankLeft', [], { bank: 'cancelling', returning: 'cancelling' }],
  ['approve', [], nextStatesIfApproval],
  ['approve', ['hasUrl'], { ...nextStatesIfApproval, placing: 'leaving' }],
  ['goOn', [], {}],
  ['goOn', ['hasBankUrl'], transitionsFromAllTo(['unclear', 'asking', 'askingOrder', 'checking'], 'bank')],
  ['goOn', ['hasApprovalUrl'], { unapproved: 'leaving' }],
  ['giveUp', [], {}],
  ['giveUp', ['hasBankUrl'], transitionsFromAllTo(['unclear', 'asking', 'askingOrder', 'checking'], 'abandoning')],
  ['dismiss', [], { unapproved: 'abandoning', refused: 'none' }],
  ['abandoned', [], { abandoning: 'releasing' }],
  ['open', [], nextStatesIfOpen],
  ['open', ['hasPollsLeft'], { ...nextStatesIfOpen, polled: 'polling' }],
  ['open', ['bankUrlIsUnknown'], { ...nextStatesIfOpen, asking: 'askingOrder', checking: 'askingOrder' }],
  ['unknown', [], nextStatesIfUnknown],
  ['unknown', ['hasPollsLeft'], { ...nextStatesIfUnknown, polled: 'polling' }],
  ['due', [], { returning: 'returned', leaving: 'unapproved', polling: 'polled', unclear: 'asking' }],
  ['check', [], {}],
  ['check', ['isNotChecking'], transitionsFromAllTo(['unclear', 'asking', 'askingOrder'], 'checking')],
  ['unseen', [], { refused: 'none' }],
  [
    'overdue',
    [],
    {
      ...transitionsFromAllTo(statesExcept('none', 'refused', 'queued'), 'joining'),
      ...transitionsFromAllTo(['unclear', 'asking', 'askingOrder', 'checking'], 'asking'),
    },
  ],
  [
    'emptied',
    [],
    transitionsFromAllTo(
      statesExcept('none', 'queued', 'confirming', 'abandoning', 'releasing', 'refusing', 'refused'),
      'requestingStatus',
    ),
  ],
  ['gone', [], transitionsFromAllTo(PAYMENT_STATES, 'none')],
];

const transitionCases = EXPECTED_TRANSITIONS.flatMap(([event, guardNames, nextStates]) =>
  PAYMENT_STATES.map(
    (state) => [event, guardNames.join(', ') || 'no guard', state, nextStates[state] ?? 'no change'] as const,
  ),
);

it.each(transitionCases)('the event %s (%s) in %s: %s', (event, guardNames, state, expectedState) => {
  const paymentTransition = findTransition(paymentTransitions, { state, event }, (guard) =>
    guardNames.split(', ').includes(guard),
  );
  expect(paymentTransition?.to ?? 'no change').toBe(expectedState);
});

it('walks every event and every guard of the table', () => {
  expect(new Set(EXPECTED_TRANSITIONS.map(([event]) => event))).toEqual(
    new Set(paymentTransitions.map(({ event }) => event)),
  );
  expect(new Set(EXPECTED_TRANSITIONS.flatMap(([, guards]) => guards))).toEqual(
    new Set(paymentTransitions.flatMap(({ guard }) => guard ?? [])),
  );
});

it.each(PAYMENT_STATES)('the state %s is entered and left by a row', (state) => {
  expect(paymentTransitions.some(({ to, from }) => to === state && from.some((fromState) => fromState !== state))).toBe(
    true,
  );
  expect(paymentTransitions.some(({ to, from }) => to !== state && from.includes(state))).toBe(true);
});

const VERDICT_TYPES = ['paid', 'open', 'unknown', 'refused', 'bank', 'approve'] as const;

/** Events with which each activity of the state machine can end. */
const RESULTS_BY_ACTIVITY: Readonly<Record<PaymentMachineNames['activity'], readonly PaymentEvent['type'][]>> = {
  requestLock: ['locked'],
  awaitOtherTab: ['joined'],
  placeOrder: VERDICT_TYPES,
  repeatOrder: VERDICT_TYPES,
  requestStatus: VERDICT_TYPES,
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
    for (const event of RESULTS_BY_ACTIVITY[activity])
      expect([event, findTransition(paymentTransitions, { state, event }, () => false)?.event]).toEqual([event, event]);
  },
);
