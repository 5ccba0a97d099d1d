import type { Restaurant } from '@mahlzeit/contract';
import { useCallback, useMemo, useState, useSyncExternalStore } from 'react';
import { createVisibleOrder, keepVisibleOrder, isOrderUnchanged } from './stable-order';
import type { VisibleOrder, ListedPlaces } from './stable-order';

/** The newest list, and the condition under which the order of the visible list may change. */
interface StableListOptions {
  /** List as the gateway would return it now. */
  readonly fresh: ListedPlaces;
  /** All restaurants in the area, including those that the filters exclude. */
  readonly all: readonly Restaurant[];
  /** Text that identifies filters and search area. A new text replaces the list immediately. */
  readonly query: string;
  /**
   * Returns whether cards may move without disturbing the user: the list isn't scrolled, and no card is under the
   * pointer or focused.
   */
  isAtRest(): boolean;
}

// Doesn't subscribe to anything, because browsers have no reliable event for the end of a scroll. The value is read on
// each render instead.
const subscribeToNothing = (): (() => void) => () => undefined;
const alwaysFalse = (): boolean => false;

/**
 * Returns the list to be drawn. Its order changes with time: at once if that doesn't disturb the user, otherwise only
 * after `sortAnew`.
 */
export const useStableList = ({ fresh, all, query, isAtRest }: StableListOptions) => {
  const [visibleOrder, setVisibleOrder] = useState<VisibleOrder | null>(null);
  const stableList = useMemo(
    () =>
      visibleOrder === null || visibleOrder.query !== query
        ? { ...fresh, isStale: false }
        : keepVisibleOrder(visibleOrder, fresh, all),
    [visibleOrder, query, fresh, all],
  );
  const takesFreshOrder = useSyncExternalStore(subscribeToNothing, () => stableList.isStale && isAtRest(), alwaysFalse);
  // Stores the order of the visible list, because the list must keep this order from now on.
  const visibleList = takesFreshOrder ? fresh : stableList;
  if (
    (takesFreshOrder || !stableList.isStale) &&
    (visibleOrder === null || !isOrderUnchanged(visibleOrder, query, visibleList))
  )
    setVisibleOrder(createVisibleOrder(query, visibleList));
  const sortListAnew = useCallback(() => setVisibleOrder(createVisibleOrder(query, fresh)), [query, fresh]);
  return { ...stableList, sortAnew: sortListAnew };
};
