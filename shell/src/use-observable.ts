import { useSyncExternalStore } from 'react';
import type { Observable } from './observable';

/** Draws again whenever the value changes. */
export const useObservable = <T>(observable: Observable<T>): T => useSyncExternalStore(observable.subscribe, observable.get);
