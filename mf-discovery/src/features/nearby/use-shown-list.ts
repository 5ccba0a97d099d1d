import type { Restaurant } from '@mahlzeit/contract';
import { useCallback, useMemo, useState, useSyncExternalStore } from 'react';
import { heldAs, heldList, holds } from './shown-order';
import type { HeldList, ListedPlaces } from './shown-order';

/** What a list shows, and what decides whether it may change its order by itself. */
interface ShownListOptions {
  /** As one gets it that asks now. */
  readonly fresh: ListedPlaces;
  /** All places around, those that the filters leave out among them. */
  readonly all: readonly Restaurant[];
  /** Filters and search area: another question has another list, at once. */
  readonly question: string;
  /** Whether nobody would notice that cards move: nothing is scrolled, under the pointer or in focus. */
  isAtRest(): boolean;
}

// Asked whenever the list is drawn; nobody tells when a list comes to rest.
const untold = (): (() => void) => () => undefined;
const no = (): boolean => false;

/**
 * The list as it is to be shown. As time passes its order changes; while it is at rest it follows at once, else it
 * stays as it is until `sortAnew`.
 */
export const useShownList = ({ fresh, all, question, isAtRest }: ShownListOptions) => {
  const [held, setHeld] = useState<HeldList | null>(null);
  const shown = useMemo(
    () => (held === null || held.question !== question ? { ...fresh, isStale: false } : heldList(held, fresh, all)),
    [held, question, fresh, all],
  );
  const follows = useSyncExternalStore(untold, () => shown.isStale && isAtRest(), no);
  // What is shown now is what must not move from now on.
  const next = follows ? fresh : shown;
  if ((follows || !shown.isStale) && (held === null || !holds(held, question, next))) setHeld(heldAs(question, next));
  const sortAnew = useCallback(() => setHeld(heldAs(question, fresh)), [question, fresh]);
  return { ...shown, sortAnew };
};
