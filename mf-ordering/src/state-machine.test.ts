import { createActivityRuns, createStateMachine } from './state-machine';
import type { Transition } from './state-machine';

interface TestNames {
  readonly state: 'idle' | 'loading' | 'ready';
  readonly event: 'ask' | 'loaded' | 'stop';
  readonly guard: 'mayAsk';
  readonly step: 'empty' | 'full';
  readonly effect: 'count';
  readonly activity: 'load';
}
type TestEvent = { readonly type: TestNames['event'] };

const testTransitions: readonly Transition<TestNames>[] = [
  { event: 'ask', from: ['idle', 'loading'], guard: 'mayAsk', to: 'loading', effects: ['count'], awaits: 'load' },
  { event: 'loaded', from: ['loading'], to: 'ready', shows: 'full' },
  { event: 'stop', from: ['loading', 'ready'], to: 'idle', shows: 'empty' },
];

const startMachine = ({ mayAsk = true, isOver = false } = {}) => {
  const stepLog: string[] = [];
  const answerCallbacks: (() => void)[] = [];
  const stateMachine = createStateMachine<TestNames, TestEvent>({
    transitions: testTransitions,
    initial: 'idle',
    runs: createActivityRuns(),
    guards: { mayAsk: () => mayAsk },
    effects: { count: () => void stepLog.push('count') },
    activities: { load: () => new Promise((resolve) => void answerCallbacks.push(() => resolve({ type: 'loaded' }))) },
    showStep: (step) => void stepLog.push(step),
    eventOfResult: (result) => (isOver ? { type: 'stop' } : result),
  });
  const answerRequest = async (requestIndex: number) => {
    answerCallbacks[requestIndex]?.();
    await Promise.resolve();
    await Promise.resolve();
  };
  return { machine: stateMachine, log: stepLog, answer: answerRequest };
};

it('runs the effects of a row, shows its step, and takes the result of its activity as the next event', async () => {
  const { machine, log, answer } = startMachine();
  machine.dispatch({ type: 'ask' });
  expect([machine.state(), log]).toEqual(['loading', ['count']]);
  await answer(0);
  expect([machine.state(), log]).toEqual(['ready', ['count', 'full']]);
});

it('ignores an event without a row in its state, and a row whose guard fails', () => {
  const { machine, log } = startMachine({ mayAsk: false });
  machine.dispatch({ type: 'loaded' });
  machine.dispatch({ type: 'ask' });
  expect([machine.state(), log]).toEqual(['idle', []]);
});

it('drops the result of a superseded run', async () => {
  const { machine, answer } = startMachine();
  machine.dispatch({ type: 'ask' });
  machine.dispatch({ type: 'ask' });
  await answer(0);
  expect(machine.state()).toBe('loading');
  await answer(1);
  expect(machine.state()).toBe('ready');
});

it('handles the event that replaces a result', async () => {
  const { machine, answer } = startMachine({ isOver: true });
  machine.dispatch({ type: 'ask' });
  await answer(0);
  expect(machine.state()).toBe('idle');
});
