import type { Restaurant } from '@mahlzeit/contract';
import { useCallback, useMemo, useState, useSyncExternalStore } from 'react';
import { heldAs, heldList, holds } from './shown-order';
import type { HeldList, ListedPlaces } from './shown-order';

/** List, with the condition under which its order may change. */
interface ShownListOptions {
  /** List that a new request would get. */
  readonly fresh: ListedPlaces;
  /** All places in the area, also those that the filters exclude. */
  readonly all: readonly Restaurant[];
  /** Filters and search area: another query replaces the list at once. */
  readonly question: string;
  /** Returns whether nobody would notice that cards move: nothing is scrolled, under the pointer or focused. */
  isAtRest(): boolean;
}

// The value is read on each render; there is no event for the end of a scroll.
const untold = (): (() => void) => () => undefined;
const no = (): boolean => false;

/**
 * Returns the list to be drawn. Its order changes with time: at once while the list is at rest, otherwise after
 * `sortAnew`.
 */
export const useShownList = ({ fresh, all, question, isAtRest }: ShownListOptions) => {
  const [held, setHeld] = useState<HeldList | null>(null);
  const shown = useMemo(
    () => (held === null || held.question !== question ? { ...fresh, isStale: false } : heldList(held, fresh, all)),
    [held, question, fresh, all],
  );
  const follows = useSyncExternalStore(untold, () => shown.isStale && isAtRest(), no);
  // The visible list must not move from now on.
  const next = follows ? fresh : shown;
  if ((follows || !shown.isStale) && (held === null || !holds(held, question, next))) setHeld(heldAs(question, next));
  const sortAnew = useCallback(() => setHeld(heldAs(question, fresh)), [question, fresh]);
  return { ...shown, sortAnew };
};
