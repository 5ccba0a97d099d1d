import type { ShellClock } from '../clock/server-clock';
import type { Timers } from '../clock/timers';
import type { ApiClient } from '../gateway/gateway';
import type { LiveClient } from '../live/live-client';

/** What endpoints and thunks get beside the store. */
export interface StoreExtra {
  readonly apiClient: ApiClient;
  readonly live: LiveClient;
  readonly clock: ShellClock;
  readonly timers: Timers;
}

// Redux hands the extra argument on untyped; only what `createStore` was given is taken for it.
const known = new WeakSet<object>();

const isStoreExtra = (extra: unknown): extra is StoreExtra => typeof extra === 'object' && extra !== null && known.has(extra);

/** Marks what a store is made with. */
export const registerExtra = (extra: StoreExtra): StoreExtra => {
  known.add(extra);
  return extra;
};

/** The extra argument of a thunk or an endpoint, typed. */
export const storeExtraOf = (extra: unknown): StoreExtra => {
  if (!isStoreExtra(extra)) throw new Error('This store was not made by createStore of the platform');
  return extra;
};
