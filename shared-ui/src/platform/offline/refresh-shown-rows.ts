import type { Timers } from '../browser/clock';
import type { LiveDriver } from '../live/live-client';
import { refetchQueries } from '../store/store';
import type { AppStore } from '../store/store';
import type { OfflineCache } from './offline-cache';

/** Milliseconds in which a live connection that is checked has either answered or been taken for lost. */
const CONNECTION_CHECK_MS = 6_000;

interface RefreshDeps {
  readonly live: Pick<LiveDriver, 'status' | 'onStatus' | 'reconnectSoon'>;
  readonly store: AppStore;
  readonly cache: OfflineCache;
  readonly timers: Timers;
}

/**
 * Replaces what the page shows from this browser by answers of the gateway, as soon as it is connected. Returns an
 * unsubscribe function.
 */
export const refreshShownRows = ({ live, store, cache, timers }: RefreshDeps): (() => void) => {
  let stopCheck = (): void => undefined;
  const isOutdated = (): boolean => live.status() === 'online' && cache.shown.get().length > 0;
  const refreshIfOutdated = (): void => {
    if (!isOutdated()) return;
    cache.clearShown();
    refetchQueries(store);
  };
  // A call has failed, so a connection that counts as alive may be lost. Either it is, or the calls are repeated.
  const checkConnection = (): void => {
    stopCheck();
    if (!isOutdated()) return;
    live.reconnectSoon();
    stopCheck = timers.after(CONNECTION_CHECK_MS, refreshIfOutdated);
  };
  const unsubscribers = [live.onStatus(refreshIfOutdated), cache.shown.subscribe(checkConnection), () => stopCheck()];
  return () => {
    for (const unsubscribe of unsubscribers) unsubscribe();
  };
};
