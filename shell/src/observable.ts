import { useSyncExternalStore } from 'react';

/** A value that notifies when it changes; fits `useSyncExternalStore`. */
export interface Observable<T> {
  get(): T;
  subscribe(listener: () => void): () => void;
}

/** An observable that its owner may set. */
interface MutableObservable<T> extends Observable<T> {
  set(next: T): void;
}

/** Holds one value for the components that draw it. Setting the same value again notifies nobody. */
export const createObservable = <T>(initial: T): MutableObservable<T> => {
  const listeners = new Set<() => void>();
  let value = initial;
  return {
    get: () => value,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    set: (next) => {
      if (Object.is(next, value)) return;
      value = next;
      for (const listener of [...listeners]) listener();
    },
  };
};

/** Draws again whenever the value changes. */
export const useObservable = <T>(observable: Observable<T>): T =>
  useSyncExternalStore(observable.subscribe, observable.get);
