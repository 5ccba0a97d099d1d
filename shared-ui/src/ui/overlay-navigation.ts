import { createContext } from 'react';

/** Overlays of the page that Back closes one by one, and sheets that ask before Back leaves their steps. */
export interface OverlayStack {
  /** Returns the number of open overlays above the visible screen that have a history entry of their own. */
  count(): number;
  /** Closes the overlays above the first `count` ones, after the user has left their entries. */
  closeAbove(count: number): void;
  /** Returns whether so many screens back at once would leave an overlay that had no chance to ask before. */
  isLeftBy(stepCount: number): boolean;
  /** Closes the overlays that so many screens back at once leave. */
  closeLeftBy(stepCount: number): void;
}

/** Part of the shell's navigation that the overlays of a screen use. */
export interface OverlayNavigation {
  /** Returns the address of the visible screen; overlays of other screens don't count. */
  current(): unknown;
  /** Adds or leaves history entries until the visible screen has one for each open overlay. */
  syncOverlays(overlays: OverlayStack): void;
}

/** Navigation of the screen whose overlays are rendered; null on a page without the shell, where Back closes none. */
export const OverlayNavigationContext = createContext<OverlayNavigation | null>(null);
