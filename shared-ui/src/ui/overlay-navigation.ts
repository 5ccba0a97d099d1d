import { createContext } from 'react';

/** Overlays of the page that have a history entry of their own, so that Back closes one of them. */
export interface OverlayStack {
  /** Returns the number of open overlays above the visible screen. */
  count(): number;
  /** Closes the overlays above the first `count` ones, after the user has left their entries. */
  closeAbove(count: number): void;
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
