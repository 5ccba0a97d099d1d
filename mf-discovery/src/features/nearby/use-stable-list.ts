import type { Restaurant } from '@mahlzeit/contract';
import { useCallback, useMemo, useState, useSyncExternalStore } from 'react';
import { visibleOrderOf, keepOrder, hasSameOrder } from './stable-order';
import type { VisibleOrder, ListedPlaces } from './stable-order';

/** List, with the condition under which its order may change. */
interface StableListOptions {
  /** List that a new request would get. */
  readonly fresh: ListedPlaces;
  /** All places in the area, also those that the filters exclude. */
  readonly all: readonly Restaurant[];
  /** Filters and search area: another query replaces the list at once. */
  readonly query: string;
  /** Returns whether nobody would notice that cards move: nothing is scrolled, under the pointer or focused. */
  isAtRest(): boolean;
}

// The value is read on each render; there is no event for the end of a scroll.
const subscribeToNothing = (): (() => void) => () => undefined;
const isNever = (): boolean => false;

/**
 * Returns the list to be drawn. Its order changes with time: at once while the list is at rest, otherwise after
 * `sortAnew`.
 */
export const useStableList = ({ fresh, all, query, isAtRest }: StableListOptions) => {
  const [visibleOrder, setVisible] = useState<VisibleOrder | null>(null);
  const stable = useMemo(
    () =>
      visibleOrder === null || visibleOrder.query !== query
        ? { ...fresh, isStale: false }
        : keepOrder(visibleOrder, fresh, all),
    [visibleOrder, query, fresh, all],
  );
  const follows = useSyncExternalStore(subscribeToNothing, () => stable.isStale && isAtRest(), isNever);
  // The visible list must not move from now on.
  const next = follows ? fresh : stable;
  if ((follows || !stable.isStale) && (visibleOrder === null || !hasSameOrder(visibleOrder, query, next)))
    setVisible(visibleOrderOf(query, next));
  const sortAnew = useCallback(() => setVisible(visibleOrderOf(query, fresh)), [query, fresh]);
  return { ...stable, sortAnew };
};
