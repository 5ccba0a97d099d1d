import { accountOf, browserSignals, browserTimers } from '@mahlzeit/shared-ui/platform';
import type { LiveTransport, ShellApi } from '@mahlzeit/shared-ui/platform';
import { readWithoutWebSocket } from '@mahlzeit/shared-ui/platform/live-fallback';
import type { DrawerModule } from '../drawer/drawer';
import type { UnreadCountDeps } from '../drawer/unread-count';
import type { LazyModule } from '../loading/lazy-module';
import type { Alerts } from '../messages/alerts';
import type { RemoteLookup } from '../remotes/registry';
import type { Router } from '../router/router';
import type { FocusRestorer } from '../screens/focus-restorer';
import { reportOutcomes } from './report-outcomes';
import type { ReportOutcomesDeps } from './report-outcomes';
import { watchGoogleConsent } from './google-consent';
import { watchConnectionLinks } from './address-commands';
import { eraseDepartedUsers, forgetDepartedUser } from './logout';
import type { DepartedUserDeps } from './logout';
import { storeLanguage, watchCurrentUser } from './me';
import { storeApp } from './store-app';
import { askConsentWhenIdle } from './questions';
import { watchReleases } from './releases';
import type { ReleaseWatchDeps } from './releases';
import { watchRequiredActions } from './required-actions';
import type { RequiredActionDeps } from './required-actions';
import { prefetchScreens } from './prefetch';
import type { PrefetchDeps } from './prefetch';
import { showRefusedWrites } from './refused-writes';
import type { RefusedWriteDeps } from './refused-writes';
import { resumeSending } from './resume-sending';
import { placeSnackbars } from './snackbar-place';
import { closeSnackbarWithScreen } from './snackbar-screen';
import type { SnackbarScreenDeps } from './snackbar-screen';
import { watchConnection } from './watch-connection';
import type { ConnectionDeps } from './watch-connection';
import { watchDay } from './watch-day';

export { offerDownload } from './download-offer';
export { runReturnCommand } from './address-commands';
export { openSharedPlace } from './shared-place';
export { logOut } from './logout';

interface AlertFocusDeps {
  readonly alerts: Pick<Alerts, 'get' | 'subscribe'>;
  readonly focus: Pick<FocusRestorer, 'restore'>;
}

/**
 * Restores the focus after an alert has closed, because the screen that opened the alert may be closed. Returns an
 * unsubscribe function.
 */
export const restoreFocusAfterAlerts = ({ alerts, focus }: AlertFocusDeps): (() => void) =>
  alerts.subscribe(() => {
    if (alerts.get() === null) focus.restore();
  });

interface UnreadStartDeps extends UnreadCountDeps {
  readonly drawerModule: LazyModule<{ readonly watchUnreadCount: (deps: UnreadCountDeps) => () => void }>;
}

/**
 * Starts to count unread chats once the drawer's script is loaded, which this function loads for members. Returns an
 * unsubscribe function.
 */
export const countUnreadChatsWhenLoaded = ({ drawerModule, ...deps }: UnreadStartDeps): (() => void) => {
  const { session } = deps.shell;
  let stopCounting: (() => void) | undefined;
  const startCounting = (): void => void (stopCounting ??= drawerModule.get()?.watchUnreadCount(deps));
  const loadForMember = (): void => {
    // After a failed load, the next change of the session and a press on the menu button try again.
    if (accountOf(session.get())?.loggedIn === true) void drawerModule.load();
  };
  const stopFunctions = [drawerModule.subscribe(startCounting), session.subscribe(loadForMember)];
  startCounting();
  loadForMember();
  return () => {
    for (const stop of stopFunctions) stop();
    stopCounting?.();
  };
};

interface DeferredDeps
  extends
    Omit<RequiredActionDeps, 'me' | 'browser' | 'alerts' | 'router'>,
    AlertFocusDeps,
    Pick<ReleaseWatchDeps, 'holds' | 'reload'>,
    Pick<ReportOutcomesDeps, 'facts'>,
    Pick<UnreadCountDeps, 'title'> {
  readonly alerts: RequiredActionDeps['alerts'] & AlertFocusDeps['alerts'] & DepartedUserDeps['alerts'];
  readonly snackbars: DepartedUserDeps['snackbars'] & SnackbarScreenDeps['snackbars'] & RefusedWriteDeps['snackbars'];
  readonly drawer: DepartedUserDeps['drawer'] & PrefetchDeps['drawer'];
  readonly shell: ShellApi;
  readonly drawerModule: DrawerModule;
  readonly liveTransport: LiveTransport;
  readonly shownOffline: ConnectionDeps['shownOffline'];
  readonly connectionText: ConnectionDeps['connectionText'];
  /** Time at which the page was opened; epoch milliseconds. */
  readonly openedAt: number;
  readonly router: RequiredActionDeps['router'] &
    DepartedUserDeps['router'] &
    PrefetchDeps['router'] &
    Pick<Router, 'replace' | 'whenArrived' | 'get' | 'subscribe'>;
  readonly loader: ReportOutcomesDeps['loader'] & ReleaseWatchDeps['loader'] & PrefetchDeps['loader'];
  readonly lookup: ReleaseWatchDeps['lookup'] &
    PrefetchDeps['lookup'] &
    Pick<RemoteLookup, 'withCommand' | 'address' | 'hasOverrides'>;
  readonly browser: RequiredActionDeps['browser'] &
    PrefetchDeps['browser'] &
    Pick<
      Window,
      | 'navigator'
      | 'document'
      | 'localStorage'
      | 'location'
      | 'performance'
      | 'addEventListener'
      | 'removeEventListener'
      | 'requestAnimationFrame'
      | 'cancelAnimationFrame'
    >;
}

/**
 * Starts everything that can wait until the list is shown, such as required actions, consent, language and new
 * releases. This function is in a separate script, which is loaded after the list. Returns a function that stops
 * everything.
 */
export const startDeferred = (deps: DeferredDeps): (() => void) => {
  const { shell, browser, lookup, holds, reload, router, openedAt } = deps;
  const timers = browserTimers;
  const userWatch = watchCurrentUser({ shell, timers });
  const stopFunctions = [
    userWatch.stop,
    readWithoutWebSocket({
      ...shell,
      transport: deps.liveTransport,
      sendRequest: (request) => fetch(request),
      origin: browser.location.origin,
      timers,
      page: browser.document,
      signals: browserSignals,
      storage: () => browser.localStorage,
      now: shell.clock.now,
    }),
    watchRequiredActions({ ...deps, me: userWatch }),
    storeLanguage({ me: userWatch, apiClient: shell.apiClient, timers, browserLanguage: browser.navigator.language }),
    restoreFocusAfterAlerts(deps),
    watchConnection({ ...deps, live: shell.live, clock: shell.clock, timers }),
    closeSnackbarWithScreen({ ...deps, timers }),
    placeSnackbars({ page: browser.document, browser }),
    forgetDepartedUser({ ...deps, session: shell.session }),
    eraseDepartedUsers({ session: shell.session, storage: () => browser.localStorage }),
    watchConnectionLinks({ shell, router, lookup }),
    showRefusedWrites({ ...deps, waitingWrites: shell.waitingWrites }),
    resumeSending({ shell, storage: () => browser.localStorage, browser }),
    countUnreadChatsWhenLoaded({ ...deps, navigator: browser.navigator }),
    askConsentWhenIdle({ ...deps, consent: shell.consent }),
    watchGoogleConsent({ ...deps, consent: shell.consent, deployment: shell.deployment }),
    watchDay({ clock: shell.clock, openedAt, page: browser.document, holds, reload }),
    prefetchScreens({ ...deps, timers }),
    reportOutcomes({ ...deps, apiClient: shell.apiClient, timers }),
    storeApp({
      deployment: shell.deployment,
      timers,
      page: browser.document,
      navigator: browser.navigator,
      isOverridden: lookup.hasOverrides,
    }),
    watchReleases({ ...deps, store: shell.store, page: browser.document, holds, timers, random: Math.random, reload }),
  ];
  return () => stopFunctions.forEach((stop) => stop());
};
