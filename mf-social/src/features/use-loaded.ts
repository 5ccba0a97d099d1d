import { errorText, useShell } from '@mahlzeit/shared-ui/platform';
import { useState } from 'react';

/** A part of a screen that few people ask for: its script is loaded once somebody does. */
interface LoadedPart<Part extends object> {
  /** Null until it is there. */
  readonly part: Part | null;
  /** Loads it and answers whether it is there; where it can't be had the reader is told, and may ask again. */
  load(): Promise<boolean>;
}

/** Loads `() => import('./part')` when it is asked for. */
export const useLoaded = <Part extends object>(importPart: () => Promise<Part>): LoadedPart<Part> => {
  const { snackbar, track } = useShell();
  const [part, setPart] = useState<Part | null>(null);
  return {
    part,
    async load() {
      try {
        const loaded = await track(importPart());
        setPart(loaded);
        return true;
      } catch (cause) {
        // A script that can't be fetched: there is no connection, or the release is gone.
        snackbar({ tone: 'error', text: errorText(cause) });
        return false;
      }
    },
  };
};
