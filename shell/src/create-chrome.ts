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
import { OVERALL_MS } from './loader';
import type { RemoteLoader } from './loader';
import { createRemoteParts } from './parts';
import { createReloadHolds, watchDay } from './reload';
import { createRouter, followHashLinks, offerDownload, swallowSecondClick, takeFromAddress } from './router';
import type { Router } from './router';
import { createFocusKeeper, createPageTitle, remoteOfModal } from './screens';
import { createLogout, forgetLeaver, resetPassword, startWhen, watchConnection } from './session';
import { createSnackbars } from './snackbars';

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
  const { session, live, gateway, clock, logEvent, deployment } = shell;
  const timers = browserTimers;
  const reload = (): void => browser.location.reload();
  const access = watchAccess({ gateway, live, timers, logEvent, version: deployment.version });
  const undo = [
    access.stop,
    forgetLeaver({ session, ...tools }),
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

interface Begun {
  readonly shell: ShellApi;
  readonly router: Router;
  readonly tools: Tools;
  hasScreen(key: string): boolean;
  reload(): void;
}

/** What the list needs none of, and which nothing may delay: each part comes in a script of its own. Answers the ways to stop. */
const beginAfterwards = ({ loader, lookup, browser }: ChromeDeps, { tools, ...begun }: Begun): readonly (() => void)[] => {
  const { session } = begun.shell;
  const parts = { ...tools, ...begun, lookup, browser };
  const startAfterwards = async () => (await loader.shared('afterwards', () => import('./afterwards/start-afterwards'))).startAfterwards(parts);
  const startNotifications = async () => (await loader.shared('notifications', () => import('./notifications/start-notifications'))).startNotifications(parts);
  return [
    startWhen({ session, isNeeded: () => true, start: startAfterwards }),
    startWhen({ session, isNeeded: ({ loggedIn }) => loggedIn, start: startNotifications }),
  ];
};

/** Who is flagged deleted gets no list before he has answered: what asks him waits for none. Answers the way to stop. */
const onLeaver = ({ session }: ShellApi, act: () => void): (() => void) =>
  session.subscribe(() => {
    const view = session.get();
    if (view.status === 'known' && view.account.deleted) act();
  });

/** Wires the shell's parts and the API that it gives to remotes. `stop` undoes what reaches outside. */
export const createChrome = (deps: ChromeDeps): { readonly chrome: Chrome; stop(): void } => {
  const { loader, lookup, RemoteScreen, browser } = deps;
  const tools = createTools(deps);
  const router = createRouter(browser, browserTimers);
  const { search } = browser.location;
  const resetToken = takeFromAddress(browser, 'resetToken');
  const shell = createShellApi(deps, router, tools);
  const { undo, ...watches } = createWatches(browser, shell, tools);
  const hasScreen = shell.navigation.has;
  const afterwards = once(() => stops.push(...beginAfterwards(deps, { shell, router, tools, hasScreen, reload: watches.reload })));
  // Without a list there is nothing to wait for.
  const stops = [router.dispose, followHashLinks(browser.document, router), swallowSecondClick(browser, router), browserTimers.after(OVERALL_MS, afterwards), onLeaver(shell, afterwards), ...undo];
  if (resetToken !== null) void resetPassword(shell, resetToken);
  return {
    chrome: {
      ...tools, ...watches, shell, router, lookup, loader, RemoteScreen,
      logout: createLogout(shell),
      mainShown: once(() => {
        afterwards();
        offerDownload({ browser, search, router, storage: () => browser.sessionStorage, hasScreen });
      }),
    },
    stop: () => stops.forEach((step) => step()),
  };
};
