import type { EventParameters } from '../../platform/events/event-log';
import { createListeners } from '../../platform/events/listeners';
import type {
  AlertRequest,
  Navigation,
  OverlayStack,
  ScreenAddress,
  ShellApi,
  SnackbarMessage,
} from '../../platform/shell/shell-contract';

/** Call of a navigation function by a screen: the function's name and the arguments. */
export type NavigationStep =
  readonly ['open' | 'replace', string, ...string[]] | readonly ['close'] | readonly ['back', number];

/** Calls of a screen to its shell in their order, and the state that results from them. */
export interface RecordedCalls {
  readonly snackbars: SnackbarMessage[];
  readonly alerts: AlertRequest[];
  readonly events: { readonly name: string; readonly parameters: EventParameters }[];
  readonly navigation: NavigationStep[];
  /** Number of times that the drawer was opened. */
  drawerOpenings: number;
  /** Names that the screen has set with `nameScreen` and not withdrawn, the newest last. */
  readonly screenNames: string[];
  /** Current number of holds that prevent automatic reloads. */
  reloadHolds: number;
  /** Whether the main screen has called `mainReady`. */
  isMainReady: boolean;
}

/** Creates an empty record of a screen's calls to its shell. */
export const createRecordedCalls = (): RecordedCalls => ({
  snackbars: [],
  alerts: [],
  events: [],
  navigation: [],
  drawerOpenings: 0,
  screenNames: [],
  reloadHolds: 0,
  isMainReady: false,
});

/** Creates `mainReady` and the shell functions whose effect lasts until the screen ends it, such as `holdReload`. */
export const createRecordedHolds = (
  recordedCalls: RecordedCalls,
): Pick<ShellApi, 'nameScreen' | 'holdReload' | 'mainReady'> => ({
  nameScreen(screenName) {
    recordedCalls.screenNames.push(screenName);
    return () => void recordedCalls.screenNames.splice(recordedCalls.screenNames.indexOf(screenName), 1);
  },
  holdReload() {
    recordedCalls.reloadHolds += 1;
    return () => {
      recordedCalls.reloadHolds -= 1;
    };
  },
  mainReady() {
    recordedCalls.isMainReady = true;
  },
});

/** Returns a link to a screen, in the form that the shell's router uses. */
export const hrefOf = (screenKey: string, ...params: readonly string[]): string =>
  `#${[screenKey, ...params].map(encodeURIComponent).join('/')}`;

interface RecordedNavigationOptions {
  /** Keys of screens that no remote declares; all other screens exist. */
  readonly missingScreens?: readonly string[] | undefined;
  /** Address of the screen under test, which is open at the start; by default no screen is open. */
  readonly address?: ScreenAddress | null | undefined;
}

type HistoryEntries = readonly [ScreenAddress | null, ...(ScreenAddress | null)[]];

const entriesUpTo = (entries: HistoryEntries, index: number): HistoryEntries => [
  entries[0],
  ...entries.slice(1, index + 1),
];

/**
 * Returns the browser's history after a navigation step, as the shell's router changes it: no step leaves the app
 * (R05).
 */
const entriesAfter = (entries: HistoryEntries, step: NavigationStep): HistoryEntries => {
  const lastIndex = entries.length - 1;
  const withLastEntry = (address: ScreenAddress | null): HistoryEntries =>
    lastIndex === 0 ? [address] : [...entriesUpTo(entries, lastIndex - 1), address];
  switch (step[0]) {
    case 'open': {
      const [, key, ...params] = step;
      return [...entries, { key, params }];
    }
    case 'replace': {
      const [, key, ...params] = step;
      return withLastEntry({ key, params });
    }
    case 'close': {
      const closedIndex = entries.lastIndexOf(null);
      return closedIndex < 0 ? withLastEntry(null) : entriesUpTo(entries, closedIndex);
    }
    case 'back':
      return step[1] > lastIndex ? [null] : entriesUpTo(entries, lastIndex - step[1]);
  }
};

/** Navigation that records each step and keeps a history. */
export interface RecordedNavigation extends Navigation {
  /** Calls the listener after each step. Returns an unsubscribe function. */
  subscribe(listener: () => void): () => void;
  /**
   * Returns the navigation for one screen. As in the shell, it replaces, closes and goes back only while this screen is
   * the visible one; calls at any other time do nothing and aren't recorded.
   */
  ofScreen(screenKey: string): Navigation;
  /**
   * Closes the newest overlay or, without one, goes back one screen, as the browser's Back button does. `stepCount`
   * steps at once go back as many screens, unless an overlay or a sheet asks the user first. The steps aren't recorded.
   */
  pressBack(stepCount?: number): void;
}

/**
 * Creates a navigation that only records each step. With an initial address, it belongs to the screen of that address.
 */
export const createRecordedNavigation = (
  recordedCalls: RecordedCalls,
  onStep: (step: NavigationStep) => void,
  { missingScreens = [], address = null }: RecordedNavigationOptions = {},
): RecordedNavigation => {
  let entries: HistoryEntries = [address];
  let overlays: OverlayStack | null = null;
  const listeners = createListeners();
  const current = (): ScreenAddress | null => entries.at(-1) ?? null;
  const takeStep = (step: NavigationStep): void => {
    entries = entriesAfter(entries, step);
    listeners.emit();
  };
  const recordNavigationStep = (step: NavigationStep): void => {
    takeStep(step);
    recordedCalls.navigation.push(step);
    onStep(step);
  };
  const navigationOf = (screenKey: string | null): Navigation => {
    const recordOwnStep = (step: NavigationStep): void => {
      if (screenKey === null || current()?.key === screenKey) recordNavigationStep(step);
    };
    return {
      current,
      open: (key, ...params) => recordNavigationStep(['open', key, ...params]),
      replace: (key, ...params) => recordOwnStep(['replace', key, ...params]),
      close: () => recordOwnStep(['close']),
      back: (stepCount = 1) => recordOwnStep(['back', stepCount]),
      syncOverlays(openOverlays) {
        overlays = openOverlays;
      },
      hrefOf,
      has: (key) => !missingScreens.includes(key),
    };
  };
  return {
    ...navigationOf(address?.key ?? null),
    subscribe: listeners.add,
    ofScreen: navigationOf,
    pressBack(stepCount = 1) {
      const overlayCount = overlays?.count() ?? 0;
      if (overlayCount > 0 && stepCount === 1) overlays?.closeAbove(overlayCount - 1);
      else if (overlays?.isLeftBy(stepCount) === true) overlays.closeLeftBy(stepCount);
      else takeStep(['back', stepCount]);
    },
  };
};
