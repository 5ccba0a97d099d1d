import { useCallback, useRef, useState } from 'react';
import { errorText } from '../api/api-error';
import { useShell } from './use-shell';

/** Part of a screen whose script loads only when it is needed. */
export interface LazyPart<Part extends object> {
  /** Exports of the part's module; null until they are loaded. */
  readonly part: Part | null;
  /**
   * Loads the script. When the script can't be loaded, shows an error message and returns false; the next call tries
   * again.
   */
  load(): Promise<boolean>;
}

interface LazyPartOptions {
  /** German text of the error message; by default the text of an unknown error. */
  readonly failedText?: string;
  /** True for a script that is usually preloaded, so that no busy sign is needed. */
  readonly isPreloaded?: boolean;
}

/**
 * Returns a function `load` that loads a module by a function such as `() => import('./part')`. Only the function of
 * the first render is used.
 */
export const useLazyPart = <Part extends object>(
  importPart: () => Promise<Part>,
  { failedText, isPreloaded = false }: LazyPartOptions = {},
): LazyPart<Part> => {
  const { snackbar, track } = useShell();
  const [part, setPart] = useState<Part | null>(null);
  const [importInitialPart] = useState(() => importPart);
  const pendingLoad = useRef<Promise<boolean> | null>(null);
  const load = useCallback((): Promise<boolean> => {
    const fetchPart = async (): Promise<boolean> => {
      try {
        setPart(await (isPreloaded ? importInitialPart() : track(importInitialPart())));
        return true;
      } catch (importError) {
        // The script can't be loaded, because there is no connection or the server no longer has this release.
        snackbar({ tone: 'error', text: failedText ?? errorText(importError) });
        return false;
      }
    };
    pendingLoad.current ??= fetchPart().then((hasPartLoaded) => {
      if (!hasPartLoaded) pendingLoad.current = null;
      return hasPartLoaded;
    });
    return pendingLoad.current;
  }, [failedText, importInitialPart, isPreloaded, snackbar, track]);
  return { part, load };
};
