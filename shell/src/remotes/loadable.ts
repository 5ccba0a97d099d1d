import { createListeners, fullJitterMs } from '@mahlzeit/shared-ui/platform';
import type { BackOffLimits, Timers } from '@mahlzeit/shared-ui/platform';
import { LoadError, isRetryableError, toLoadError } from './load-error';
import type { LoadPhase } from './load-error';

/**
 * State of a load. `failed` with `willRetry`: an automatic retry follows; without: the load waits for the next request.
 * The number of the attempt counts from 1 for the whole page, so that results of earlier attempts can be recognized.
 */
export type LoadState =
  | { readonly status: 'idle' }
  | { readonly status: 'loading'; readonly attempt: number }
  | { readonly status: 'retrying'; readonly attempt: number }
  | { readonly status: 'failed'; readonly attempt: number; readonly error: LoadError; readonly willRetry: boolean }
  | { readonly status: 'ready' };

/**
 * Event that may change the state of a load. `asked`: somebody requests the load; `arrived`: an attempt succeeded;
 * `retryDue`: the delay before a retry has passed; `expired`: the time limit of the request has passed.
 */
export type LoadEvent =
  | { readonly type: 'asked' }
  | { readonly type: 'arrived' }
  | { readonly type: 'failed'; readonly attempt: number; readonly error: LoadError; readonly triesLeft: boolean }
  | { readonly type: 'retryDue' }
  | { readonly type: 'expired'; readonly error: LoadError };

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

/** Next state for each type of event; an event that has no effect returns the same state. */
const transitions: { readonly [E in LoadEvent['type']]: LoadStateTransition<E> } = {
  asked(state) {
    if (state.status === 'idle') return { status: 'loading', attempt: 1 };
    return isFailedState(state) && !state.willRetry ? retryingStateAfter(state) : state;
  },
  // Even the result of an attempt that timed out is used.
  arrived: (state) => (state.status === 'idle' ? state : { status: 'ready' }),
  failed(state, { attempt, error, triesLeft }) {
    const isCurrentAttempt = isLoadingState(state) && state.attempt === attempt;
    return isCurrentAttempt
      ? { status: 'failed', attempt, error, willRetry: triesLeft && isRetryableError(error) }
      : state;
  },
  retryDue: (state) => (isFailedState(state) && state.willRetry ? retryingStateAfter(state) : state),
  expired(state, { error }) {
    if (isLoadingState(state)) return { status: 'failed', attempt: state.attempt, error, willRetry: false };
    return isFailedState(state) ? { ...state, willRetry: false } : state;
  },
};

/** Returns the next state of a load after an event. */
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
    case 'expired':
      return transitions.expired(state, event);
  }
};

export interface LoadableDeps {
  readonly timers: Timers;
  /** Returns a random number from 0 (inclusive) to 1 (exclusive). */
  readonly random: () => number;
}

/** Work that a Loadable runs until it succeeds. */
export interface LoadTask {
  /** Name of the task in error messages. */
  readonly name: string;
  readonly phase: LoadPhase;
  /** Time limit of one attempt, in milliseconds. */
  readonly attemptMs: number;
  run(): Promise<unknown>;
}

/**
 * Load that several callers may request, that runs one attempt at a time and that is retried automatically and on
 * request.
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

/** Time limit of a request with all its attempts, in milliseconds. */
export const MAX_LOAD_MS = 8_000;

/** Maximum number of automatic attempts of one request. */
const MAX_LOAD_ATTEMPTS = 3;
const RETRY_BACK_OFF: BackOffLimits = { baseMs: 400, capMs: 2_000 };

interface WaitingCaller {
  resolve(): void;
  reject(error: LoadError): void;
  /** Cancels the time limit of the waiting caller. */
  stopDeadline(): void;
}

/**
 * Creates the state machine of a task. One attempt runs at a time; each attempt and each request has a time limit; the
 * delays before retries are random.
 */
export const createLoadable = (task: LoadTask, { timers, random }: LoadableDeps): Loadable => {
  const listeners = createListeners<[LoadState]>();
  let loadState: LoadState = { status: 'idle' };
  let waiters: readonly WaitingCaller[] = [];
  let attemptCount = 0;

  const settleWaiters = (settleWaiter: (waiter: WaitingCaller) => void): void => {
    const servedWaiters = waiters;
    waiters = [];
    for (const waiter of servedWaiters) {
      waiter.stopDeadline();
      settleWaiter(waiter);
    }
  };

  const runAttempt = (attemptNumber: number): void => {
    attemptCount += 1;
    const failAttempt = (error: LoadError): void =>
      dispatchEvent({ type: 'failed', attempt: attemptNumber, error, triesLeft: attemptCount < MAX_LOAD_ATTEMPTS });
    const timeoutError = new LoadError(task.phase, 'timeout', {
      message: `${task.name} took longer than ${task.attemptMs} ms`,
    });
    const stopTimeout = timers.after(task.attemptMs, () => failAttempt(timeoutError));
    const onArrived = (): void => dispatchEvent({ type: 'arrived' });
    // `then` turns a synchronous exception, which webpack may throw, into a rejection.
    const taskPromise = Promise.resolve().then(() => task.run());
    void taskPromise
      .then(onArrived, (error: unknown) => failAttempt(toLoadError(error, task.phase)))
      .finally(stopTimeout);
  };

  const enterState = (nextState: LoadState): void => {
    if (nextState.status === 'loading' || nextState.status === 'retrying') runAttempt(nextState.attempt);
    if (nextState.status === 'ready') settleWaiters((waiter) => waiter.resolve());
    if (nextState.status !== 'failed') return;
    if (nextState.willRetry)
      timers.after(fullJitterMs(RETRY_BACK_OFF, Math.max(attemptCount - 1, 0), random), () =>
        dispatchEvent({ type: 'retryDue' }),
      );
    else settleWaiters((waiter) => waiter.reject(nextState.error));
  };

  const dispatchEvent = (event: LoadEvent): void => {
    const nextState = nextLoadState(loadState, event);
    if (nextState === loadState) return;
    loadState = nextState;
    enterState(nextState);
    listeners.emit(nextState);
  };

  const rejectWaiter = (waiter: WaitingCaller): void => {
    const error = new LoadError('overall', 'timeout', { message: `${task.name} took longer than ${MAX_LOAD_MS} ms` });
    if (waiters.length === 1) return dispatchEvent({ type: 'expired', error });
    waiters = waiters.filter((candidate) => candidate !== waiter);
    waiter.reject(error);
  };

  const addWaiter = (callbacks: Pick<WaitingCaller, 'resolve' | 'reject'>): void => {
    // A request that joins a running load gets the full number of attempts and the full time. Otherwise its only
    // attempt could fail with the browser's cached result of an earlier failure.
    attemptCount = 0;
    const waiter: WaitingCaller = { ...callbacks, stopDeadline: timers.after(MAX_LOAD_MS, () => rejectWaiter(waiter)) };
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
