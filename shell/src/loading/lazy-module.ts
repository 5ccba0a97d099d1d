import { err, ok } from '@mahlzeit/contract';
import type { Result } from '@mahlzeit/contract';
import { createObservable } from '@mahlzeit/shared-ui/platform';
import type { Observable } from '@mahlzeit/shared-ui/platform';
import type * as Dialog from '@mahlzeit/shared-ui/ui/dialog';

/** Module that is loaded on demand; null until it is loaded. */
export interface LazyModule<T> extends Observable<T | null> {
  /** Loads the module once. After a failure the next call tries again. */
  load(): Promise<Result<T, 'unavailable'>>;
}

/**
 * Creates a module that is loaded on demand, for parts of the shell that few visitors need immediately. Such parts
 * aren't in the first script.
 */
export const createLazyModule = <T>(importModule: () => Promise<T>): LazyModule<T> => {
  const loadedModule = createObservable<T | null>(null);
  let pendingLoad: Promise<Result<T, 'unavailable'>> | null = null;

  const load = async (): Promise<Result<T, 'unavailable'>> => {
    try {
      const importedModule = await importModule();
      loadedModule.set(importedModule);
      return ok(importedModule);
    } catch {
      // Offline, a failed load is normal, so it isn't reported; the caller shows an error with a retry.
      pendingLoad = null;
      return err('unavailable');
    }
  };

  return {
    get: loadedModule.get,
    subscribe: loadedModule.subscribe,
    load: () => (pendingLoad ??= load()),
  };
};

/** Module with the dialogs of the design system. It loads on demand, because react-aria is large. */
export type DialogModule = LazyModule<typeof Dialog>;
