import { createManualTimers } from '@mahlzeit/shared-ui/testing';
import { LoadError } from './load-error';
import { createLoadable, nextLoadState, OVERALL_MS } from './loadable';
import type { LoadEvent, LoadState } from './loadable';

describe('the life of a load', () => {
  const unreachable = new LoadError('entry', 'unreachable', { message: '503' });
  const incompatible = new LoadError('entry', 'incompatible', { message: '^2' });
  const timeout = new LoadError('overall', 'timeout', { message: '8 s' });

  const idle: LoadState = { status: 'idle' };
  const loading: LoadState = { status: 'loading', attempt: 1 };
  const retrying: LoadState = { status: 'retrying', attempt: 2 };
  const waiting: LoadState = { status: 'failed', attempt: 1, error: unreachable, willRetry: true };
  const failed: LoadState = { status: 'failed', attempt: 2, error: unreachable, willRetry: false };
  const ready: LoadState = { status: 'ready' };

  const request: LoadEvent = { type: 'asked' };
  const arrived: LoadEvent = { type: 'arrived' };
  const retryDue: LoadEvent = { type: 'retryDue' };
  const expired: LoadEvent = { type: 'expired', error: timeout };
  const fails = (attempt: number, error = unreachable, triesLeft = true): LoadEvent => ({
    type: 'failed',
    attempt,
    error,
    triesLeft,
  });

  it.each<[string, LoadState, LoadEvent, LoadState]>([
    ['is asked for the first time', idle, request, loading],
    ['is asked for while it is under way', loading, request, loading],
    ['arrives', loading, arrived, ready],
    ['fails with tries left and waits for the next', loading, fails(1), waiting],
    ['fails without tries left', retrying, fails(2, unreachable, false), failed],
    [
      'is not tried again by itself where a version is wrong',
      loading,
      fails(1, incompatible),
      { ...waiting, error: incompatible, willRetry: false },
    ],
    ['ignores the error of an older attempt', retrying, fails(1), retrying],
    ['tries again when it is time', waiting, retryDue, retrying],
    ['stays failed when an old timer fires', failed, retryDue, failed],
    ['waits for its own retry when it is asked for meanwhile', waiting, request, waiting],
    ['tries again when it is asked for after it has failed', failed, request, { status: 'retrying', attempt: 3 }],
    ['takes what arrives late', failed, arrived, ready],
    ['takes what arrives while it waits for a retry', waiting, arrived, ready],
    [
      'gives up under way when the time is over',
      retrying,
      expired,
      { status: 'failed', attempt: 2, error: timeout, willRetry: false },
    ],
    ['gives up waiting when the time is over and keeps the reason', waiting, expired, { ...waiting, willRetry: false }],
    ['stays ready whatever comes', ready, fails(1), ready],
    ['stays ready when asked', ready, request, ready],
    ['stays ready when the time is over', ready, expired, ready],
    ['stays idle when something arrives that nobody asked for', idle, arrived, idle],
  ])('%s', (_, state, event, next) => {
    expect(nextLoadState(state, event)).toEqual(next);
  });
});

describe('a load', () => {
  interface Attempt {
    succeed(): void;
    fail(message?: string): void;
  }

  const settled = async (): Promise<void> => {
    for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
  };

  const setUp = () => {
    const timers = createManualTimers();
    const attempts: Attempt[] = [];
    const run = () =>
      new Promise<void>((resolve, reject) => {
        attempts.push({ succeed: resolve, fail: (message = 'Loading chunk 7 failed.') => reject(new Error(message)) });
      });
    const loadable = createLoadable(
      { name: 'mf-social', phase: 'entry', attemptMs: 5_000, run },
      { timers, random: () => 0.5 },
    );
    const outcomes: string[] = [];
    const ask = (): void => {
      loadable.load().then(
        () => outcomes.push('ready'),
        (error: LoadError) => outcomes.push(`${error.phase}: ${error.reason}`),
      );
    };
    return { timers, attempts, loadable, outcomes, ask };
  };

  it('runs once for many requests', async () => {
    const { attempts, outcomes, ask } = setUp();
    ask();
    ask();
    await settled();
    attempts[0]?.succeed();
    await settled();
    ask();
    await settled();
    expect(attempts).toHaveLength(1);
    expect(outcomes).toEqual(['ready', 'ready', 'ready']);
  });

  it('retries by itself after a jittered delay', async () => {
    const { timers, attempts, outcomes, ask } = setUp();
    ask();
    await settled();
    attempts[0]?.fail();
    await settled();
    timers.advance(199);
    await settled();
    expect(attempts).toHaveLength(1);
    timers.advance(1);
    await settled();
    attempts[1]?.succeed();
    await settled();
    expect(outcomes).toEqual(['ready']);
  });

  it('gives up after three tries and starts again at the next request', async () => {
    const { timers, attempts, outcomes, ask } = setUp();
    ask();
    for (const number of [0, 1, 2]) {
      await settled();
      attempts[number]?.fail();
      await settled();
      timers.advance(1_000);
    }
    await settled();
    expect(outcomes).toEqual(['entry: unreachable']);
    expect(attempts).toHaveLength(3);
    ask();
    await settled();
    attempts[3]?.succeed();
    await settled();
    expect(outcomes).toEqual(['entry: unreachable', 'ready']);
  });

  it('tries three times more for a request during the last try', async () => {
    const { timers, attempts, outcomes, ask } = setUp();
    ask();
    for (const number of [0, 1]) {
      await settled();
      attempts[number]?.fail();
      await settled();
      timers.advance(1_000);
    }
    await settled();
    ask();
    for (const number of [2, 3, 4]) {
      attempts[number]?.fail();
      await settled();
      expect(outcomes).toEqual([]);
      timers.advance(1_000);
      await settled();
    }
    attempts[5]?.succeed();
    await settled();
    expect(outcomes).toEqual(['ready', 'ready']);
  });

  it('gives each request the same time, whatever came before', async () => {
    const { timers, attempts, outcomes, ask } = setUp();
    ask();
    timers.advance(5_000);
    await settled();
    timers.advance(2_000);
    ask();
    timers.advance(1_000);
    await settled();
    expect(outcomes).toEqual(['overall: timeout']);
    attempts.at(-1)?.succeed();
    await settled();
    expect(outcomes).toEqual(['overall: timeout', 'ready']);
  });

  it('does not retry an incompatible version by itself', async () => {
    const { timers, attempts, outcomes, ask } = setUp();
    ask();
    await settled();
    attempts[0]?.fail(
      'Version 1.0.0 from shell of shared singleton module x does not satisfy the requirement of mf-social which needs ^2.0.0',
    );
    await settled();
    timers.advance(OVERALL_MS);
    await settled();
    expect(attempts).toHaveLength(1);
    expect(outcomes).toEqual(['entry: incompatible']);
  });

  it('ends a hanging attempt at its deadline and the request at the overall deadline', async () => {
    const { timers, attempts, outcomes, ask } = setUp();
    ask();
    await settled();
    timers.advance(5_000);
    await settled();
    timers.advance(200);
    await settled();
    expect(attempts).toHaveLength(2);
    timers.advance(2_799);
    await settled();
    expect(outcomes).toEqual([]);
    timers.advance(1);
    await settled();
    expect(outcomes).toEqual(['overall: timeout']);
  });

  it('is ready when an abandoned load arrives after all', async () => {
    const { timers, attempts, loadable, outcomes, ask } = setUp();
    const states: string[] = [];
    loadable.subscribe(({ status }) => states.push(status));
    ask();
    await settled();
    timers.advance(OVERALL_MS);
    await settled();
    attempts[0]?.succeed();
    await settled();
    expect(states.at(-1)).toBe('ready');
    ask();
    await settled();
    expect(outcomes).toEqual(['overall: timeout', 'ready']);
  });

  it('treats a synchronous exception like a rejection', async () => {
    const timers = createManualTimers();
    const run = (): Promise<void> => {
      throw new Error('boom');
    };
    const loadable = createLoadable({ name: 'x', phase: 'chunk', attemptMs: 5_000, run }, { timers, random: () => 0 });
    const outcome = loadable.load().catch((error: LoadError) => error.reason);
    for (let turn = 0; turn < 4; turn += 1) {
      await settled();
      timers.advance(0);
    }
    await expect(outcome).resolves.toBe('broken');
  });
});
