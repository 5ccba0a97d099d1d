import { err, ok } from '@mahlzeit/contract';
import type { Result } from '@mahlzeit/contract';
import { createObservable } from '@mahlzeit/shared-ui/platform';
import type { Observable } from '@mahlzeit/shared-ui/platform';
import type * as Dialog from '@mahlzeit/shared-ui/ui/dialog';

/** A module that is loaded on demand; null until it is there. */
export interface LazyModule<T> extends Observable<T | null> {
  /** Loads it once. After a failure the next call tries again. */
  load(): Promise<Result<T, 'unavailable'>>;
}

/** Keeps the shell's first script small: what few visitors need at once is loaded when it is asked for. */
export const createLazyModule = <T>(importModule: () => Promise<T>): LazyModule<T> => {
  const loadedModule = createObservable<T | null>(null);
  let underWay: Promise<Result<T, 'unavailable'>> | null = null;

  const load = async (): Promise<Result<T, 'unavailable'>> => {
    try {
      const loaded = await importModule();
      loadedModule.set(loaded);
      return ok(loaded);
    } catch {
      // A chunk that can't be had is expected offline; the caller says so and offers another try.
      underWay = null;
      return err('unavailable');
    }
  };

  return {
    get: loadedModule.get,
    subscribe: loadedModule.subscribe,
    load: () => (underWay ??= load()),
  };
};

/** The design system's dialogs: react-aria is heavy, so they are loaded when first asked for. */
export type DialogModule = LazyModule<typeof Dialog>;
