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
  const listeners = new Set<() => void>();
  return {
    hold() {
      const own = {};
      held.add(own);
      return () => {
        if (held.delete(own) && held.size === 0) for (const listener of [...listeners]) listener();
      };
    },
    isHeld: () => held.size > 0,
    onRelease(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
};
