import type { AppStore, Timers } from '@mahlzeit/shared-ui/platform';
import { selectFilters } from './filter-slice';
import type { ListFilters } from './list-filters';

/** S1§4: filter refresh is debounced. */
export const SETTLE_MS = 800;

/** The filters as the list follows them, for `useSyncExternalStore`. */
export interface SettledFilters {
  read(): ListFilters;
  subscribe(listener: () => void): () => void;
}

/** One change is followed at once, so that a tap answers; several in a row are followed when they are over. */
export const createSettledFilters = (store: Pick<AppStore, 'getState' | 'subscribe'>, timers: Timers): SettledFilters => {
  const latest = (): ListFilters => selectFilters(store.getState());
  let settled = latest();
  return {
    read: () => settled,
    subscribe(listener) {
      let seen = latest();
      let stopWaiting: (() => void) | null = null;
      const follow = (): void => {
        if (settled === seen) return;
        settled = seen;
        listener();
      };
      const hear = (): void => {
        if (latest() === seen) return;
        seen = latest();
        if (stopWaiting === null) follow();
        else stopWaiting();
        stopWaiting = timers.after(SETTLE_MS, () => {
          stopWaiting = null;
          follow();
        });
      };
      settled = seen;
      const stopHearing = store.subscribe(hear);
      return () => {
        stopHearing();
        stopWaiting?.();
      };
    },
  };
};
