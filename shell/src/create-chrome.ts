import type { Consent, Deployment, Platform, ShellApi } from '@mahlzeit/shared-ui/platform';
import { browserTimers } from '@mahlzeit/shared-ui/platform';
import { watchAccess } from './access/watch-access';
import { createBusy } from './busy/create-busy';
import type { ShellServices } from './chrome';
import { createAlerts } from './dialogs/create-alerts';
import { createAsk } from './dialogs/create-ask';
import { createDrawer } from './drawer/create-drawer';
import { createPrerender } from './first-view/create-first-view';
import { mainRegion } from './frame/main-region';
import { createLazyModule } from './lazy-part';
import { OVERALL_MS } from './loader/loadable';
import type { RemoteLoader } from './loader/remote-loader';
import { createRemoteResolver } from './parts/create-remote-parts';
import { createReloadHolds } from './reload/create-reload-holds';
import { watchDay } from './reload/watch-day';
import { createRouter } from './router/create-router';
import { followHashLinks } from './router/follow-hash-links';
import { offerDownload } from './router/offer-download';
import { swallowSecondClick } from './router/swallow-second-click';
import { takeFromAddress } from './router/take-from-address';
import type { Router } from './router/create-router';
import { createFocusRestorer } from './screens/focus-keeper';
import { createPageTitle } from './screens/create-page-title';
import { remoteOfModal } from './screens/remote-of-modal';
import { createLogout } from './session/create-logout';
import { forgetDepartedUser } from './session/forget-leaver';
import { resetPassword } from './session/reset-password';
import { startWhen } from './session/start-when';
import { watchConnection } from './session/watch-connection';
import { createSnackbars } from './snackbars/create-snackbars';

export interface ShellServicesDeps extends Pick<ShellServices, 'lookup' | 'RemoteScreen'> {
  readonly platform: Platform;
  readonly loader: RemoteLoader;
  readonly deployment: Deployment;
  readonly consent: Consent;
  readonly browser: Window;
}

const createTools = ({ loader, browser }: ShellServicesDeps) => {
  const page = browser.document;
  const busy = createBusy(browserTimers);
  const snackbars = createSnackbars(browserTimers);
  const alerts = createAlerts();
  const loadDialogs = () => loader.shared('ui/dialog', () => import('@mahlzeit/shared-ui/ui/dialog'));
  const dialogModule = createLazyModule(loadDialogs);
  const drawerModule = createLazyModule(async () => {
    const [{ SidePanel }, content] = await Promise.all([loadDialogs(), loader.shared('drawer', () => import('./drawer/drawer-content'))]);
    return { ...content, SidePanel };
  });
  const focus = createFocusRestorer({ page, timers: browserTimers, mainRegion });
  const feedback = { track: busy.track, snackbar: snackbars.show };
  const ask = createAsk({ ...feedback, alerts, dialogModule });
  const drawer = createDrawer({ ...feedback, panel: drawerModule, noteOpener: focus.noteOpener });
  return { busy, snackbars, alerts, dialogModule, drawerModule, focus, ask, drawer, title: createPageTitle(page), prerender: createPrerender(page), holds: createReloadHolds() };
};

type Tools = ReturnType<typeof createTools>;

const createShellApi = ({ platform, loader, lookup, deployment, consent }: ShellServicesDeps, router: Router, tools: Tools): ShellApi => {
  const { session, clock, store, live, apiClient, eventLog } = platform;
  const shell: ShellApi = {
    session, clock, store, live, apiClient, deployment, consent,
    navigation: { ...router, has: (key) => remoteOfModal(lookup, key) !== null },
    remotes: createRemoteResolver({ loader, lookup, shell: () => shell }),
    snackbar: tools.snackbars.show,
    alert: tools.ask,
    track: tools.busy.track,
    logEvent: eventLog.log,
    openDrawer: () => void tools.drawer.open(),
    nameScreen: tools.title.name,
    holdReload: tools.holds.hold,
    mainReady: tools.prerender.dismiss,
  };
  return shell;
};

/** Starts what the shell watches from the first moment of the page. */
const createWatches = (browser: Window, shell: ShellApi, tools: Tools) => {
  const { session, live, apiClient, clock, logEvent, deployment } = shell;
  const timers = browserTimers;
  const reload = (): void => browser.location.reload();
  const access = watchAccess({ apiClient, live, timers, logEvent, version: deployment.version });
  const undo = [
    access.stop,
    forgetDepartedUser({ session, ...tools }),
    watchConnection({ browser, live, snackbars: tools.snackbars, timers }),
    watchDay({ clock, page: browser.document, holds: tools.holds, reload }),
  ];
  return { access, reload, undo };
};

const once = (act: () => void): (() => void) => {
  let isDone = false;
  return () => {
    if (!isDone) act();
    isDone = true;
  };
};

interface StartedShell {
  readonly shell: ShellApi;
  readonly router: Router;
  readonly tools: Tools;
  hasScreen(key: string): boolean;
  reload(): void;
}

/** Starts what the list doesn't need, each part from a script of its own. Returns functions that stop them. */
const beginDeferredStartup = ({ loader, lookup, browser }: ShellServicesDeps, { tools, ...started }: StartedShell): readonly (() => void)[] => {
  const { session } = started.shell;
  const deps = { ...tools, ...started, lookup, browser };
  const startDeferredParts = async () => (await loader.shared('deferred', () => import('./afterwards/start-afterwards'))).startDeferred(deps);
  const startNotifications = async () => (await loader.shared('notifications', () => import('./notifications/start-notifications'))).startNotifications(deps);
  return [
    startWhen({ session, isNeeded: () => true, start: startDeferredParts }),
    startWhen({ session, isNeeded: ({ loggedIn }) => loggedIn, start: startNotifications }),
  ];
};

/** A user flagged deleted gets no list before they have answered: what asks them doesn't wait for one. Returns an unsubscribe function. */
const onDeletedAccount = ({ session }: ShellApi, act: () => void): (() => void) =>
  session.subscribe(() => {
    const view = session.get();
    if (view.status === 'known' && view.account.deleted) act();
  });

/** Wires the shell's services and the API that it gives to remotes. `stop` undoes what reaches outside. */
export const createShellServices = (deps: ShellServicesDeps): { readonly services: ShellServices; stop(): void } => {
  const { loader, lookup, RemoteScreen, browser } = deps;
  const tools = createTools(deps);
  const router = createRouter(browser, browserTimers);
  const { search } = browser.location;
  const resetToken = takeFromAddress(browser, 'resetToken');
  const shell = createShellApi(deps, router, tools);
  const { undo, ...watches } = createWatches(browser, shell, tools);
  const hasScreen = shell.navigation.has;
  const beginDeferred = once(() => stops.push(...beginDeferredStartup(deps, { shell, router, tools, hasScreen, reload: watches.reload })));
  // Without a list there is nothing to wait for.
  const stops = [router.dispose, followHashLinks(browser.document, router), swallowSecondClick(browser, router), browserTimers.after(OVERALL_MS, beginDeferred), onDeletedAccount(shell, beginDeferred), ...undo];
  if (resetToken !== null) void resetPassword(shell, resetToken);
  return {
    services: {
      ...tools, ...watches, shell, router, lookup, loader, RemoteScreen,
      logout: createLogout(shell),
      mainShown: once(() => {
        beginDeferred();
        offerDownload({ browser, search, router, storage: () => browser.sessionStorage, hasScreen });
      }),
    },
    stop: () => stops.forEach((step) => step()),
  };
};
