import { aPageRegistry } from '@mahlzeit/contract/fixtures';
import { createListeners, createObservable, ShellProvider } from '@mahlzeit/shared-ui/platform';
import type { RemoteDeclaration, ScreenDeclaration, SlotName } from '@mahlzeit/shared-ui/platform';
import { createManualTimers, fakeShell } from '@mahlzeit/shared-ui/testing';
import { render } from '@testing-library/react';
import { useEffect } from 'react';
import type { ReactNode } from 'react';
import type { AccessWatch } from './access/access-gate';
import { createAlerts } from './messages/alerts';
import { createBusyTracker } from './messages/busy';
import { createDrawer } from './drawer/drawer';
import { createFakeBrowser } from './fake-browser';
import { drawerEntriesOfProduct, fakeDeclarations } from './fake-entries';
import { createLazyModule } from './loading/lazy-module';
import { createPrerender } from './prerender';
import type { ScreenPhase } from './remotes/mount-screen';
import { createRemoteLookup } from './remotes/registry';
import type { RemoteScreenProps } from './remotes/remote-screen';
import { createRouter } from './router/router';
import { createFocusRestorer } from './screens/focus-restorer';
import { createPageTitle } from './screens/page-title';
import type { ShellServices } from './shell-services';
import { createSnackbars } from './messages/snackbars';

type FakeScreen = Pick<ScreenDeclaration, 'key'> & Partial<ScreenDeclaration>;

interface FakeShellServicesOptions {
  readonly address?: string;
  readonly session?: 'anonymous' | 'unverified' | 'verified' | 'unknown' | 'failed';
  readonly screens?: readonly FakeScreen[];
  /**
   * Screens that the remote declares once it is loaded; by default the same as `screens`. Another release may declare
   * others.
   */
  readonly declaredScreens?: readonly FakeScreen[];
  /** Whether the web app may be used; by default `open`. */
  readonly access?: ReturnType<AccessWatch['get']>;
  /** Number of attempts that fail before the remote can be loaded; by default 0. */
  readonly failureCount?: number;
  /** Phase in which the remote's screens remain; by default `mounted`. */
  readonly phase?: ScreenPhase;
  /** Whether the remote's screens throw while they render, after they have been mounted. */
  readonly doScreensThrow?: boolean;
}

const declarationOf = (screens: readonly FakeScreen[]): RemoteDeclaration => ({
  name: 'mf-discovery',
  contract: '^3.1.0',
  screens: screens.map((screen) => ({
    region: 'modal',
    access: 'anyone',
    load: () => Promise.reject(new Error('The fake remote loads no screen')),
    ...screen,
  })),
  slots: {},
  commands: {},
});

const registryOf = ({ screens }: RemoteDeclaration) => {
  const [remote] = aPageRegistry().remotes;
  if (remote === undefined) throw new Error('The registry fixture has no remote');
  const mainScreen = screens.find(({ region }) => region === 'main')?.key ?? null;
  return {
    remotes: [
      {
        ...remote,
        name: 'mf-discovery' as const,
        screens: screens.map(({ key }) => key),
        mainScreen,
        slots: ['frame/search'],
        commands: [],
        ...fakeDeclarations(screens.map(({ key }) => key)),
      },
    ],
  };
};

/** Titles of the screens that the tests open. */
const titleByScreenKey: Readonly<Record<string, string>> = { orders: 'Bestellungen', details: 'Lokal' };

const createFakeScreenView =
  (phase: ScreenPhase, doScreensThrow: boolean) =>
  ({ screen, params, renderFailure, onPhase }: RemoteScreenProps) => {
    useEffect(() => onPhase(phase), [onPhase]);
    if (doScreensThrow) return renderFailure(() => undefined, null);
    return <section aria-label={screen.key}>{params.join(', ')}</section>;
  };

/** Creates the shell's services for tests: a real router in a fake tab, one fake remote, manual timers. */
export const createFakeShellServices = ({
  address = '/restaurants',
  session = 'anonymous',
  screens = [],
  declaredScreens = screens,
  failureCount = 0,
  phase = 'mounted',
  doScreensThrow = false,
  access: initialAccess = 'open',
}: FakeShellServicesOptions = {}) => {
  const fakeBrowser = createFakeBrowser(address);
  const timers = createManualTimers();
  const requestedSlots: string[] = [];
  const baseShell = fakeShell({ session });
  const shell = {
    ...baseShell,
    remotes: {
      ...baseShell.remotes,
      loadSlot: <N extends SlotName>(slotName: N) => {
        requestedSlots.push(slotName);
        return baseShell.remotes.loadSlot(slotName);
      },
    },
  };
  const snackbars = createSnackbars(timers);
  const busyTracker = createBusyTracker(timers);
  const focusRestorer = createFocusRestorer({
    page: document,
    timers,
    mainRegion: () => document.querySelector('main'),
  });
  const dialogModule = createLazyModule(() => import('@mahlzeit/shared-ui/ui/dialog'));
  const access = createObservable(initialAccess);
  const drawerModule = createLazyModule(async () => ({
    ...(await import('./drawer/drawer-panel')),
    entries: drawerEntriesOfProduct,
    SidePanel: (await import('@mahlzeit/shared-ui/ui/dialog')).SidePanel,
  }));
  const arrivalListeners = createListeners();
  let failuresLeft = failureCount;
  let logoutCount = 0;
  let mainShownCount = 0;
  let reloadCount = 0;
  const lookup = createRemoteLookup(registryOf(declarationOf(screens)));
  const services: ShellServices = {
    shell,
    snackbars,
    connectionText: createObservable<string | null>(null),
    busy: busyTracker,
    dialogModule,
    drawerModule,
    focus: focusRestorer,
    router: createRouter(fakeBrowser.browser, timers, lookup),
    lookup,
    loader: {
      declaration: () => {
        failuresLeft -= 1;
        return failuresLeft >= 0
          ? Promise.reject(new Error('The fake remote returned status 503'))
          : Promise.resolve(declarationOf(declaredScreens));
      },
      onArrival: (_remote, listener) => {
        return arrivalListeners.add(listener);
      },
    },
    access: { ...access, check: () => Promise.resolve() },
    title: createPageTitle(document, () => Promise.resolve({ screenLabel: (key) => titleByScreenKey[key] ?? null })),
    prerender: createPrerender(document),
    RemoteScreen: createFakeScreenView(phase, doScreensThrow),
    alerts: createAlerts(),
    drawer: createDrawer({
      panel: drawerModule,
      track: busyTracker.track,
      snackbar: snackbars.show,
      rememberOpener: focusRestorer.rememberOpener,
    }),
    logout: () => {
      logoutCount += 1;
      return Promise.resolve();
    },
    onMainShown: () => {
      mainShownCount += 1;
    },
    reload: () => {
      reloadCount += 1;
    },
  };
  /** Notifies the listeners that the remote has been loaded. */
  const emitArrival = arrivalListeners.emit;
  return {
    services,
    tab: fakeBrowser,
    timers,
    shell,
    slotsAsked: requestedSlots,
    arrive: emitArrival,
    setAccess: access.set,
    logouts: () => logoutCount,
    mainShows: () => mainShownCount,
    reloads: () => reloadCount,
  };
};

/** Renders a component inside of the ShellProvider, as the shell does. */
export const renderWithServices = ({ services }: { readonly services: ShellServices }, renderedPart: ReactNode) =>
  render(<ShellProvider shell={services.shell}>{renderedPart}</ShellProvider>);
