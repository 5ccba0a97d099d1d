import type { EventParameters } from '../../platform/events/event-log';
import type {
  AlertRequest,
  Navigation,
  ScreenAddress,
  ShellApi,
  SnackbarMessage,
} from '../../platform/shell/shell-contract';

/** Call of a navigation function: name and arguments. */
export type NavigationStep =
  readonly ['open' | 'replace', string, ...string[]] | readonly ['close'] | readonly ['back', number];

/** Calls of a screen to its shell in the order of the calls, and the state that results from them. */
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

/** Creates a record without calls. */
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

/** Creates the shell functions that last until the screen ends them, such as `holdReload`, and `mainReady`. */
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

/** Returns a link to a screen, in the same form as the shell's router. */
export const hrefOf = (screenKey: string, ...params: readonly string[]): string =>
  `#${[screenKey, ...params].map(encodeURIComponent).join('/')}`;

interface RecordedNavigationOptions {
  /** Keys of screens that no remote declares; all other screens exist. */
  readonly missingScreens?: readonly string[] | undefined;
  /** Initial screen of the address; default: none. */
  readonly address?: ScreenAddress | null | undefined;
}

/** Returns the address after a step; `close` and `back` both lead to the page without a modal screen. */
const addressAfter = ([stepKind, key, ...params]: NavigationStep): ScreenAddress | null =>
  stepKind === 'open' || stepKind === 'replace' ? { key: String(key), params: params.map(String) } : null;

/** Creates a navigation that only records each step. */
export const createRecordedNavigation = (
  recordedCalls: RecordedCalls,
  onStep: (step: NavigationStep) => void,
  { missingScreens = [], address = null }: RecordedNavigationOptions = {},
): Navigation => {
  let currentAddress = address;
  const recordNavigationStep = (step: NavigationStep): void => {
    currentAddress = addressAfter(step);
    recordedCalls.navigation.push(step);
    onStep(step);
  };
  return {
    current: () => currentAddress,
    open: (key, ...params) => recordNavigationStep(['open', key, ...params]),
    replace: (key, ...params) => recordNavigationStep(['replace', key, ...params]),
    close: () => recordNavigationStep(['close']),
    back: (stepCount = 1) => recordNavigationStep(['back', stepCount]),
    hrefOf,
    has: (key) => !missingScreens.includes(key),
  };
};
