import { useCallback, useRef, useState } from 'react';
import { errorText } from '../api/api-error';
import { useShell } from './use-shell';

/** Part of a screen whose script is loaded when somebody needs it. */
export interface LazyPart<Part extends object> {
  /** Exports of the part's module; null until they are loaded. */
  readonly part: Part | null;
  /** Loads the script. Returns false, after an error message, when it can't be fetched: the next call tries again. */
  load(): Promise<boolean>;
}

interface LazyPartOptions {
  /** German text of the error message; by default the text of an unknown error. */
  readonly failedText?: string;
  /** True for a script that is preloaded: no busy sign shows. */
  readonly isAhead?: boolean;
}

/** Loads a module such as `() => import('./part')` on demand. Only the function of the first render is used. */
export const useLazyPart = <Part extends object>(
  importPart: () => Promise<Part>,
  { failedText, isAhead = false }: LazyPartOptions = {},
): LazyPart<Part> => {
  const { snackbar, track } = useShell();
  const [part, setPart] = useState<Part | null>(null);
  const [importFirst] = useState(() => importPart);
  const loading = useRef<Promise<boolean> | null>(null);
  const load = useCallback((): Promise<boolean> => {
    const fetchPart = async (): Promise<boolean> => {
      try {
        setPart(await (isAhead ? importFirst() : track(importFirst())));
        return true;
      } catch (cause) {
        // There is no connection, or the release is gone.
        snackbar({ tone: 'error', text: failedText ?? errorText(cause) });
        return false;
      }
    };
    loading.current ??= fetchPart().then((isLoaded) => {
      if (!isLoaded) loading.current = null;
      return isLoaded;
    });
    return loading.current;
  }, [failedText, importFirst, isAhead, snackbar, track]);
  return { part, load };
};
