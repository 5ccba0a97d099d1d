import { createManualTimers } from '@mahlzeit/shared-ui/testing';
import { LoadError } from './load-error';
import { createLoadable, nextLoadState, MAX_LOAD_MS } from './loadable';
import type { LoadEvent, LoadState } from './loadable';

describe('the life of a load', () => {
  const unreachableError = new LoadError('entry', 'unreachable', { message: '503' });
  const incompatibleError = new LoadError('entry', 'incompatible', { message: '^2' });
  const timeoutError = new LoadError('overall', 'timeout', { message: '8 s' });

  const idleState: LoadState = { status: 'idle' };
  const loadingState: LoadState = { status: 'loading', attempt: 1 };
  const retryingState: LoadState = { status: 'retrying', attempt: 2 };
  const waitingState: LoadState = { status: 'failed', attempt: 1, error: unreachableError, willRetry: true };
  const failedState: LoadState = { status: 'failed', attempt: 2, error: unreachableError, willRetry: false };
  const readyState: LoadState = { status: 'ready' };

  const askedEvent: LoadEvent = { type: 'asked' };
  const arrivedEvent: LoadEvent = { type: 'arrived' };
  const retryDueEvent: LoadEvent = { type: 'retryDue' };
  const expiredEvent: LoadEvent = { type: 'expired', error: timeoutError };
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
    [
      'is not tried again by itself where a version is wrong',
      loadingState,
      failedEvent(1, incompatibleError),
      { ...waitingState, error: incompatibleError, willRetry: false },
    ],
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
    [
      'gives up under way when the time is over',
      retryingState,
      expiredEvent,
      { status: 'failed', attempt: 2, error: timeoutError, willRetry: false },
    ],
    [
      'gives up waiting when the time is over and keeps the reason',
      waitingState,
      expiredEvent,
      { ...waitingState, willRetry: false },
    ],
    ['stays ready whatever comes', readyState, failedEvent(1), readyState],
    ['stays ready when asked', readyState, askedEvent, readyState],
    ['stays ready when the time is over', readyState, expiredEvent, readyState],
    ['stays idle when something arrives that nobody asked for', idleState, arrivedEvent, idleState],
  ])('%s', (_, currentState, event, expectedState) => {
    expect(nextLoadState(currentState, event)).toEqual(expectedState);
  });
});

describe('a load', () => {
  interface LoadAttempt {
    finishLoading(): void;
    fail(message?: string): void;
  }

  const waitUntilSettled = async (): Promise<void> => {
    for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
  };

  const createTestLoadable = () => {
    const timers = createManualTimers();
    const attempts: LoadAttempt[] = [];
    const runTask = () =>
      new Promise<void>((resolve, reject) => {
        attempts.push({
          finishLoading: resolve,
          fail: (message = 'Loading chunk 7 failed.') => reject(new Error(message)),
        });
      });
    const loadable = createLoadable(
      { name: 'mf-social', phase: 'entry', attemptMs: 5_000, run: runTask },
      { timers, random: () => 0.5 },
    );
    const outcomes: string[] = [];
    const startLoading = (): void => {
      loadable.load().then(
        () => outcomes.push('ready'),
        (error: LoadError) => outcomes.push(`${error.phase}: ${error.reason}`),
      );
    };
    return { timers, attempts, loadable, outcomes, ask: startLoading };
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
    const { timers, attempts, outcomes, ask } = createTestLoadable();
    ask();
    for (const attemptIndex of [0, 1, 2]) {
      await waitUntilSettled();
      attempts[attemptIndex]?.fail();
      await waitUntilSettled();
      timers.advance(1_000);
    }
    await waitUntilSettled();
    expect(outcomes).toEqual(['entry: unreachable']);
    expect(attempts).toHaveLength(3);
    ask();
    await waitUntilSettled();
    attempts[3]?.finishLoading();
    await waitUntilSettled();
    expect(outcomes).toEqual(['entry: unreachable', 'ready']);
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

  it('gives each request the same time, whatever came before', async () => {
    const { timers, attempts, outcomes, ask } = createTestLoadable();
    ask();
    timers.advance(5_000);
    await waitUntilSettled();
    timers.advance(2_000);
    ask();
    timers.advance(1_000);
    await waitUntilSettled();
    expect(outcomes).toEqual(['overall: timeout']);
    attempts.at(-1)?.finishLoading();
    await waitUntilSettled();
    expect(outcomes).toEqual(['overall: timeout', 'ready']);
  });

  it('does not retry an incompatible version by itself', async () => {
    const { timers, attempts, outcomes, ask } = createTestLoadable();
    ask();
    await waitUntilSettled();
    attempts[0]?.fail(
      'Version 1.0.0 from shell of shared singleton module x does not satisfy the requirement of mf-social which needs ^2.0.0',
    );
    await waitUntilSettled();
    timers.advance(MAX_LOAD_MS);
    await waitUntilSettled();
    expect(attempts).toHaveLength(1);
    expect(outcomes).toEqual(['entry: incompatible']);
  });

  it('ends a hanging attempt at its deadline and the request at the overall deadline', async () => {
    const { timers, attempts, outcomes, ask } = createTestLoadable();
    ask();
    await waitUntilSettled();
    timers.advance(5_000);
    await waitUntilSettled();
    timers.advance(200);
    await waitUntilSettled();
    expect(attempts).toHaveLength(2);
    timers.advance(2_799);
    await waitUntilSettled();
    expect(outcomes).toEqual([]);
    timers.advance(1);
    await waitUntilSettled();
    expect(outcomes).toEqual(['overall: timeout']);
  });

  it('is ready when an abandoned load arrives after all', async () => {
    const { timers, attempts, loadable, outcomes, ask } = createTestLoadable();
    const seenStates: string[] = [];
    loadable.subscribe(({ status }) => seenStates.push(status));
    ask();
    await waitUntilSettled();
    timers.advance(MAX_LOAD_MS);
    await waitUntilSettled();
    attempts[0]?.finishLoading();
    await waitUntilSettled();
    expect(seenStates.at(-1)).toBe('ready');
    ask();
    await waitUntilSettled();
    expect(outcomes).toEqual(['overall: timeout', 'ready']);
  });

  it('treats a synchronous exception like a rejection', async () => {
    const timers = createManualTimers();
    const runTask = (): Promise<void> => {
      throw new Error('boom');
    };
    const loadable = createLoadable(
      { name: 'x', phase: 'chunk', attemptMs: 5_000, run: runTask },
      { timers, random: () => 0 },
    );
    const loadOutcome = loadable.load().catch((error: LoadError) => error.reason);
    for (let turn = 0; turn < 4; turn += 1) {
      await waitUntilSettled();
      timers.advance(0);
    }
    await expect(loadOutcome).resolves.toBe('broken');
  });
});
