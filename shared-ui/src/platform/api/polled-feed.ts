import type { Result } from '@mahlzeit/contract';
import type { Timers } from '../browser/clock';
import { createListeners } from '../events/listeners';
import type { ApiError } from './api-error';

/** Last value that a feed has loaded, and the error of the last request; null if it succeeded. */
export interface FeedState<Value> {
  readonly value: Value | null;
  readonly error: ApiError | null;
  /** Whether a request is running that the user has started by a retry. */
  readonly isRetrying: boolean;
}

/** Functions on which a feed (a value that is requested repeatedly) depends. */
interface PolledFeedDeps<Value> {
  read(signal: AbortSignal): Promise<Result<Value, ApiError>>;
  readonly timers: Timers;
  /** Pause in ms between two requests. */
  readonly pauseMs: number;
  isVisible(): boolean;
}

/** Value that is requested from the gateway again and again while the page is visible. */
export interface PolledFeed<Value> {
  get(): FeedState<Value>;
  /** Calls the listener when the state changes. Returns an unsubscribe function. */
  subscribe(listener: () => void): () => void;
  /** Starts the repeated requests, the first one at once. */
  start(): void;
  /** Stops the repeated requests and forgets the value. */
  stop(): void;
  /**
   * Requests the value now. Resolves when the response has arrived. The response to a request that was already running
   * is ignored.
   */
  refresh(): Promise<void>;
  /** Requests the value now if the feed has started and the page is visible. */
  wake(): void;
}

const EMPTY_STATE = { value: null, error: null, isRetrying: false } as const;

/**
 * Creates a feed, which requests a value repeatedly, for users who have no live topic. The next request follows a pause
 * after each response, so that a slow network gets only one request at a time.
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
    // The response is ignored, because a later request has replaced this one, or the feed was stopped.
    if (signal.aborted) return;
    show({
      value: answer.ok ? answer.value : state.value,
      error: answer.ok ? null : answer.error,
      isRetrying: false,
    });
    cancelTimer = timers.after(pauseMs, loadIfVisible);
  };
  // While the page is hidden, this function does nothing. It runs again when the page becomes visible.
  const loadIfVisible = (): void => {
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
    wake: loadIfVisible,
  };
};
