import { LoadError } from './load-failure';
import type { LoadEvent, LoadState } from './load-state';
import { nextLoadState } from './load-state';

const unreachable = new LoadError('entry', 'unreachable', { message: '503' });
const incompatible = new LoadError('entry', 'incompatible', { message: '^2' });
const timeout = new LoadError('overall', 'timeout', { message: '8 s' });

const idle: LoadState = { status: 'idle' };
const loading: LoadState = { status: 'loading', attempt: 1 };
const retrying: LoadState = { status: 'retrying', attempt: 2 };
const waiting: LoadState = { status: 'failed', attempt: 1, error: unreachable, willRetry: true };
const failed: LoadState = { status: 'failed', attempt: 2, error: unreachable, willRetry: false };
const ready: LoadState = { status: 'ready' };

const asked: LoadEvent = { type: 'asked' };
const arrived: LoadEvent = { type: 'arrived' };
const retryDue: LoadEvent = { type: 'retryDue' };
const expired: LoadEvent = { type: 'expired', error: timeout };
const fails = (attempt: number, error = unreachable, triesLeft = true): LoadEvent => ({ type: 'failed', attempt, error, triesLeft });

describe('life of a load', () => {
  it.each<[string, LoadState, LoadEvent, LoadState]>([
    ['is asked for the first time', idle, asked, loading],
    ['is asked for while it is under way', loading, asked, loading],
    ['arrives', loading, arrived, ready],
    ['fails with tries left and waits for the next', loading, fails(1), waiting],
    ['fails without tries left', retrying, fails(2, unreachable, false), failed],
    ['is not tried again by itself where a version is wrong', loading, fails(1, incompatible), { ...waiting, error: incompatible, willRetry: false }],
    ['ignores the error of an older attempt', retrying, fails(1), retrying],
    ['tries again when it is time', waiting, retryDue, retrying],
    ['stays failed when an old timer fires', failed, retryDue, failed],
    ['waits for its own retry when it is asked for meanwhile', waiting, asked, waiting],
    ['tries again when it is asked for after it has failed', failed, asked, { status: 'retrying', attempt: 3 }],
    ['takes what arrives late', failed, arrived, ready],
    ['takes what arrives while it waits for a retry', waiting, arrived, ready],
    ['gives up under way when the time is over', retrying, expired, { status: 'failed', attempt: 2, error: timeout, willRetry: false }],
    ['gives up waiting when the time is over and keeps the reason', waiting, expired, { ...waiting, willRetry: false }],
    ['stays ready whatever comes', ready, fails(1), ready],
    ['stays ready when asked', ready, asked, ready],
    ['stays ready when the time is over', ready, expired, ready],
    ['stays idle when something arrives that nobody asked for', idle, arrived, idle],
  ])('%s', (_, state, event, next) => {
    expect(nextLoadState(state, event)).toEqual(next);
  });
});
