import { aPageRegistry } from '@mahlzeit/contract/fixtures';
import { createListeners, createObservable, ShellProvider } from '@mahlzeit/shared-ui/platform';
import type { RemoteDeclaration, ScreenDeclaration, SlotName } from '@mahlzeit/shared-ui/platform';
import { createManualTimers, fakeShell } from '@mahlzeit/shared-ui/testing';
import { render } from '@testing-library/react';
import { useEffect } from 'react';
import type { ReactNode } from 'react';
import type { AccessWatch } from './access/access-gate';
import { createAlerts } from './messages/alerts';
import { createBusy } from './messages/busy';
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
  /** Access to the web app; default: `open`. */
  readonly access?: ReturnType<AccessWatch['get']>;
  /** Number of loads that fail before the remote can be loaded; default: 0. */
  readonly failures?: number;
  /** Phase in which the remote's screens stay; default: `mounted`. */
  readonly phase?: ScreenPhase;
}

const declare = (screens: readonly FakeScreen[]): RemoteDeclaration => ({
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
const titles: Readonly<Record<string, string>> = { orders: 'Bestellungen', details: 'Lokal' };

const createFakeScreenView =
  (phase: ScreenPhase) =>
  ({ screen, params, onPhase }: RemoteScreenProps) => {
    useEffect(() => onPhase(phase), [onPhase]);
    return <section aria-label={screen.key}>{params.join(', ')}</section>;
  };

/** Creates the shell's services for tests: a real router in a fake tab, one fake remote, manual timers. */
export const createFakeShellServices = ({
  address = '/restaurants',
  session = 'anonymous',
  screens = [],
  failures = 0,
  phase = 'mounted',
  access: firstAccess = 'open',
}: FakeShellServicesOptions = {}) => {
  const tab = createFakeBrowser(address);
  const timers = createManualTimers();
  const slotsAsked: string[] = [];
  const offered = fakeShell({ session });
  const shell = {
    ...offered,
    remotes: {
      ...offered.remotes,
      loadSlot: <N extends SlotName>(name: N) => {
        slotsAsked.push(name);
        return offered.remotes.loadSlot(name);
      },
    },
  };
  const declaration = declare(screens);
  const snackbars = createSnackbars(timers);
  const busy = createBusy(timers);
  const focus = createFocusRestorer({ page: document, timers, mainRegion: () => document.querySelector('main') });
  const dialogModule = createLazyModule(() => import('@mahlzeit/shared-ui/ui/dialog'));
  const access = createObservable(firstAccess);
  const drawerModule = createLazyModule(async () => ({
    ...(await import('./drawer/drawer-content')),
    entries: drawerEntriesOfProduct,
    SidePanel: (await import('@mahlzeit/shared-ui/ui/dialog')).SidePanel,
  }));
  const arrivals = createListeners();
  let failuresLeft = failures;
  let logouts = 0;
  let mainShows = 0;
  let reloads = 0;
  const lookup = createRemoteLookup(registryOf(declaration));
  const services: ShellServices = {
    shell,
    snackbars,
    busy,
    dialogModule,
    drawerModule,
    focus,
    router: createRouter(tab.browser, timers, lookup),
    lookup,
    loader: {
      declaration: () => {
        failuresLeft -= 1;
        return failuresLeft >= 0
          ? Promise.reject(new Error('The fake remote returned status 503'))
          : Promise.resolve(declaration);
      },
      onArrival: (_remote, listener) => {
        return arrivals.add(listener);
      },
    },
    access: { ...access, check: () => Promise.resolve() },
    title: createPageTitle(document, () => Promise.resolve({ screenLabel: (key) => titles[key] ?? null })),
    prerender: createPrerender(document),
    RemoteScreen: createFakeScreenView(phase),
    alerts: createAlerts(),
    drawer: createDrawer({
      panel: drawerModule,
      track: busy.track,
      snackbar: snackbars.show,
      noteOpener: focus.noteOpener,
    }),
    logout: () => {
      logouts += 1;
      return Promise.resolve();
    },
    mainShown: () => {
      mainShows += 1;
    },
    reload: () => {
      reloads += 1;
    },
  };
  /** Notifies the listeners that the remote has been loaded. */
  const arrive = arrivals.emit;
  return {
    services,
    tab,
    timers,
    shell,
    slotsAsked,
    arrive,
    setAccess: access.set,
    logouts: () => logouts,
    mainShows: () => mainShows,
    reloads: () => reloads,
  };
};

/** Renders a component inside the ShellProvider, like the shell. */
export const renderWithServices = ({ services }: { readonly services: ShellServices }, part: ReactNode) =>
  render(<ShellProvider shell={services.shell}>{part}</ShellProvider>);
