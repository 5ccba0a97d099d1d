import { createManualTimers } from '@mahlzeit/shared-ui/testing';
import { LoadError } from './load-error';
import { createLoadable, MAX_IDLE_MS, nextLoadState } from './loadable';
import type { LoadEvent, LoadState } from './loadable';

describe('the life of a load', () => {
  const unreachableError = new LoadError('entry', 'unreachable', { message: '503' });

  const idleState: LoadState = { status: 'idle' };
  const loadingState: LoadState = { status: 'loading', attempt: 1 };
  const retryingState: LoadState = { status: 'retrying', attempt: 2 };
  const waitingState: LoadState = { status: 'failed', attempt: 1, error: unreachableError, willRetry: true };
  const failedState: LoadState = { status: 'failed', attempt: 2, error: unreachableError, willRetry: false };
  const readyState: LoadState = { status: 'ready' };

  const askedEvent: LoadEvent = { type: 'asked' };
  const arrivedEvent: LoadEvent = { type: 'arrived' };
  const retryDueEvent: LoadEvent = { type: 'retryDue' };
  const failedEvent = (attempt: number, error = unreachableError, triesLeft = true): LoadEvent => ({
    type: 'failed',
    attempt,
    error,
    triesLeft,
  });

  it.each<[string, LoadState, LoadEvent, LoadState]>([
    ['is asked for the first time', idleState, askedEvent, loadingState],
    ['is asked for while it is under way', loadingState, askedEvent, loadingState],
    ['arrives', loadingState, arrivedEvent, readyState],
    ['fails with tries left and waits for the next', loadingState, failedEvent(1), waitingState],
    ['fails without tries left', retryingState, failedEvent(2, unreachableError, false), failedState],
    ['ignores the error of an older attempt', retryingState, failedEvent(1), retryingState],
    ['tries again when it is time', waitingState, retryDueEvent, retryingState],
    ['stays failed when an old timer fires', failedState, retryDueEvent, failedState],
    ['waits for its own retry when it is asked for meanwhile', waitingState, askedEvent, waitingState],
    [
      'tries again when it is asked for after it has failed',
      failedState,
      askedEvent,
      { status: 'retrying', attempt: 3 },
    ],
    ['takes what arrives late', failedState, arrivedEvent, readyState],
    ['takes what arrives while it waits for a retry', waitingState, arrivedEvent, readyState],
    ['stays ready whatever comes', readyState, failedEvent(1), readyState],
    ['stays ready when asked', readyState, askedEvent, readyState],
    ['stays idle when something arrives that nobody asked for', idleState, arrivedEvent, idleState],
  ])('%s', (_, currentState, event, expectedState) => {
    expect(nextLoadState(currentState, event)).toEqual(expectedState);
  });
});

describe('a load', () => {
  interface LoadAttempt {
    readonly isRetry: boolean;
    finishLoading(): void;
    fail(error?: Error): void;
  }

  const waitUntilSettled = async (): Promise<void> => {
    for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
  };

  const createTestLoadable = () => {
    const timers = createManualTimers();
    const attempts: LoadAttempt[] = [];
    const progressListeners = new Set<() => void>();
    const runTask = (isRetry: boolean) =>
      new Promise<void>((resolve, reject) => {
        attempts.push({
          isRetry,
          finishLoading: resolve,
          fail: (error = new Error('Loading chunk 7 failed.')) => reject(error),
        });
      });
    const loadable = createLoadable(
      { name: 'mf-social', phase: 'entry', run: runTask },
      {
        timers,
        random: () => 0.5,
        onProgress(listener) {
          progressListeners.add(listener);
          return () => progressListeners.delete(listener);
        },
        scriptReason: () => 'mismatch',
      },
    );
    const outcomes: string[] = [];
    const startLoading = (): void => {
      loadable.load().then(
        () => outcomes.push('ready'),
        (error: LoadError) => outcomes.push(`${error.phase}: ${error.reason}`),
      );
    };
    /** Lets the current attempt fail, and the delay before the next one pass. */
    const failAttempt = async (error?: Error): Promise<void> => {
      await waitUntilSettled();
      attempts.at(-1)?.fail(error);
      await waitUntilSettled();
      timers.advance(1_000);
      await waitUntilSettled();
    };
    const makeProgress = (): void => progressListeners.forEach((listener) => listener());
    return { timers, attempts, loadable, outcomes, ask: startLoading, failAttempt, makeProgress, progressListeners };
  };

  it('runs once for many requests', async () => {
    const { attempts, outcomes, ask } = createTestLoadable();
    ask();
    ask();
    await waitUntilSettled();
    attempts[0]?.finishLoading();
    await waitUntilSettled();
    ask();
    await waitUntilSettled();
    expect(attempts).toHaveLength(1);
    expect(outcomes).toEqual(['ready', 'ready', 'ready']);
  });

  it('retries by itself after a jittered delay', async () => {
    const { timers, attempts, outcomes, ask } = createTestLoadable();
    ask();
    await waitUntilSettled();
    attempts[0]?.fail();
    await waitUntilSettled();
    timers.advance(199);
    await waitUntilSettled();
    expect(attempts).toHaveLength(1);
    timers.advance(1);
    await waitUntilSettled();
    attempts[1]?.finishLoading();
    await waitUntilSettled();
    expect(outcomes).toEqual(['ready']);
  });

  it('gives up after three tries and starts again at the next request', async () => {
    const { attempts, outcomes, ask, failAttempt } = createTestLoadable();
    ask();
    for (let attempt = 0; attempt < 3; attempt += 1) await failAttempt();
    expect(outcomes).toEqual(['entry: mismatch']);
    expect(attempts.map(({ isRetry }) => isRetry)).toEqual([false, true, true]);
    ask();
    await waitUntilSettled();
    expect(attempts[3]?.isRetry).toBe(false);
    attempts[3]?.finishLoading();
    await waitUntilSettled();
    expect(outcomes).toEqual(['entry: mismatch', 'ready']);
  });

  it('tries each request once after two failed ones, until a while has passed', async () => {
    const { timers, attempts, outcomes, ask, failAttempt } = createTestLoadable();
    for (let request = 0; request < 2; request += 1) {
      ask();
      for (let attempt = 0; attempt < 3; attempt += 1) await failAttempt();
    }
    ask();
    await failAttempt();
    expect(attempts).toHaveLength(7);
    expect(outcomes).toHaveLength(3);
    timers.advance(30_000);
    ask();
    for (let attempt = 0; attempt < 3; attempt += 1) await failAttempt();
    expect(attempts).toHaveLength(10);
  });

  it('tries three times more for a request during the last try', async () => {
    const { timers, attempts, outcomes, ask } = createTestLoadable();
    ask();
    for (const attemptIndex of [0, 1]) {
      await waitUntilSettled();
      attempts[attemptIndex]?.fail();
      await waitUntilSettled();
      timers.advance(1_000);
    }
    await waitUntilSettled();
    ask();
    for (const attemptIndex of [2, 3, 4]) {
      attempts[attemptIndex]?.fail();
      await waitUntilSettled();
      expect(outcomes).toEqual([]);
      timers.advance(1_000);
      await waitUntilSettled();
    }
    attempts[5]?.finishLoading();
    await waitUntilSettled();
    expect(outcomes).toEqual(['ready', 'ready']);
  });

  it('does not repeat a load that has made its own attempts', async () => {
    const { attempts, outcomes, ask, failAttempt } = createTestLoadable();
    ask();
    await failAttempt(new LoadError('chunk', 'unreachable', { message: '503' }));
    expect(attempts).toHaveLength(1);
    expect(outcomes).toEqual(['chunk: unreachable']);
  });

  it('names a wrong version as the reason', async () => {
    const { outcomes, ask, failAttempt } = createTestLoadable();
    ask();
    const skewError = 'Version 1.0.0 from shell of shared singleton module x does not satisfy the requirement of y';
    for (let attempt = 0; attempt < 3; attempt += 1) await failAttempt(new Error(skewError));
    expect(outcomes).toEqual(['entry: incompatible']);
  });

  it('waits without limit while scripts come', async () => {
    const { timers, attempts, outcomes, ask, makeProgress } = createTestLoadable();
    ask();
    for (let part = 0; part < 20; part += 1) {
      timers.advance(MAX_IDLE_MS - 1);
      makeProgress();
      await waitUntilSettled();
    }
    expect(outcomes).toEqual([]);
    attempts[0]?.finishLoading();
    await waitUntilSettled();
    expect(outcomes).toEqual(['ready']);
    expect(attempts).toHaveLength(1);
  });

  it('ends an attempt that loads nothing, and gives up after the second one', async () => {
    const { timers, attempts, outcomes, ask, progressListeners } = createTestLoadable();
    ask();
    await waitUntilSettled();
    timers.advance(MAX_IDLE_MS);
    await waitUntilSettled();
    timers.advance(200);
    await waitUntilSettled();
    expect(attempts).toHaveLength(2);
    timers.advance(MAX_IDLE_MS);
    await waitUntilSettled();
    expect(outcomes).toEqual(['entry: timeout']);
    expect(progressListeners.size).toBe(0);
  });

  it('is ready when an abandoned load arrives after all', async () => {
    const { timers, attempts, loadable, outcomes, ask } = createTestLoadable();
    const seenStates: string[] = [];
    loadable.subscribe(({ status }) => seenStates.push(status));
    ask();
    await waitUntilSettled();
    timers.advance(MAX_IDLE_MS);
    await waitUntilSettled();
    attempts[0]?.finishLoading();
    await waitUntilSettled();
    expect(seenStates.at(-1)).toBe('ready');
    ask();
    await waitUntilSettled();
    expect(outcomes).toEqual(['ready', 'ready']);
  });

  it('treats a synchronous exception like a rejection', async () => {
    const timers = createManualTimers();
    const runTask = (): Promise<void> => {
      throw new Error('boom');
    };
    const loadable = createLoadable(
      { name: 'x', phase: 'chunk', run: runTask },
      { timers, random: () => 0, onProgress: () => () => undefined, scriptReason: () => 'unreachable' },
    );
    const loadOutcome = loadable.load().catch((error: LoadError) => error.reason);
    for (let turn = 0; turn < 4; turn += 1) {
      await waitUntilSettled();
      timers.advance(0);
    }
    await expect(loadOutcome).resolves.toBe('broken');
  });
});
