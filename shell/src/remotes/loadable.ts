import { createListeners, fullJitterMs } from '@mahlzeit/shared-ui/platform';
import type { BackOffLimits, Timers } from '@mahlzeit/shared-ui/platform';
import type { ScriptErrorReason } from '../script-fetch';
import { LoadError, toLoadError } from './load-error';
import type { LoadPhase } from './load-error';

/**
 * State of loading something (a remote or a part of it). `failed` with `willRetry`: an automatic retry follows;
 * without: the load waits for the next request. The number of the attempt counts from 1 for the whole page, so that
 * results of earlier attempts can be recognized.
 */
export type LoadState =
  | { readonly status: 'idle' }
  | { readonly status: 'loading'; readonly attempt: number }
  | { readonly status: 'retrying'; readonly attempt: number }
  | { readonly status: 'failed'; readonly attempt: number; readonly error: LoadError; readonly willRetry: boolean }
  | { readonly status: 'ready' };

/**
 * Event that may change the state of loading. `asked`: a caller requests it; `arrived`: an attempt succeeded;
 * `retryDue`: the delay before a retry has passed.
 */
export type LoadEvent =
  | { readonly type: 'asked' }
  | { readonly type: 'arrived' }
  | { readonly type: 'failed'; readonly attempt: number; readonly error: LoadError; readonly triesLeft: boolean }
  | { readonly type: 'retryDue' };

type LoadingState = Extract<LoadState, { status: 'loading' | 'retrying' }>;
type FailedState = Extract<LoadState, { status: 'failed' }>;

const isLoadingState = (state: LoadState): state is LoadingState =>
  state.status === 'loading' || state.status === 'retrying';
const isFailedState = (state: LoadState): state is FailedState => state.status === 'failed';
const retryingStateAfter = ({ attempt }: FailedState): LoadState => ({ status: 'retrying', attempt: attempt + 1 });

type LoadStateTransition<E extends LoadEvent['type']> = (
  state: LoadState,
  event: Extract<LoadEvent, { type: E }>,
) => LoadState;

/** Next state of loading for each type of event. An event that has no effect returns the same state. */
const transitions: { readonly [E in LoadEvent['type']]: LoadStateTransition<E> } = {
  asked(state) {
    if (state.status === 'idle') return { status: 'loading', attempt: 1 };
    return isFailedState(state) && !state.willRetry ? retryingStateAfter(state) : state;
  },
  // The result of an attempt is used even if the attempt has timed out before.
  arrived: (state) => (state.status === 'idle' ? state : { status: 'ready' }),
  failed(state, { attempt, error, triesLeft }) {
    const isCurrentAttempt = isLoadingState(state) && state.attempt === attempt;
    return isCurrentAttempt ? { status: 'failed', attempt, error, willRetry: triesLeft } : state;
  },
  retryDue: (state) => (isFailedState(state) && state.willRetry ? retryingStateAfter(state) : state),
};

/** Returns the next state of loading after an event. */
export const nextLoadState = (state: LoadState, event: LoadEvent): LoadState => {
  switch (event.type) {
    case 'asked':
      return transitions.asked(state, event);
    case 'arrived':
      return transitions.arrived(state, event);
    case 'failed':
      return transitions.failed(state, event);
    case 'retryDue':
      return transitions.retryDue(state, event);
  }
};

export interface LoadableDeps {
  readonly timers: Timers;
  /** Returns a random number from 0 (inclusive) to 1 (exclusive). */
  readonly random: () => number;
  /**
   * Calls `listener` whenever bytes of a script arrive, and at the end of each script. Returns an unsubscribe function.
   */
  onProgress(listener: () => void): () => void;
  /** Returns the reason of the script that failed last. */
  scriptReason(): ScriptErrorReason;
}

/** Task, such as loading a script, that is repeated until it succeeds. */
export interface LoadTask {
  /** Name of the task in error messages. */
  readonly name: string;
  readonly phase: LoadPhase;
  /**
   * Runs one attempt. `isRetry` is true if the same request has failed before and this attempt follows automatically.
   */
  run(isRetry: boolean): Promise<unknown>;
}

/**
 * Loads something once for several callers: it runs one attempt at a time, and repeats failed attempts automatically
 * and on request.
 */
export interface Loadable {
  state(): LoadState;
  /**
   * Resolves once the task has succeeded, immediately if it already has. Rejects with a LoadError; another call tries
   * again.
   */
  load(): Promise<void>;
  /** Calls the listener on each change of state. Returns an unsubscribe function. */
  subscribe(listener: (state: LoadState) => void): () => void;
}

/**
 * Time in ms without any progress after which an attempt fails. It is longer than the limit for a script that sends
 * nothing, so that a script's own error comes first. There is no limit for an attempt whose scripts keep coming.
 */
export const MAX_IDLE_MS = 10_000;

/**
 * Maximum numbers of attempts for one request: the usual number, and the number after a time-out, for which the user
 * has already waited.
 */
const MAX_LOAD_ATTEMPTS = 3;
const MAX_TIMEOUT_ATTEMPTS = 2;
const RETRY_BACK_OFF: BackOffLimits = { baseMs: 400, capMs: 2_000 };

/**
 * After this number of failed requests in a row, failed attempts aren't repeated automatically for a while. Each
 * further request still makes one attempt.
 */
const MAX_FAILED_REQUESTS = 2;
const PAUSE_MS = 30_000;

interface WaitingCaller {
  resolve(): void;
  reject(error: LoadError): void;
}

/**
 * Creates the object that runs a task until it succeeds. One attempt runs at a time; an attempt without progress fails;
 * the delays before retries are random.
 */
export const createLoadable = (task: LoadTask, deps: LoadableDeps): Loadable => {
  const { timers, random, onProgress, scriptReason } = deps;
  const listeners = createListeners<[LoadState]>();
  let loadState: LoadState = { status: 'idle' };
  let waiters: readonly WaitingCaller[] = [];
  let attemptCount = 0;
  let failedRequestCount = 0;
  let stopPause = (): void => undefined;

  const settleWaiters = (settleWaiter: (waiter: WaitingCaller) => void): void => {
    const servedWaiters = waiters;
    waiters = [];
    servedWaiters.forEach(settleWaiter);
  };

  const hasTriesLeft = ({ phase, reason }: LoadError): boolean => {
    // An error of an earlier phase comes from another load that has made its own attempts, so it isn't repeated here.
    if (phase !== task.phase || failedRequestCount >= MAX_FAILED_REQUESTS) return false;
    return attemptCount < (reason === 'timeout' ? MAX_TIMEOUT_ATTEMPTS : MAX_LOAD_ATTEMPTS);
  };

  /** Calls `onIdle` after a time without progress. Returns a function that ends the watch. */
  const watchProgress = (onIdle: () => void): (() => void) => {
    let stopTimer = timers.after(MAX_IDLE_MS, onIdle);
    const stopListening = onProgress(() => {
      stopTimer();
      stopTimer = timers.after(MAX_IDLE_MS, onIdle);
    });
    return () => {
      stopTimer();
      stopListening();
    };
  };

  const runAttempt = (attemptNumber: number): void => {
    attemptCount += 1;
    const isRetry = attemptCount > 1;
    const failAttempt = (error: LoadError): void => {
      stopWatch();
      dispatchEvent({ type: 'failed', attempt: attemptNumber, error, triesLeft: hasTriesLeft(error) });
    };
    const idleError = new LoadError(task.phase, 'timeout', {
      message: `${task.name} loaded nothing for ${MAX_IDLE_MS} ms`,
    });
    const stopWatch = watchProgress(() => failAttempt(idleError));
    const onArrived = (): void => {
      stopWatch();
      dispatchEvent({ type: 'arrived' });
    };
    // `then` turns a synchronous exception, which webpack may throw, into a rejection.
    void Promise.resolve()
      .then(() => task.run(isRetry))
      .then(onArrived, (error: unknown) => failAttempt(toLoadError(error, task.phase, scriptReason())));
  };

  const pauseRetries = (): void => {
    failedRequestCount += 1;
    stopPause();
    stopPause = timers.after(PAUSE_MS, () => (failedRequestCount = 0));
  };

  const enterState = (nextState: LoadState): void => {
    if (nextState.status === 'loading' || nextState.status === 'retrying') runAttempt(nextState.attempt);
    if (nextState.status === 'ready') {
      stopPause();
      settleWaiters((waiter) => waiter.resolve());
    }
    if (nextState.status !== 'failed') return;
    if (nextState.willRetry)
      timers.after(fullJitterMs(RETRY_BACK_OFF, Math.max(attemptCount - 1, 0), random), () =>
        dispatchEvent({ type: 'retryDue' }),
      );
    else {
      pauseRetries();
      settleWaiters((waiter) => waiter.reject(nextState.error));
    }
  };

  const dispatchEvent = (event: LoadEvent): void => {
    const nextState = nextLoadState(loadState, event);
    if (nextState === loadState) return;
    loadState = nextState;
    enterState(nextState);
    listeners.emit(nextState);
  };

  const addWaiter = (waiter: WaitingCaller): void => {
    // A request that joins a running attempt gets the full number of attempts. Otherwise its only attempt could fail
    // because of the browser's cached result of an earlier failure.
    attemptCount = 0;
    waiters = [...waiters, waiter];
    dispatchEvent({ type: 'asked' });
  };

  return {
    state: () => loadState,
    load: () =>
      new Promise<void>((resolve, reject) => {
        if (loadState.status === 'ready') resolve();
        else addWaiter({ resolve, reject });
      }),
    subscribe: listeners.add,
  };
};
