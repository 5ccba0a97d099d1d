import type { EventParameters } from '../../platform/events/event-log';
import type {
  AlertRequest,
  Navigation,
  ScreenAddress,
  ShellApi,
  SnackbarMessage,
} from '../../platform/shell/shell-contract';

/** One step of navigation: what was called and with what. */
export type NavigationStep =
  readonly ['open' | 'replace', string, ...string[]] | readonly ['close'] | readonly ['back', number];

/** What a screen asked of the shell, oldest first. */
export interface Recorded {
  readonly snackbars: SnackbarMessage[];
  readonly alerts: AlertRequest[];
  readonly events: { readonly name: string; readonly parameters: EventParameters }[];
  readonly navigation: NavigationStep[];
  /** How often the drawer was opened. */
  drawerOpenings: number;
  /** Names that the screen gives itself now, the newest last. */
  readonly screenNames: string[];
  /** How many holds keep the page from loading itself anew now. */
  reloadHolds: number;
  /** Whether the main screen has said that it is ready. */
  isMainReady: boolean;
}

/** Nothing asked yet. */
export const nothingRecorded = (): Recorded => ({
  snackbars: [],
  alerts: [],
  events: [],
  navigation: [],
  drawerOpenings: 0,
  screenNames: [],
  reloadHolds: 0,
  isMainReady: false,
});

/** What a screen says of itself: calls that last until they are taken back are noted as long as they do. */
export const createRecordedHolds = (recorded: Recorded): Pick<ShellApi, 'nameScreen' | 'holdReload' | 'mainReady'> => ({
  nameScreen(name) {
    recorded.screenNames.push(name);
    return () => void recorded.screenNames.splice(recorded.screenNames.indexOf(name), 1);
  },
  holdReload() {
    recorded.reloadHolds += 1;
    return () => {
      recorded.reloadHolds -= 1;
    };
  },
  mainReady() {
    recorded.isMainReady = true;
  },
});

/** A link target as the shell's router makes it. */
export const hrefOf = (key: string, ...params: readonly string[]): string =>
  `#${[key, ...params].map(encodeURIComponent).join('/')}`;

interface RecordedNavigationOptions {
  /** Screens that no remote declares; all others are there. */
  readonly missingScreens?: readonly string[] | undefined;
  /** What the address names at first; nothing by default. */
  readonly address?: ScreenAddress | null | undefined;
}

/** What the address names after a step; whoever goes back, goes back to the page alone. */
const addressAfter = ([kind, key, ...params]: NavigationStep): ScreenAddress | null =>
  kind === 'open' || kind === 'replace' ? { key: String(key), params: params.map(String) } : null;

/** Navigation that goes nowhere and notes each step. */
export const createRecordedNavigation = (
  recorded: Recorded,
  went: (step: NavigationStep) => void,
  { missingScreens = [], address = null }: RecordedNavigationOptions = {},
): Navigation => {
  let current = address;
  const note = (step: NavigationStep): void => {
    current = addressAfter(step);
    recorded.navigation.push(step);
    went(step);
  };
  return {
    current: () => current,
    open: (key, ...params) => note(['open', key, ...params]),
    replace: (key, ...params) => note(['replace', key, ...params]),
    close: () => note(['close']),
    back: (steps = 1) => note(['back', steps]),
    hrefOf,
    has: (key) => !missingScreens.includes(key),
  };
};
