import { createListeners } from '@mahlzeit/shared-ui/platform';
import type { ShellApi } from '@mahlzeit/shared-ui/platform';

/** Holds that prevent automatic reloads of the page. */
export interface ReloadHolds {
  readonly hold: ShellApi['holdReload'];
  isHeld(): boolean;
  /** Calls the listener when the last hold has ended. Returns an unsubscribe function. */
  onRelease(listener: () => void): () => void;
}

/** Creates the counter of running payments and open drafts. */
export const createReloadHolds = (): ReloadHolds => {
  const held = new Set<object>();
  const listeners = createListeners();
  return {
    hold() {
      const own = {};
      held.add(own);
      return () => {
        if (held.delete(own) && held.size === 0) listeners.emit();
      };
    },
    isHeld: () => held.size > 0,
    onRelease: listeners.add,
  };
};
