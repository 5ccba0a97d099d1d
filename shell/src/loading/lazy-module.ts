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
 * Creates a lazy module, for parts of the shell that few visitors need immediately. Such parts are kept out of the
 * first script.
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
      // Offline, a failed load is normal; the caller shows an error with a retry.
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

/** Dialogs of the design system: react-aria is large, so they are loaded on demand. */
export type DialogModule = LazyModule<typeof Dialog>;
