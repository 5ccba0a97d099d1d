import { use, useEffectEvent, useLayoutEffect } from 'react';
import { OverlayNavigationContext } from './overlay-navigation';
import type { OverlayNavigation, OverlayStack } from './overlay-navigation';

/**
 * Relation of an overlay (a dialog or sheet) to the browser's history. `overlay`: it has an entry of its own; `screen`:
 * it is the sheet of a screen, whose entry exists already, unless another sheet of the same screen is open below it; a
 * number: it is the sheet of a screen as well, and Back may lead over so many earlier steps at once, but not further
 * without a question; `none`: Back doesn't close it.
 */
export type OverlayEntry = 'overlay' | 'screen' | 'none' | number;

interface OpenOverlay {
  /** Address of the screen above which this overlay (a dialog or sheet) was opened. */
  readonly address: string;
  /**
   * Number of screens that the user may go back at once without leaving the overlay; 0 for an overlay with a history
   * entry of its own.
   */
  readonly freeSteps: number;
  close(): void;
}

// Open overlays (dialogs and sheets) of the whole page, because the page has only one history. The newest is last.
const openOverlays: OpenOverlay[] = [];

// Address of the screen for which the history last had the right entries. If the address has changed, the user has come
// from another screen, and the overlays of the current screen stay open.
let syncedAddress = '';

const openSheetCounts = new WeakMap<OverlayNavigation, number>();

const addressOf = (navigation: OverlayNavigation): string => JSON.stringify(navigation.current());

const overlaysHere = (navigation: OverlayNavigation): readonly OpenOverlay[] =>
  openOverlays.filter(({ address }) => address === addressOf(navigation));

const entriesHere = (navigation: OverlayNavigation): readonly OpenOverlay[] =>
  overlaysHere(navigation).filter(({ freeSteps }) => freeSteps === 0);

const overlaysLeftBy = (navigation: OverlayNavigation, stepCount: number): readonly OpenOverlay[] =>
  overlaysHere(navigation).filter(({ freeSteps }) => stepCount > freeSteps);

// Updates the history in a microtask, so that an overlay that opens in place of another one takes over its entry.
const syncSoon = (navigation: OverlayNavigation): void => {
  const closeAll = (overlays: readonly OpenOverlay[]): void => {
    if (syncedAddress === addressOf(navigation)) for (const overlay of [...overlays].reverse()) overlay.close();
    // An overlay that asks before it closes gets its history entry again.
    syncSoon(navigation);
  };
  const overlayStack: OverlayStack = {
    count() {
      syncedAddress = addressOf(navigation);
      return entriesHere(navigation).length;
    },
    closeAbove: (count) => closeAll(entriesHere(navigation).slice(count)),
    isLeftBy: (stepCount) => overlaysLeftBy(navigation, stepCount).length > 0,
    closeLeftBy: (stepCount) => closeAll(overlaysLeftBy(navigation, stepCount)),
  };
  queueMicrotask(() => navigation.syncOverlays(overlayStack));
};

const addOverlay = (navigation: OverlayNavigation, close: () => void, freeSteps = 0): (() => void) => {
  const overlay = { address: addressOf(navigation), freeSteps, close };
  openOverlays.push(overlay);
  syncSoon(navigation);
  return () => {
    openOverlays.splice(openOverlays.indexOf(overlay), 1);
    syncSoon(navigation);
  };
};

const addSheet = (navigation: OverlayNavigation, close: () => void, freeSteps: number): (() => void) => {
  const countSheets = (change: number): number => {
    const count = (openSheetCounts.get(navigation) ?? 0) + change;
    openSheetCounts.set(navigation, count);
    return count;
  };
  const stepsOfSheet = countSheets(1) > 1 ? 0 : freeSteps || null;
  const removeOverlay = stepsOfSheet === null ? null : addOverlay(navigation, close, stepsOfSheet);
  return () => {
    countSheets(-1);
    removeOverlay?.();
  };
};

/**
 * Gives an open overlay (dialog or sheet) an entry in the browser's history: Back then calls `onBack` and closes
 * nothing else, as Escape does.
 */
export const useOverlayEntry = (entry: OverlayEntry, onBack: () => void): void => {
  const navigation = use(OverlayNavigationContext);
  const goBack = useEffectEvent(onBack);
  useLayoutEffect(() => {
    if (navigation === null || entry === 'none') return undefined;
    const close = (): void => goBack();
    if (entry === 'overlay') return addOverlay(navigation, close);
    return addSheet(navigation, close, entry === 'screen' ? 0 : entry);
  }, [navigation, entry]);
};
