import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { withTransitions } from '@mahlzeit/contract/fixtures';
import { AttemptState } from '../repositories/attempt-repository';
import { paymentTransitions, transitionsOf } from './payment-transitions';
import type { PaymentEventType } from './payment-transitions';

const ATTEMPT_STATES = AttemptState.options;

type ExpectedStates = Readonly<Record<AttemptState, AttemptState | null>>;

const everyOpenStateTo = (targetState: AttemptState): Omit<ExpectedStates, 'SUCCEEDED' | 'FAILED'> => ({
  REQUESTED: targetState,
  PENDING: targetState,
  CAPTURING: targetState,
  UNKNOWN: targetState,
});
const unchangedStates: ExpectedStates = {
  REQUESTED: null,
  PENDING: null,
  CAPTURING: null,
  UNKNOWN: null,
  SUCCEEDED: null,
  FAILED: null,
};

/** Expected state after each event in each state; null if the event changes nothing. */
const EXPECTED_TRANSITIONS: readonly (readonly [
  event: PaymentEventType,
  isMoneyUsable: boolean,
  after: ExpectedStates,
])[] = [
  ['succeeded', true, { ...everyOpenStateTo('SUCCEEDED'), SUCCEEDED: null, FAILED: 'FAILED' }],
  ['succeeded', false, { ...everyOpenStateTo('FAILED'), SUCCEEDED: null, FAILED: 'FAILED' }],
  ['pending', true, { ...unchangedStates, ...everyOpenStateTo('PENDING'), CAPTURING: 'CAPTURING' }],
  ['failed', true, { ...unchangedStates, ...everyOpenStateTo('FAILED') }],
  ['refused', true, { ...unchangedStates, ...everyOpenStateTo('FAILED') }],
  ['unreachable', true, { ...unchangedStates, ...everyOpenStateTo('UNKNOWN'), CAPTURING: 'CAPTURING' }],
  ['notApproved', true, { ...unchangedStates, CAPTURING: 'PENDING', UNKNOWN: 'PENDING' }],
  ['captureBegun', true, { ...unchangedStates, PENDING: 'CAPTURING', UNKNOWN: 'CAPTURING', CAPTURING: 'CAPTURING' }],
  ['abandoned', true, { ...unchangedStates, REQUESTED: 'FAILED', PENDING: 'FAILED', UNKNOWN: 'FAILED' }],
];

const resultingStateOf = (
  event: PaymentEventType,
  isMoneyUsable: boolean,
  previousState: AttemptState,
): AttemptState | null =>
  transitionsOf(event, isMoneyUsable).find(({ from }) => from.includes(previousState))?.to ?? null;

it.each(
  EXPECTED_TRANSITIONS.flatMap(([event, isMoneyUsable, expectedStates]) =>
    ATTEMPT_STATES.map(
      (previousState) => [event, isMoneyUsable, previousState, expectedStates[previousState]] as const,
    ),
  ),
)('the event %s (usable money: %s) makes of %s: %s', (event, isMoneyUsable, previousState, expectedState) => {
  expect(resultingStateOf(event, isMoneyUsable, previousState)).toBe(expectedState);
});

it('no event is missing in the walk above', () => {
  expect(new Set(EXPECTED_TRANSITIONS.map(([event]) => event))).toEqual(
    new Set(paymentTransitions.map(({ event }) => event)),
  );
});

it('no two rows of an event and a guard share a state', () => {
  for (const isMoneyUsable of [true, false])
    for (const [event] of EXPECTED_TRANSITIONS) {
      const fromStates = transitionsOf(event, isMoneyUsable).flatMap(({ from }) => from);
      expect(new Set(fromStates).size).toBe(fromStates.length);
    }
});

it('a payment that has succeeded stays so, and its provider is never asked again', () => {
  expect(paymentTransitions.filter(({ from }) => from.includes('SUCCEEDED'))).toEqual([]);
  expect(
    paymentTransitions.filter(({ to: targetState, asks }) => targetState === 'SUCCEEDED' && asks !== 'never'),
  ).toEqual([]);
});

it('a row that ends an order gives its discounts back', () => {
  for (const { order, effects } of paymentTransitions)
    expect(effects.includes('returnDiscounts')).toBe(order === 'FAILED');
});

it('docs/states.md shows the table', () => {
  const statesDocument = join(__dirname, '../../../../../docs/states.md');
  const statesPage = readFileSync(statesDocument, 'utf8');
  const printedPage = withTransitions(statesPage, 'settling-a-payment', paymentTransitions);
  if (process.env['UPDATE_DOCS'] !== undefined) writeFileSync(statesDocument, printedPage);
  else expect(statesPage).toBe(printedPage);
});
