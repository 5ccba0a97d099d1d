import type { Consent, Deployment, Platform, ShellApi } from '@mahlzeit/shared-ui/platform';
import { browserTimers } from '@mahlzeit/shared-ui/platform';
import { watchAccess } from './access';
import { createBusy } from './busy';
import type { Chrome } from './chrome';
import { createAlerts, createAsk } from './dialogs';
import { createDrawer } from './drawer';
import { createFirstView } from './first-view';
import { mainRegion } from './frame';
import { createLazyPart } from './lazy-part';
import type { RemoteLoader } from './loader';
import { storeLanguage, watchMe } from './me';
import { loadNotifications } from './notifications';
import { createRemoteParts } from './parts';
import { watchPolicy } from './policy';
import { createReloadHolds, watchDay } from './reload';
import { createRouter, followHashLinks, offerDownload, swallowSecondClick } from './router';
import type { Router } from './router';
import { createFocusKeeper, createPageTitle, remoteOfModal } from './screens';
import { createLogout, watchConnection } from './session';
import { createSnackbars } from './snackbars';
import { askConsentWhenCalm } from './telemetry';

/** What the shell is built from. */
export interface ChromeDeps extends Pick<Chrome, 'lookup' | 'RemoteScreen'> {
  readonly platform: Platform;
  readonly loader: RemoteLoader;
  readonly deployment: Deployment;
  readonly consent: Consent;
  readonly browser: Window;
}

const createTools = ({ loader, browser }: ChromeDeps) => {
  const page = browser.document;
  const busy = createBusy(browserTimers);
  const snackbars = createSnackbars(browserTimers);
  const alerts = createAlerts();
  const loadDialogs = () => loader.shared('ui/dialog', () => import('@mahlzeit/shared-ui/ui/dialog'));
  const dialogParts = createLazyPart(loadDialogs);
  const drawerParts = createLazyPart(async () => {
    const [{ SidePanel }, content] = await Promise.all([loadDialogs(), loader.shared('drawer', () => import('./drawer/drawer-content'))]);
    return { ...content, SidePanel };
  });
  const focus = createFocusKeeper({ page, timers: browserTimers, mainRegion });
  const told = { track: busy.track, snackbar: snackbars.show };
  const ask = createAsk({ ...told, alerts, dialogParts });
  const drawer = createDrawer({ ...told, panel: drawerParts, noteOpener: focus.noteOpener });
  return { busy, snackbars, alerts, dialogParts, drawerParts, focus, ask, drawer, title: createPageTitle(page), firstView: createFirstView(page), holds: createReloadHolds() };
};

type Tools = ReturnType<typeof createTools>;

const createShellApi = ({ platform, loader, lookup, deployment, consent }: ChromeDeps, router: Router, tools: Tools): ShellApi => {
  const { session, clock, store, live, gateway, eventLog } = platform;
  const shell: ShellApi = {
    session, clock, store, live, gateway, deployment, consent,
    navigation: { ...router, has: (key) => remoteOfModal(lookup, key) !== null },
    parts: createRemoteParts({ loader, lookup, shell: () => shell }),
    snackbar: tools.snackbars.show,
    alert: tools.ask,
    track: tools.busy.track,
    logEvent: eventLog.log,
    openDrawer: () => void tools.drawer.open(),
    nameScreen: tools.title.name,
    holdReload: tools.holds.hold,
    mainStands: tools.firstView.giveWay,
  };
  return shell;
};

/** What the shell keeps an eye on, from the first moment of the page. */
const createWatches = (browser: Window, shell: ShellApi, tools: Tools) => {
  const { live, gateway, clock, logEvent, deployment } = shell;
  const timers = browserTimers;
  const reload = (): void => browser.location.reload();
  const access = watchAccess({ gateway, live, timers, logEvent, version: deployment.version });
  const me = watchMe(shell);
  const policy = watchPolicy({ ...shell, me });
  const undo = [
    access.stop, me.stop, policy.stop,
    storeLanguage({ me, gateway, timers, browserLanguage: browser.navigator.language }),
    watchConnection({ browser, live, snackbars: tools.snackbars, timers }),
    watchDay({ clock, page: browser.document, holds: tools.holds, reload }),
  ];
  return { access, policy, reload, undo };
};

const once = (act: () => void): (() => void) => {
  let isDone = false;
  return () => {
    if (!isDone) act();
    isDone = true;
  };
};

/** Wires the shell's parts and the API that it gives to remotes. `stop` undoes what reaches outside. */
export const createChrome = (deps: ChromeDeps): { readonly chrome: Chrome; stop(): void } => {
  const { loader, lookup, RemoteScreen, browser } = deps;
  const tools = createTools(deps);
  const router = createRouter(browser, browserTimers);
  const shell = createShellApi(deps, router, tools);
  const { undo, ...watches } = createWatches(browser, shell, tools);
  const hasScreen = shell.navigation.has;
  const startNotifications = async () =>
    (await loader.shared('notifications', () => import('./notifications/start-notifications'))).startNotifications({ shell, router, snackbars: tools.snackbars, browser, hasScreen });
  const stops = [router.dispose, followHashLinks(browser.document, router), swallowSecondClick(browser, router), ...undo];
  return {
    chrome: {
      ...tools, ...watches, shell, router, lookup, loader, RemoteScreen,
      logout: createLogout(shell),
      mainShown: once(() => {
        // After the list, which nothing may delay.
        stops.push(loadNotifications({ session: shell.session, start: startNotifications }));
        offerDownload({ browser, router, storage: () => browser.sessionStorage, hasScreen });
        askConsentWhenCalm({ ...shell, router });
      }),
    },
    stop: () => stops.forEach((step) => step()),
  };
};
