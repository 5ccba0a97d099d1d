import { createListeners } from '@mahlzeit/shared-ui/platform';
import type { ShellApi } from '@mahlzeit/shared-ui/platform';

/** Counts the reasons („holds“) that currently prevent automatic reloads of the page. */
export interface ReloadHolds {
  readonly hold: ShellApi['holdReload'];
  isHeld(): boolean;
  /** Calls the listener when nothing prevents reloads any more. Returns an unsubscribe function. */
  onRelease(listener: () => void): () => void;
}

/**
 * Creates the counter of holds (reasons that prevent automatic reloads). Remotes add one, for example, during a payment
 * or while a draft is open.
 */
export const createReloadHolds = (): ReloadHolds => {
  const activeHolds = new Set<object>();
  const releaseListeners = createListeners();
  return {
    hold() {
      const holdKey = {};
      activeHolds.add(holdKey);
      return () => {
        if (activeHolds.delete(holdKey) && activeHolds.size === 0) releaseListeners.emit();
      };
    },
    isHeld: () => activeHolds.size > 0,
    onRelease: releaseListeners.add,
  };
};
