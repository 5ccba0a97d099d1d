import { use, useEffectEvent, useLayoutEffect } from 'react';
import { OverlayNavigationContext } from './overlay-navigation';
import type { OverlayNavigation, OverlayStack } from './overlay-navigation';

/**
 * Relation of an overlay to the browser's history. `overlay`: it has an entry of its own; `screen`: it is the sheet of
 * a screen, whose entry exists already, unless another sheet of the same screen is open below it; `none`: Back doesn't
 * close it.
 */
export type OverlayEntry = 'overlay' | 'screen' | 'none';

interface OpenOverlay {
  /** Address of the screen above which the overlay was opened. */
  readonly address: string;
  close(): void;
}

// One list for the whole page, because the page has one history. The newest overlay is last.
const openOverlays: OpenOverlay[] = [];

// Address for which the history had its entries last. After a change, the user has come from another screen: overlays
// that waited below that screen stay open.
let syncedAddress = '';

const sheetCounts = new WeakMap<OverlayNavigation, number>();

const addressOf = (navigation: OverlayNavigation): string => JSON.stringify(navigation.current());

const overlaysHere = (navigation: OverlayNavigation): readonly OpenOverlay[] =>
  openOverlays.filter(({ address }) => address === addressOf(navigation));

// In a microtask, so that an overlay that opens in place of another one takes over its entry.
const syncSoon = (navigation: OverlayNavigation): void => {
  const overlayStack: OverlayStack = {
    count() {
      syncedAddress = addressOf(navigation);
      return overlaysHere(navigation).length;
    },
    closeAbove(count) {
      if (syncedAddress === addressOf(navigation))
        for (const overlay of overlaysHere(navigation).slice(count).reverse()) overlay.close();
      // An overlay that asks before it closes gets its entry again.
      syncSoon(navigation);
    },
  };
  queueMicrotask(() => navigation.syncOverlays(overlayStack));
};

const addOverlay = (navigation: OverlayNavigation, close: () => void): (() => void) => {
  const overlay = { address: addressOf(navigation), close };
  openOverlays.push(overlay);
  syncSoon(navigation);
  return () => {
    openOverlays.splice(openOverlays.indexOf(overlay), 1);
    syncSoon(navigation);
  };
};

const addSheet = (navigation: OverlayNavigation, close: () => void): (() => void) => {
  const countSheets = (change: number): number => {
    const count = (sheetCounts.get(navigation) ?? 0) + change;
    sheetCounts.set(navigation, count);
    return count;
  };
  const removeOverlay = countSheets(1) > 1 ? addOverlay(navigation, close) : null;
  return () => {
    countSheets(-1);
    removeOverlay?.();
  };
};

/**
 * Gives an open overlay an entry of the browser's history: Back then calls `onBack` and closes nothing else, as Escape
 * does.
 */
export const useOverlayEntry = (entry: OverlayEntry, onBack: () => void): void => {
  const navigation = use(OverlayNavigationContext);
  const goBack = useEffectEvent(onBack);
  useLayoutEffect(() => {
    if (navigation === null || entry === 'none') return undefined;
    return (entry === 'screen' ? addSheet : addOverlay)(navigation, () => goBack());
  }, [navigation, entry]);
};
