import { useSyncExternalStore } from 'react';
import { createListeners } from './listeners';
import type { ListenerHooks } from './listeners';

/** Value that notifies its listeners when it changes. Fits `useSyncExternalStore`. */
export interface Observable<T> {
  get(): T;
  /** Calls the listener after each change of the value. Returns an unsubscribe function. */
  subscribe(listener: () => void): () => void;
}

/** Observable whose value can also be set. */
export interface MutableObservable<T> extends Observable<T> {
  /** Sets the value. Listeners aren't called when the value stays the same. */
  set(nextValue: T): void;
}

/**
 * Creates an observable with an initial value. `hooks` are called when the first listener subscribes and when the last
 * one unsubscribes.
 */
export const createObservable = <T>(initialValue: T, hooks?: ListenerHooks): MutableObservable<T> => {
  const listeners = createListeners(hooks);
  let value = initialValue;
  return {
    get: () => value,
    subscribe: listeners.add,
    set(nextValue) {
      if (Object.is(nextValue, value)) return;
      value = nextValue;
      listeners.emit();
    },
  };
};

/** Returns the current value, and renders again when it changes. */
export const useObservable = <T>(observable: Observable<T>): T =>
  useSyncExternalStore(observable.subscribe, observable.get);
