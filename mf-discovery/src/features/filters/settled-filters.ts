import type { AppStore, Timers } from '@mahlzeit/shared-ui/platform';
import { selectFilters } from './filter-slice';
import type { ListFilters } from './list-filters';

/** S1§4: filter refresh is debounced. */
const DEBOUNCE_MS = 800;

/** The debounced filters, for `useSyncExternalStore`. */
interface DebouncedFilters {
  read(): ListFilters;
  subscribe(listener: () => void): () => void;
}

/** The first change is applied at once, so that a tap has an effect; several in a row are applied once they are over. */
export const createDebouncedFilters = (store: Pick<AppStore, 'getState' | 'subscribe'>, timers: Timers): DebouncedFilters => {
  const latest = (): ListFilters => selectFilters(store.getState());
  let debounced = latest();
  return {
    read: () => debounced,
    subscribe(listener) {
      let seen = latest();
      let cancelTimer: (() => void) | null = null;
      const follow = (): void => {
        if (debounced === seen) return;
        debounced = seen;
        listener();
      };
      const onChange = (): void => {
        if (latest() === seen) return;
        seen = latest();
        if (cancelTimer === null) follow();
        else cancelTimer();
        cancelTimer = timers.after(DEBOUNCE_MS, () => {
          cancelTimer = null;
          follow();
        });
      };
      debounced = seen;
      const unsubscribe = store.subscribe(onChange);
      return () => {
        unsubscribe();
        cancelTimer?.();
      };
    },
  };
};
