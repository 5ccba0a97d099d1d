import type { BackOff, Timers } from '@mahlzeit/shared-ui/platform';
import { fullJitter } from '@mahlzeit/shared-ui/platform';
import type { LoadPhase } from './load-failure';
import { LoadError, toLoadError } from './load-failure';
import type { LoadEvent, LoadState } from './load-state';
import { nextLoadState } from './load-state';

export interface LoadDeps {
  readonly timers: Timers;
  /** From 0 up to 1. */
  readonly random: () => number;
}

/** One thing to load. */
export interface LoadTask {
  /** How it is called in failures. */
  readonly name: string;
  readonly phase: LoadPhase;
  /** Milliseconds for one attempt. */
  readonly attemptMs: number;
  run(): Promise<unknown>;
}

/** A load with its life: asked for by many, run once, tried again by itself and on demand. */
export interface Loadable {
  state(): LoadState;
  /** Resolves once it is there, at once when it was already. Rejects with a LoadError; asking again tries again. */
  load(): Promise<void>;
  /** Called on each change of state. Returns an unsubscribe function. */
  subscribe(listener: (state: LoadState) => void): () => void;
}

/** Milliseconds that a request may take with all its attempts. */
export const OVERALL_MS = 8_000;

/** Attempts that one request makes by itself. */
const TRIES = 3;
const BACK_OFF: BackOff = { baseMs: 400, capMs: 2_000 };

interface Waiter {
  resolve(): void;
  reject(error: LoadError): void;
}

/** Gives a task its state machine: one attempt at a time, a deadline for each and one over all, jittered retries. */
export const createLoadable = (task: LoadTask, { timers, random }: LoadDeps): Loadable => {
  const listeners = new Set<(state: LoadState) => void>();
  let state: LoadState = { status: 'idle' };
  let waiters: readonly Waiter[] = [];
  let tries = 0;
  let stopOverall = (): void => undefined;

  const settle = (serve: (waiter: Waiter) => void): void => {
    stopOverall();
    const served = waiters;
    waiters = [];
    for (const waiter of served) serve(waiter);
  };

  const attempt = (number: number): void => {
    tries += 1;
    const fail = (error: LoadError): void => take({ type: 'failed', attempt: number, error, triesLeft: tries < TRIES });
    const timeout = new LoadError(task.phase, 'timeout', { message: `${task.name} took longer than ${task.attemptMs} ms` });
    const stop = timers.after(task.attemptMs, () => fail(timeout));
    const arrived = (): void => take({ type: 'arrived' });
    // Webpack may also throw at once instead of rejecting.
    const running = Promise.resolve().then(() => task.run());
    void running.then(arrived, (error: unknown) => fail(toLoadError(error, task.phase))).finally(stop);
  };

  const enter = (next: LoadState): void => {
    if (next.status === 'loading' || next.status === 'retrying') attempt(next.attempt);
    if (next.status === 'ready') settle((waiter) => waiter.resolve());
    if (next.status !== 'failed') return;
    if (next.willRetry) timers.after(fullJitter(BACK_OFF, tries - 1, random), () => take({ type: 'retryDue' }));
    else settle((waiter) => waiter.reject(next.error));
  };

  const take = (event: LoadEvent): void => {
    const next = nextLoadState(state, event);
    if (next === state) return;
    state = next;
    enter(next);
    for (const listener of [...listeners]) listener(next);
  };

  const request = (waiter: Waiter): void => {
    if (waiters.length === 0) {
      tries = 0;
      const error = new LoadError('overall', 'timeout', { message: `${task.name} took longer than ${OVERALL_MS} ms` });
      stopOverall = timers.after(OVERALL_MS, () => take({ type: 'expired', error }));
    }
    waiters = [...waiters, waiter];
    take({ type: 'asked' });
  };

  return {
    state: () => state,
    load: () =>
      new Promise<void>((resolve, reject) => {
        if (state.status === 'ready') resolve();
        else request({ resolve, reject });
      }),
    subscribe: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
};
