import { createRuns, createStateMachine } from './state-machine';
import type { Transition } from './state-machine';

interface Names {
  readonly state: 'idle' | 'loading' | 'ready';
  readonly event: 'ask' | 'loaded' | 'stop';
  readonly guard: 'mayAsk';
  readonly step: 'empty' | 'full';
  readonly effect: 'count';
  readonly activity: 'load';
}
type Event = { readonly type: Names['event'] };

const transitions: readonly Transition<Names>[] = [
  { event: 'ask', from: ['idle', 'loading'], guard: 'mayAsk', to: 'loading', effects: ['count'], awaits: 'load' },
  { event: 'loaded', from: ['loading'], to: 'ready', shows: 'full' },
  { event: 'stop', from: ['loading', 'ready'], to: 'idle', shows: 'empty' },
];

const startRuns = ({ mayAsk = true, mayContinue = true } = {}) => {
  const log: string[] = [];
  const answers: (() => void)[] = [];
  const machine = createStateMachine<Names, Event>({
    transitions,
    initial: 'idle',
    runs: createRuns(),
    guards: { mayAsk: () => mayAsk },
    effects: { count: () => void log.push('count') },
    activities: { load: () => new Promise((resolve) => void answers.push(() => resolve({ type: 'loaded' }))) },
    showStep: (step) => void log.push(step),
    mayContinue: () => mayContinue,
  });
  const answer = async (requestIndex: number) => {
    answers[requestIndex]?.();
    await Promise.resolve();
    await Promise.resolve();
  };
  return { machine, log, answer };
};

it('runs the effects of a row, shows its step, and takes the result of its activity as the next event', async () => {
  const { machine, log, answer } = startRuns();
  machine.dispatch({ type: 'ask' });
  expect([machine.state(), log]).toEqual(['loading', ['count']]);
  await answer(0);
  expect([machine.state(), log]).toEqual(['ready', ['count', 'full']]);
});

it('ignores an event without a row in its state, and a row whose guard fails', () => {
  const { machine, log } = startRuns({ mayAsk: false });
  machine.dispatch({ type: 'loaded' });
  machine.dispatch({ type: 'ask' });
  expect([machine.state(), log]).toEqual(['idle', []]);
});

it('drops the result of a superseded run', async () => {
  const { machine, answer } = startRuns();
  machine.dispatch({ type: 'ask' });
  machine.dispatch({ type: 'ask' });
  await answer(0);
  expect(machine.state()).toBe('loading');
  await answer(1);
  expect(machine.state()).toBe('ready');
});

it('drops a result that no longer counts', async () => {
  const { machine, answer } = startRuns({ mayContinue: false });
  machine.dispatch({ type: 'ask' });
  await answer(0);
  expect(machine.state()).toBe('loading');
});
