import type { LoadError } from './load-failure';
import { mayPass } from './load-failure';

/**
 * Life of one load. `failed` with `willRetry` waits for the next try by itself; without, it waits to be asked again.
 * Attempts are counted from 1 over the whole life, so that a late answer is told from a current one.
 */
export type LoadState =
  | { readonly status: 'idle' }
  | { readonly status: 'loading'; readonly attempt: number }
  | { readonly status: 'retrying'; readonly attempt: number }
  | { readonly status: 'failed'; readonly attempt: number; readonly error: LoadError; readonly willRetry: boolean }
  | { readonly status: 'ready' };

/** What happens to a load. */
export type LoadEvent =
  | { readonly type: 'asked' }
  | { readonly type: 'arrived' }
  | { readonly type: 'failed'; readonly attempt: number; readonly error: LoadError; readonly triesLeft: boolean }
  | { readonly type: 'retryDue' }
  | { readonly type: 'expired'; readonly error: LoadError };

type UnderWay = Extract<LoadState, { status: 'loading' | 'retrying' }>;
type Failed = Extract<LoadState, { status: 'failed' }>;

const isUnderWay = (state: LoadState): state is UnderWay => state.status === 'loading' || state.status === 'retrying';
const isFailed = (state: LoadState): state is Failed => state.status === 'failed';
const nextTry = ({ attempt }: Failed): LoadState => ({ status: 'retrying', attempt: attempt + 1 });

type Transition<E extends LoadEvent['type']> = (state: LoadState, event: Extract<LoadEvent, { type: E }>) => LoadState;

/** What each event makes of each state; a state that an event doesn't concern stays as it is. */
const transitions: { readonly [E in LoadEvent['type']]: Transition<E> } = {
  asked(state) {
    if (state.status === 'idle') return { status: 'loading', attempt: 1 };
    return isFailed(state) && !state.willRetry ? nextTry(state) : state;
  },
  // Late or not: what has arrived can be used.
  arrived: (state) => (state.status === 'idle' ? state : { status: 'ready' }),
  failed(state, { attempt, error, triesLeft }) {
    const isCurrent = isUnderWay(state) && state.attempt === attempt;
    return isCurrent ? { status: 'failed', attempt, error, willRetry: triesLeft && mayPass(error) } : state;
  },
  retryDue: (state) => (isFailed(state) && state.willRetry ? nextTry(state) : state),
  expired(state, { error }) {
    if (isUnderWay(state)) return { status: 'failed', attempt: state.attempt, error, willRetry: false };
    return isFailed(state) ? { ...state, willRetry: false } : state;
  },
};

/** The state after the event. */
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
