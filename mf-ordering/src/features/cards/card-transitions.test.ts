import { findTransition } from '../../state-machine';
import { CARD_STATES, cardTransitions } from './card-transitions';
import type { CardEvent, CardMachineNames, CardState } from './card-transitions';

type NextStateByState = Readonly<Partial<Record<CardState, CardState>>>;
type CardGuard = CardMachineNames['guard'];

const transitionsFromAllTo = (fromStates: readonly CardState[], nextState: CardState): NextStateByState =>
  Object.fromEntries(fromStates.map((fromState) => [fromState, nextState]));

/**
 * Expected state after each event, by the state before the event. In states that are not listed, the event has no
 * effect.
 */
const EXPECTED_TRANSITIONS: readonly (readonly [
  event: CardEvent['type'],
  guards: readonly CardGuard[],
  after: NextStateByState,
])[] = [
  ['save', [], {}],
  ['save', ['isOwn'], { form: 'registering' }],
  ['save', ['isOwn', 'isOwnWithNames'], { form: 'naming' }],
  ['named', [], { naming: 'registering' }],
  ['registered', [], { registering: 'tokenising' }],
  ['tokenised', [], { tokenising: 'finishing' }],
  ['notRegistered', [], { registering: 'form' }],
  ['refused', [], transitionsFromAllTo(['naming', 'tokenising', 'finishing', 'rechecking', 'confirming'], 'form')],
  ['undecided', [], { finishing: 'unclear', rechecking: 'unclear', confirming: 'pausing' }],
  ['undecided', ['namesBank'], { finishing: 'bank', rechecking: 'unclear', confirming: 'pausing' }],
  ['bankReturned', [], {}],
  ['bankReturned', ['isOwn'], { form: 'confirming', bank: 'returning', returning: 'returning' }],
  ['due', [], { returning: 'confirming', pausing: 'unclear' }],
  ['due', ['hasPollsLeft'], { returning: 'confirming', pausing: 'confirming' }],
  ['bankLeft', [], { bank: 'rechecking', returning: 'rechecking' }],
  ['goOn', [], {}],
  ['goOn', ['hasBankUrl'], { unclear: 'bank' }],
  ['unknown', [], transitionsFromAllTo(['finishing', 'rechecking', 'confirming'], 'unclear')],
  ['check', [], { unclear: 'rechecking' }],
  ['succeeded', [], transitionsFromAllTo(['finishing', 'rechecking', 'confirming'], 'listing')],
  ['listed', [], { listing: 'saved' }],
  ['resume', [], { saved: 'form' }],
  ['resume', ['registrationIsLeftOpen'], { form: 'finishing', saved: 'finishing' }],
  ['unseen', [], { form: 'form', saved: 'form' }],
  [
    'ownerLeft',
    [],
    transitionsFromAllTo(
      CARD_STATES.filter((state) => !['form', 'bank', 'unclear', 'saved'].includes(state)),
      'form',
    ),
  ],
  ['discard', [], transitionsFromAllTo(CARD_STATES, 'form')],
];

const transitionCases = EXPECTED_TRANSITIONS.flatMap(([event, guardNames, nextStates]) =>
  CARD_STATES.map(
    (state) => [event, guardNames.join(', ') || 'no guard', state, nextStates[state] ?? 'no change'] as const,
  ),
);

it.each(transitionCases)('the event %s (%s) in %s: %s', (event, guardNames, state, expectedState) => {
  const cardTransition = findTransition(cardTransitions, { state, event }, (guard) =>
    guardNames.split(', ').includes(guard),
  );
  expect(cardTransition?.to ?? 'no change').toBe(expectedState);
});

it('walks every event and every guard of the table', () => {
  expect(new Set(EXPECTED_TRANSITIONS.map(([event]) => event))).toEqual(
    new Set(cardTransitions.map(({ event }) => event)),
  );
  expect(new Set(EXPECTED_TRANSITIONS.flatMap(([, guards]) => guards))).toEqual(
    new Set(cardTransitions.flatMap(({ guard }) => guard ?? [])),
  );
});

it.each(CARD_STATES)('the state %s is entered and left by a row', (state) => {
  expect(cardTransitions.some(({ to, from }) => to === state && from.some((fromState) => fromState !== state))).toBe(
    true,
  );
  expect(cardTransitions.some(({ to, from }) => to !== state && from.includes(state))).toBe(true);
});

/** Events with which each activity of the state machine can end. */
const RESULTS_BY_ACTIVITY: Readonly<Record<CardMachineNames['activity'], readonly CardEvent['type'][]>> = {
  sendNames: ['named', 'refused'],
  openRegistration: ['registered', 'notRegistered'],
  sendCardToProvider: ['tokenised', 'refused'],
  finish: ['succeeded', 'refused', 'undecided', 'unknown'],
  confirm: ['succeeded', 'refused', 'undecided', 'unknown'],
  pauseAfterBank: ['due'],
  pausePoll: ['due'],
  loadCards: ['listed'],
};

it.each(cardTransitions.flatMap(({ to, awaits }) => (awaits === undefined ? [] : [[awaits, to] as const])))(
  'each result of %s has a row without a guard in the state %s',
  (activity, state) => {
    for (const event of RESULTS_BY_ACTIVITY[activity])
      expect([event, findTransition(cardTransitions, { state, event }, () => false)?.event]).toEqual([event, event]);
  },
);
