import type { Result } from '@mahlzeit/contract';
import type { Timers } from '../browser/clock';
import { createListeners } from '../events/listeners';
import type { ApiError } from './api-error';

/** Last value of a feed, and the error of the last request; null if it succeeded. */
export interface FeedState<Value> {
  readonly value: Value | null;
  readonly error: ApiError | null;
  /** Whether a request is under way that the user has asked for. */
  readonly isRetrying: boolean;
}

/** Functions that a feed depends on. */
interface PolledFeedDeps<Value> {
  read(signal: AbortSignal): Promise<Result<Value, ApiError>>;
  readonly timers: Timers;
  /** Pause between two requests in ms. */
  readonly pauseMs: number;
  isVisible(): boolean;
}

/** Value that the gateway is asked for again and again while the page is visible. */
export interface PolledFeed<Value> {
  get(): FeedState<Value>;
  /** Calls the listener when the state changes. Returns an unsubscribe function. */
  subscribe(listener: () => void): () => void;
  /** Begins with a request. */
  start(): void;
  /** Ends the requests and forgets the value. */
  stop(): void;
  /** Requests the value now. Resolves after the answer. A request that was under way no longer counts. */
  refresh(): Promise<void>;
  /** Requests the value now if the feed has started and the page is visible. */
  wake(): void;
}

const EMPTY_STATE = { value: null, error: null, isRetrying: false } as const;

/**
 * Creates a feed, for readers who have no live topic. One pause follows each answer, so that a slow network
 * gets one request at a time.
 */
export const createPolledFeed = <Value>({
  read,
  timers,
  pauseMs,
  isVisible,
}: PolledFeedDeps<Value>): PolledFeed<Value> => {
  let state: FeedState<Value> = EMPTY_STATE;
  let isRunning = false;
  let cancelTimer = (): void => undefined;
  let controller = new AbortController();
  const listeners = createListeners();

  const show = (newState: FeedState<Value>): void => {
    state = newState;
    listeners.emit();
  };
  const cancelPending = (): void => {
    cancelTimer();
    controller.abort();
    controller = new AbortController();
  };
  const load = async (): Promise<void> => {
    cancelPending();
    const { signal } = controller;
    const answer = await read(signal);
    // A later request has replaced this one, or the feed has stopped.
    if (signal.aborted) return;
    show({
      value: answer.ok ? answer.value : state.value,
      error: answer.ok ? null : answer.error,
      isRetrying: false,
    });
    cancelTimer = timers.after(pauseMs, wake);
  };
  // A hidden page lets the timer pass; `wake` is called when it becomes visible again.
  const wake = (): void => {
    if (isRunning && isVisible()) void load();
  };

  return {
    get: () => state,
    subscribe: listeners.add,
    start() {
      isRunning = true;
      void load();
    },
    stop() {
      isRunning = false;
      cancelPending();
      show(EMPTY_STATE);
    },
    async refresh() {
      if (!isRunning) return;
      show({ ...state, isRetrying: true });
      await load();
    },
    wake,
  };
};
