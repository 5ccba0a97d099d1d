/** Set of functions that are called on each event of one kind. */
export interface Listeners<Args extends readonly unknown[]> {
  /** Registers a function; a function that is added twice is called twice. Returns an unsubscribe function. */
  add(listener: (...args: Args) => void): () => void;
  /** Calls all functions that are registered at the time of the event, in the order of registration. */
  emit(...args: Args): void;
  isEmpty(): boolean;
}

/**
 * Callbacks for the first registration of a listener and for the removal of the last one. The owner of the listeners
 * needs its data source only between these two calls.
 */
export interface ListenerHooks {
  onFirst?(): void;
  onLast?(): void;
}

/**
 * Creates an empty set of listeners. The callbacks are optional: `onFirst` for the first registration, `onLast` for the
 * last removal.
 */
export const createListeners = <Args extends readonly unknown[] = []>({
  onFirst,
  onLast,
}: ListenerHooks = {}): Listeners<Args> => {
  const listeners = new Set<(...args: Args) => void>();
  return {
    add(listener) {
      const wrappedListener = (...args: Args): void => listener(...args);
      listeners.add(wrappedListener);
      if (listeners.size === 1) onFirst?.();
      return () => {
        if (listeners.delete(wrappedListener) && listeners.size === 0) onLast?.();
      };
    },
    emit(...args) {
      for (const listener of [...listeners]) listener(...args);
    },
    isEmpty: () => listeners.size === 0,
  };
};
