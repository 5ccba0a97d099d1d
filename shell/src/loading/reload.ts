import { createListeners } from '@mahlzeit/shared-ui/platform';
import type { ShellApi } from '@mahlzeit/shared-ui/platform';

/** What keeps the page from loading itself anew. */
export interface ReloadHolds {
  readonly hold: ShellApi['holdReload'];
  isHeld(): boolean;
  /** Called when the last hold has ended. Returns an unsubscribe function. */
  onRelease(listener: () => void): () => void;
}

/** Counts the payments and drafts that are under way. */
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
