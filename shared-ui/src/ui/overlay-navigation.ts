import { createContext } from 'react';

/**
 * Open overlays (dialogs and sheets) of the page that Back closes one by one. Some ask the user before Back leaves
 * them.
 */
export interface OverlayStack {
  /** Returns the number of open overlays above the visible screen that have history entries of their own. */
  count(): number;
  /** Closes the newest overlays until `count` are left, after the user has left their history entries. */
  closeAbove(count: number): void;
  /**
   * Returns whether going back this number of screens at once would leave an overlay that had no chance to ask the user
   * first.
   */
  isLeftBy(stepCount: number): boolean;
  /** Closes the overlays that are left when the user goes back this number of screens at once. */
  closeLeftBy(stepCount: number): void;
}

/** Part of the shell's navigation that overlays (dialogs and sheets) use. */
export interface OverlayNavigation {
  /** Returns the address of the visible screen. Overlays of other screens aren't counted. */
  current(): unknown;
  /** Adds history entries or leaves some, until the visible screen has one for each open overlay. */
  syncOverlays(overlays: OverlayStack): void;
}

/**
 * Navigation of the screen whose overlays are rendered; null on a page without the shell, where Back closes no overlay.
 */
export const OverlayNavigationContext = createContext<OverlayNavigation | null>(null);
