import { createManualTimers } from '@mahlzeit/shared-ui/testing';
import { createBusyTracker } from './busy';

const createDeferred = <T>() => {
  let resolve: (value: T) => void = () => undefined;
  let reject: (reason: Error) => void = () => undefined;
  const promise = new Promise<T>((onResolve, onReject) => {
    resolve = onResolve;
    reject = onReject;
  });
  return { promise, resolve, reject };
};

const startBusyTracker = () => {
  const timers = createManualTimers();
  return { timers, busy: createBusyTracker(timers) };
};

it('stays hidden for work that ends within 300 ms', async () => {
  const { timers, busy } = startBusyTracker();
  const deferredWork = createDeferred<string>();
  const trackedWork = busy.track(deferredWork.promise);
  timers.advance(299);
  deferredWork.resolve('fertig');
  await expect(trackedWork).resolves.toBe('fertig');
  timers.advance(1_000);
  expect(busy.get()).toBe(false);
  expect(timers.pendingCount()).toBe(0);
});

it('shows from 300 ms on until all work has ended', async () => {
  const { timers, busy } = startBusyTracker();
  const [firstWork, secondWork] = [createDeferred<void>(), createDeferred<void>()];
  const trackedWork = [busy.track(firstWork.promise), busy.track(secondWork.promise)];
  timers.advance(300);
  expect(busy.get()).toBe(true);
  firstWork.resolve();
  await trackedWork[0];
  expect(busy.get()).toBe(true);
  secondWork.resolve();
  await trackedWork[1];
  expect(busy.get()).toBe(false);
});

it('ends with failed work, and passes the failure on', async () => {
  const { timers, busy } = startBusyTracker();
  const deferredWork = createDeferred<void>();
  const trackedWork = busy.track(deferredWork.promise);
  timers.advance(300);
  deferredWork.reject(new Error('broken'));
  await expect(trackedWork).rejects.toThrow('broken');
  expect(busy.get()).toBe(false);
});
