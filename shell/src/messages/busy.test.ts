import { createManualTimers } from '@mahlzeit/shared-ui/testing';
import { createBusy } from './busy';

const createDeferred = <T>() => {
  let resolve: (value: T) => void = () => undefined;
  let reject: (reason: Error) => void = () => undefined;
  const promise = new Promise<T>((onResolve, onReject) => {
    resolve = onResolve;
    reject = onReject;
  });
  return { promise, resolve, reject };
};

const start = () => {
  const timers = createManualTimers();
  return { timers, busy: createBusy(timers) };
};

it('stays hidden for work that ends within 300 ms', async () => {
  const { timers, busy } = start();
  const work = createDeferred<string>();
  const trackedWork = busy.track(work.promise);
  timers.advance(299);
  work.resolve('fertig');
  await expect(trackedWork).resolves.toBe('fertig');
  timers.advance(1_000);
  expect(busy.get()).toBe(false);
  expect(timers.pendingCount()).toBe(0);
});

it('shows from 300 ms on until all work has ended', async () => {
  const { timers, busy } = start();
  const [one, two] = [createDeferred<void>(), createDeferred<void>()];
  const trackedWork = [busy.track(one.promise), busy.track(two.promise)];
  timers.advance(300);
  expect(busy.get()).toBe(true);
  one.resolve();
  await trackedWork[0];
  expect(busy.get()).toBe(true);
  two.resolve();
  await trackedWork[1];
  expect(busy.get()).toBe(false);
});

it('ends with failed work, and passes the failure on', async () => {
  const { timers, busy } = start();
  const work = createDeferred<void>();
  const trackedWork = busy.track(work.promise);
  timers.advance(300);
  work.reject(new Error('broken'));
  await expect(trackedWork).rejects.toThrow('broken');
  expect(busy.get()).toBe(false);
});
