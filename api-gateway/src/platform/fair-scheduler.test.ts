import { AsyncLocalStorage } from 'node:async_hooks';
import { createFairScheduler } from './fair-scheduler';

/** Creates a scheduler whose event loop the test controls. */
const createManualScheduler = (maxRunning?: number) => {
  const dueCallbacks: (() => void)[] = [];
  const started: string[] = [];
  const scheduler = createFairScheduler({
    ...(maxRunning === undefined ? {} : { maxRunning }),
    nextTurn: (run) => void dueCallbacks.push(run),
  });
  const add = (address: string, person: string, work: () => Promise<unknown> | void = () => undefined): void =>
    scheduler.add(
      { address, person },
      {
        start() {
          started.push(`${address} ${person}`);
          return work();
        },
      },
    );
  const pass = (turnCount: number): void => {
    for (let turn = 0; turn < turnCount; turn += 1) dueCallbacks.shift()?.();
  };
  return { scheduler, started, add, pass };
};

const waitForPromises = () => new Promise((resolve) => setImmediate(resolve));

describe('createFairScheduler', () => {
  it('begins one piece of work in each turn', () => {
    const { started, add, pass } = createManualScheduler();
    for (let count = 0; count < 3; count += 1) add('a', 'anna');
    expect(started).toHaveLength(1);
    pass(1);
    expect(started).toHaveLength(2);
    pass(5);
    expect(started).toHaveLength(3);
  });

  it('lets addresses take turns, and within an address people', () => {
    const { started, add, pass } = createManualScheduler();
    for (let count = 0; count < 4; count += 1) add('a', 'mallory');
    add('a', 'anna');
    add('b', 'ben');
    pass(10);
    // Nothing of Ben waited before, so Ben goes first.
    expect(started).toEqual(['a mallory', 'b ben', 'a mallory', 'a anna', 'a mallory', 'a mallory']);
  });

  it('begins nothing while enough is running', async () => {
    const { started, add, pass } = createManualScheduler(1);
    let finish = (): void => undefined;
    add(
      'a',
      'anna',
      () =>
        new Promise<void>((resolve) => {
          finish = resolve;
        }),
    );
    add('b', 'ben');
    pass(3);
    expect(started).toEqual(['a anna']);
    finish();
    await waitForPromises();
    expect(started).toEqual(['a anna', 'b ben']);
  });

  it('leaves out work that nobody needs any more', () => {
    const { scheduler, started, add, pass } = createManualScheduler();
    add('a', 'anna');
    scheduler.add(
      { address: 'a', person: 'anna' },
      { isAbandoned: () => true, start: () => void started.push('needless') },
    );
    add('b', 'ben');
    pass(5);
    expect(started).toEqual(['a anna', 'b ben']);
  });

  it('passes on the result and the failure of a job', async () => {
    const { scheduler, pass } = createManualScheduler();
    const client = { address: 'a', person: 'anna' };
    const results = Promise.allSettled([
      scheduler.run(client, async () => 'Suppe'),
      scheduler.run(client, async () => Promise.reject(new Error('no soup'))),
    ]);
    pass(2);
    expect((await results).map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
  });

  it('runs each job in the asynchronous context of its caller', async () => {
    const { scheduler, pass } = createManualScheduler(1);
    const caller = new AsyncLocalStorage<string>();
    const runAs = (name: string) =>
      caller.run(name, () => scheduler.run({ address: 'a', person: name }, async () => caller.getStore()));
    const names = Promise.all(['anna', 'ben', 'cem'].map(runAs));
    for (let turn = 0; turn < 3; turn += 1) {
      pass(1);
      await waitForPromises();
    }
    expect(await names).toEqual(['anna', 'ben', 'cem']);
  });
});
