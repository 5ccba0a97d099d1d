import { browserTimers, createObservable } from '@mahlzeit/shared-ui/platform';
import type { Consent, Deployment, Observable, Platform, ShellApi } from '@mahlzeit/shared-ui/platform';
import { watchAccess } from './access/access-gate';
import { createAlerts, createAsk } from './messages/alerts';
import { createBusyTracker } from './messages/busy';
import type { BusyTracker } from './messages/busy';
import { createDrawer } from './drawer/drawer';
import type { Drawer, DrawerModule } from './drawer/drawer';
import { createLazyModule } from './loading/lazy-module';
import type { DialogModule } from './loading/lazy-module';
import { createPrerender } from './prerender';
import type { Prerender } from './prerender';
import { watchInstallation } from './loading/installation';
import { createReloadHolds } from './loading/reload';
import type { PageFacts } from './remotes/page-facts';
import { remoteOfModal } from './remotes/registry';
import type { RemoteLoader } from './remotes/remote-loader';
import { createRemoteResolver } from './remotes/remote-resolver';
import { followHashLinks, swallowSecondClick } from './router/link-clicks';
import { takeReturnValues } from './router/return-values';
import { resumeRefused } from './router/resume-refused';
import { createRouter } from './router/router';
import type { Router } from './router/router';
import { createFocusRestorer, mainRegion } from './screens/focus-restorer';
import type { ModalServices } from './screens/modal-screen';
import { createPageTitle } from './screens/page-title';
import { text } from './texts/shell-texts';
import { createSnackbars } from './messages/snackbars';
import type { Snackbars } from './messages/snackbars';
import { startWhen } from './loading/start-when';

/** Services that the shell's components use. */
export interface ShellServices extends ModalServices {
  readonly snackbars: Snackbars;
  /** Text of the bar that says that there is no connection; null while there is one. */
  readonly connectionText: Observable<string | null>;
  readonly busy: BusyTracker;
  readonly drawer: Drawer;
  readonly prerender: Prerender;
  readonly dialogModule: DialogModule;
  readonly drawerModule: DrawerModule;
  /** Asks for confirmation, then logs out. */
  logout(): Promise<void>;
  /** Called once the main screen is visible; starts the parts of the shell that can wait (deferred parts). */
  onMainShown(): void;
  reload(): void;
}

interface ShellServicesDeps extends Pick<ShellServices, 'lookup' | 'RemoteScreen'> {
  readonly platform: Platform;
  readonly loader: RemoteLoader;
  readonly facts: PageFacts;
  readonly deployment: Deployment;
  readonly consent: Consent;
  readonly browser: Window;
}

const createShellTools = ({ loader, browser }: ShellServicesDeps) => {
  const page = browser.document;
  const busy = createBusyTracker(browserTimers);
  const snackbars = createSnackbars(browserTimers);
  const alerts = createAlerts();
  const loadDialogs = () => loader.shared('ui/dialog', () => import('@mahlzeit/shared-ui/ui/dialog'));
  const dialogModule = createLazyModule(loadDialogs);
  const loadPageEntries = async () =>
    (await loader.shared('entries', () => import('./remotes/page-entries'))).readPageEntries(page);
  const drawerModule = createLazyModule(async () => {
    const [{ SidePanel }, drawerPanel, { drawer: entries }] = await Promise.all([
      loadDialogs(),
      loader.shared('drawer', () => import('./drawer/drawer-panel')),
      loadPageEntries(),
    ]);
    return { ...drawerPanel, SidePanel, entries };
  });
  const focus = createFocusRestorer({ page, timers: browserTimers, mainRegion });
  const feedbackDeps = { track: busy.track, snackbar: snackbars.show };
  const askUser = createAsk({ ...feedbackDeps, alerts, dialogModule });
  const drawer = createDrawer({ ...feedbackDeps, panel: drawerModule, rememberOpener: focus.rememberOpener });
  return {
    busy,
    snackbars,
    connectionText: createObservable<string | null>(null),
    alerts,
    dialogModule,
    drawerModule,
    loadEntries: loadPageEntries,
    focus,
    ask: askUser,
    drawer,
    title: createPageTitle(page, loadPageEntries),
    prerender: createPrerender(page),
    holds: createReloadHolds(),
    installApp: watchInstallation(browser),
  };
};

type ShellTools = ReturnType<typeof createShellTools>;

const createShellApi = (
  { platform, loader, lookup, deployment, consent }: ShellServicesDeps,
  router: Router,
  tools: ShellTools,
): ShellApi => {
  const { session, clock, store, live, apiClient, waitingWrites, eventLog } = platform;
  const shell: ShellApi = {
    session,
    clock,
    store,
    live,
    apiClient,
    waitingWrites,
    deployment,
    consent,
    installApp: tools.installApp,
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

/** Starts everything that must run from the start of the page: the version check, and the return to refused screens. */
const createWatches = (browser: Window, { shell, router }: Pick<StartedShell, 'shell' | 'router'>) => {
  const { session, store, apiClient, logEvent, deployment } = shell;
  const timers = browserTimers;
  const reload = (): void => router.leavePage(() => browser.location.reload());
  const access = watchAccess({ apiClient, store, timers, logEvent, version: deployment.version });
  return { access, reload, undo: [access.stop, resumeRefused({ session, router })] };
};

const runOnce = (action: () => void): (() => void) => {
  let hasActionRun = false;
  return () => {
    if (!hasActionRun) action();
    hasActionRun = true;
  };
};

interface StartedShell {
  readonly shell: ShellApi;
  readonly router: Router;
  readonly tools: ShellTools;
  /** Time at which the page was opened; epoch milliseconds. */
  readonly openedAt: number;
  hasScreen(key: string): boolean;
  reload(): void;
}

const loadDeferred = (loader: RemoteLoader) => loader.shared('deferred', () => import('./deferred/start-deferred'));

type DeferredModule = Awaited<ReturnType<typeof loadDeferred>>;

/**
 * Returns a function that runs an action with the deferred script; if the script can't be loaded, a snackbar shows an
 * error with a retry.
 */
const createWithDeferred = (loader: RemoteLoader, { track, snackbar }: ShellApi) =>
  async function withDeferred(action: (deferredModule: DeferredModule) => void): Promise<void> {
    try {
      action(await track(loadDeferred(loader)));
    } catch {
      // The loader has already reported the error.
      snackbar({
        tone: 'error',
        text: text('PartFailed'),
        action: { label: text('Retry'), run: () => void withDeferred(action) },
      });
    }
  };

/**
 * Starts the parts of the shell that can wait until the list is loaded; each part has its own script. Returns functions
 * that stop them.
 */
const beginDeferredStartup = (
  { platform: { liveTransport, shownOffline, startOffline }, loader, facts, lookup, browser }: ShellServicesDeps,
  { tools, ...started }: StartedShell,
): readonly (() => void)[] => {
  const { session } = started.shell;
  startOffline();
  const deferredDeps = { ...tools, ...started, liveTransport, shownOffline, loader, facts, lookup, browser };
  const startDeferredParts = async () => (await loadDeferred(loader)).startDeferred(deferredDeps);
  const startNotifications = async () => {
    const [notificationsModule, { endOf, isQuiet }] = await Promise.all([
      loader.shared('notifications', () => import('./deferred/notifications')),
      tools.loadEntries(),
    ]);
    return notificationsModule.startNotifications({ ...deferredDeps, endOf, isQuiet });
  };
  return [
    startWhen({ session, isNeededFor: () => true, start: startDeferredParts }),
    startWhen({ session, isNeededFor: ({ loggedIn }) => loggedIn, start: startNotifications }),
  ];
};

/**
 * Calls `onDeleted` for a user whose account is marked as deleted. Such a user gets no list before they have answered
 * whether to restore the account, so the dialog can't wait for the list. Returns an unsubscribe function.
 */
const onDeletedAccount = ({ session }: ShellApi, onDeleted: () => void): (() => void) =>
  session.subscribe(() => {
    const sessionView = session.get();
    if (sessionView.status === 'known' && sessionView.account.deleted) onDeleted();
  });

/** Longest time in ms for which the deferred parts of the shell wait for the list. */
const MAX_LIST_WAIT_MS = 8_000;

/** Creates the shell's services and the API for remotes. `stop` stops all timers and listeners. */
export const createShellServices = (deps: ShellServicesDeps): { readonly services: ShellServices; stop(): void } => {
  const { loader, lookup, RemoteScreen, browser } = deps;
  const tools = createShellTools(deps);
  const router = createRouter(browser, browserTimers, lookup);
  const returnValues = takeReturnValues(browser);
  const isPaymentReturn = returnValues.size > 0;
  const shell = createShellApi(deps, router, tools);
  const openedAt = shell.clock.now();
  const { undo, ...watches } = createWatches(browser, { shell, router });
  const withDeferred = createWithDeferred(loader, shell);
  const hasScreen = shell.navigation.has;
  const startDeferredOnce = runOnce(() =>
    stopFunctions.push(
      ...beginDeferredStartup(deps, { shell, router, tools, openedAt, hasScreen, reload: watches.reload }),
    ),
  );
  // If no list is shown, the deferred parts start after `MAX_LIST_WAIT_MS`, or as soon as the account turns out to be
  // marked as deleted.
  const stopFunctions = [
    router.dispose,
    followHashLinks(browser.document, router, lookup),
    swallowSecondClick(browser, router),
    browserTimers.after(MAX_LIST_WAIT_MS, startDeferredOnce),
    onDeletedAccount(shell, startDeferredOnce),
    // The deferred parts, which report failures, start after the first failure, because its visitor may leave soon.
    deps.facts.onFirstFailure(startDeferredOnce),
    ...undo,
  ];
  if (isPaymentReturn)
    void withDeferred(({ openSharedPlace, runReturnCommand }) => {
      openSharedPlace({ router, lookup, snackbar: shell.snackbar, origin: browser.location.origin }, returnValues);
      void runReturnCommand(shell, returnValues);
    });
  return {
    services: {
      ...tools,
      ...watches,
      shell,
      router,
      lookup,
      loader,
      RemoteScreen,
      logout: () => withDeferred(({ logOut }) => void logOut({ ...shell, router })),
      onMainShown: runOnce(() => {
        startDeferredOnce();
        // If the script can't be loaded, the next visit offers the app.
        void loadDeferred(loader).then(
          ({ offerDownload }) =>
            offerDownload({
              browser,
              isReturn: isPaymentReturn,
              router,
              storage: () => browser.localStorage,
              lookup,
            }),
          () => undefined,
        );
      }),
    },
    stop: () => stopFunctions.forEach((stopFunction) => stopFunction()),
  };
};
