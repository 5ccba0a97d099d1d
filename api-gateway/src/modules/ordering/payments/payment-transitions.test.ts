import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { withTransitions } from '@mahlzeit/contract/fixtures';
import { AttemptState } from '../repositories/attempt-repository';
import { paymentTransitions, transitionsOf } from './payment-transitions';
import type { PaymentEventType } from './payment-transitions';

const STATES = AttemptState.options;

type ExpectedStates = Readonly<Record<AttemptState, AttemptState | null>>;

const everyUsableTo = (targetState: AttemptState): Omit<ExpectedStates, 'SUCCEEDED' | 'FAILED'> => ({
  REQUESTED: targetState,
  PENDING: targetState,
  CAPTURING: targetState,
  UNKNOWN: targetState,
});
const nothing: ExpectedStates = {
  REQUESTED: null,
  PENDING: null,
  CAPTURING: null,
  UNKNOWN: null,
  SUCCEEDED: null,
  FAILED: null,
};

/** Expected state after each event in each state; null if the event changes nothing. */
const EXPECTED: readonly (readonly [event: PaymentEventType, isMoneyUsable: boolean, after: ExpectedStates])[] = [
  ['succeeded', true, { ...everyUsableTo('SUCCEEDED'), SUCCEEDED: null, FAILED: 'FAILED' }],
  ['succeeded', false, { ...everyUsableTo('FAILED'), SUCCEEDED: null, FAILED: 'FAILED' }],
  ['pending', true, { ...nothing, ...everyUsableTo('PENDING'), CAPTURING: 'CAPTURING' }],
  ['failed', true, { ...nothing, ...everyUsableTo('FAILED') }],
  ['refused', true, { ...nothing, ...everyUsableTo('FAILED') }],
  ['unreachable', true, { ...nothing, ...everyUsableTo('UNKNOWN'), CAPTURING: 'CAPTURING' }],
  ['notApproved', true, { ...nothing, CAPTURING: 'PENDING', UNKNOWN: 'PENDING' }],
  ['captureBegun', true, { ...nothing, PENDING: 'CAPTURING', UNKNOWN: 'CAPTURING', CAPTURING: 'CAPTURING' }],
  ['abandoned', true, { ...nothing, PENDING: 'FAILED', UNKNOWN: 'FAILED' }],
];

const stateAfter = (event: PaymentEventType, isMoneyUsable: boolean, state: AttemptState): AttemptState | null =>
  transitionsOf(event, isMoneyUsable).find(({ from }) => from.includes(state))?.to ?? null;

it.each(
  EXPECTED.flatMap(([event, isUsable, after]) =>
    STATES.map((state) => [event, isUsable, state, after[state]] as const),
  ),
)('the event %s (usable money: %s) makes of %s: %s', (event, isUsable, state, after) => {
  expect(stateAfter(event, isUsable, state)).toBe(after);
});

it('no event is missing in the walk above', () => {
  expect(new Set(EXPECTED.map(([event]) => event))).toEqual(new Set(paymentTransitions.map(({ event }) => event)));
});

it('no two rows of an event and a guard share a state', () => {
  for (const isUsable of [true, false])
    for (const [event] of EXPECTED) {
      const states = transitionsOf(event, isUsable).flatMap(({ from }) => from);
      expect(new Set(states).size).toBe(states.length);
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
  const file = join(__dirname, '../../../../../docs/states.md');
  const page = readFileSync(file, 'utf8');
  const printedPage = withTransitions(page, 'settling-a-payment', paymentTransitions);
  if (process.env['UPDATE_DOCS'] !== undefined) writeFileSync(file, printedPage);
  else expect(page).toBe(printedPage);
});
