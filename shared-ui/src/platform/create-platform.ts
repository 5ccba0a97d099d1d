import { createApiClient } from './session/api-client';
import { createTransport } from './api/transport';
import type { SendRequest } from './api/transport';
import type { ApiClient } from './session/api-client';
import { browserElapsed, browserTimers, createServerClock, firstBrowserTime } from './browser/clock';
import type { ClockReading, ShellClock, Timers } from './browser/clock';
import { createEventLog, setErrorReporter } from './events/event-log';
import type { EventLog } from './events/event-log';
import { browserSocket } from './live/browser-socket';
import { createLateLive } from './live/late-live';
import type { createLiveClient, LiveClient, LiveTransport, OpenSocket } from './live/live-client';
import { createSessionCalls } from './session/session-actions';
import { createSessionClient } from './session/session-client';
import { accountOf } from './session/session-state';
import type { SessionClient } from './session/session-client';
import { createSessionHint, createTabChannel, createSessionLock, hintOwnerOf } from './session/session-tabs';
import type { SessionHint, TabChannel } from './session/session-tabs';
import { api, createStore, userChanged } from './store/store';
import type { AppStore } from './store/store';
import type { BrowserStorage } from './browser/storage';
import { browserLocks } from './browser/tab-lock';
import type { WithLock } from './browser/tab-lock';
import { createObservable } from './events/observable';
import type { Observable } from './events/observable';
import { withCachedAnswers } from './offline/cached-answers';
import { createLateOffline } from './offline/late-offline';
import type { ShownRow } from './offline/offline-cache';
import type { CreateOfflineParts } from './offline/offline-parts';
import type { WaitingWrites } from './offline/waiting-writes';
import { applyUserDocument, createUserApplier } from './resources/user-api';

/** Events of the browser that tell about the page and its network. */
export interface BrowserSignals {
  /** Calls the listener when the page becomes visible again. Returns an unsubscribe function. */
  onVisible(listener: () => void): () => void;
  /** Calls the listener when the network is back. Returns an unsubscribe function. */
  onOnline(listener: () => void): () => void;
  /** Calls the listener when the page is restored from the back-forward cache. Returns an unsubscribe function. */
  onPageShow(listener: () => void): () => void;
}

/** Events of the browser's real window and document. */
export const browserSignals: BrowserSignals = {
  onVisible(listener) {
    const onVisibilityChange = (): void => {
      if (document.visibilityState === 'visible') listener();
    };
    document.addEventListener('visibilitychange', onVisibilityChange);
    return () => document.removeEventListener('visibilitychange', onVisibilityChange);
  },
  onOnline(listener) {
    window.addEventListener('online', listener);
    return () => window.removeEventListener('online', listener);
  },
  onPageShow(listener) {
    const onPageRestored = ({ persisted }: PageTransitionEvent): void => {
      if (persisted) listener();
    };
    window.addEventListener('pageshow', onPageRestored);
    return () => window.removeEventListener('pageshow', onPageRestored);
  },
};

/** Functions of the browser that the platform needs. Tests replace them. */
export interface PlatformDependencies {
  /** Origin of the gateway, to which all requests are sent. */
  readonly origin: string;
  readonly sendRequest: SendRequest;
  readonly openSocket: OpenSocket;
  /** Loads the script of the live client. */
  loadLive(): Promise<{ readonly createLiveClient: typeof createLiveClient }>;
  readonly hint: SessionHint;
  readonly tabs: TabChannel;
  readonly withLock: WithLock;
  readonly timers: Timers;
  /** Returns the milliseconds of a counter that never goes back. */
  elapsed(): number;
  readonly firstTime: ClockReading;
  readonly signals: BrowserSignals;
  random(): number;
  /** Storage of the writes that wait for the network. */
  readonly storage: BrowserStorage;
  /** Loads the script for pages without a network; absent on pages that neither store nor send anything later. */
  loadOffline?(): Promise<CreateOfflineParts>;
  /** Whether the service worker has served this page, because the network didn't answer in time; false by default. */
  readonly startsOffline?: boolean;
}

/** Session, clock, live data, store and event log of one page, which work together. */
export interface Platform {
  readonly session: SessionClient;
  readonly clock: ShellClock;
  readonly live: LiveClient;
  readonly store: AppStore;
  readonly apiClient: ApiClient;
  readonly eventLog: EventLog;
  readonly liveTransport: LiveTransport;
  readonly waitingWrites: WaitingWrites;
  /** Rows that the page shows from this browser because the gateway didn't answer. */
  readonly shownOffline: Observable<readonly ShownRow[]>;
  /** Starts the session and the live connection. Doesn't wait for them. */
  start(): void;
  /**
   * Loads the script for pages without a network, which stores what the page shows and sends what waits. Called once
   * the first list is visible.
   */
  startOffline(): void;
  stop(): void;
}

/** Creates the platform of one page. Nothing is requested before `start` is called. */
export const createPlatform = (platformDeps: PlatformDependencies): Platform => {
  const { timers, random } = platformDeps;
  const eventLog = createEventLog();
  const clock = createServerClock({ elapsed: platformDeps.elapsed, timers, firstReading: platformDeps.firstTime });
  const transport = createTransport({
    sendRequest: platformDeps.sendRequest,
    origin: platformDeps.origin,
    timers,
    eventLog,
    observeTime: clock.observe,
  });
  const shownOffline = createObservable<readonly ShownRow[]>([]);
  const { loadOffline } = platformDeps;
  const loadOfflineParts = async (createOfflineParts: Promise<CreateOfflineParts>) =>
    (await createOfflineParts)({
      timers,
      now: clock.now,
      shown: shownOffline,
      session: sessionClient,
      live: liveClient,
      store,
      apiClient,
      storage: platformDeps.storage,
      onOnline: platformDeps.signals.onOnline,
      onUser: applyUser,
    });
  const offline = createLateOffline(loadOffline === undefined ? null : () => loadOfflineParts(loadOffline()));
  const sessionClient = createSessionClient({
    calls: createSessionCalls(transport),
    hint: platformDeps.hint,
    tabs: platformDeps.tabs,
    withLock: platformDeps.withLock,
    timers,
    random,
    cache: offline.session,
    startsOffline: platformDeps.startsOffline,
  });
  const apiClient = withCachedAnswers(createApiClient(transport, sessionClient), offline.answers);
  const liveTransport: LiveTransport = {
    open: platformDeps.openSocket,
    reconnectSoon: () => liveClient.reconnectSoon(),
  };
  const liveClient = createLateLive({
    timers,
    load: async () =>
      (await platformDeps.loadLive()).createLiveClient({
        openSocket: (socketEvents) => liveTransport.open(socketEvents),
        timers,
        eventLog,
        random,
        renewToken: sessionClient.renew,
        observeTime: (serverNow, isMoved) => (isMoved ? clock.moveTo(serverNow) : clock.observe(serverNow)),
        cache: offline.topics,
      }),
  });
  const store = createStore({ apiClient, live: liveClient, clock, timers });
  const applyUser = createUserApplier(sessionClient, store);

  /** After a deleted account was restored, subscribes again to the topics that the gateway had refused to it. */
  const watchRestoration = (): (() => void) => {
    const isAccountDeleted = (): boolean => accountOf(sessionClient.get())?.deleted === true;
    let wasDeleted = isAccountDeleted();
    return sessionClient.subscribe(() => {
      const isRestored = wasDeleted && !isAccountDeleted();
      wasDeleted = isAccountDeleted();
      if (isRestored) liveClient.reconnectSoon();
    });
  };
  const connectPlatformParts = (): (() => void)[] => [
    sessionClient.onUser((user) => {
      // A06: data of the former user must not stay. Live data is deleted first, then the query cache, then the state of
      // the slices.
      offline.setOwner(user === null ? null : hintOwnerOf(user));
      liveClient.forgetUser();
      store.dispatch(api.util.resetApiState());
      store.dispatch(userChanged(user));
      if (sessionClient.isResumed()) liveClient.beginOffline();
    }),
    sessionClient.onToken(liveClient.setToken),
    applyUserDocument(sessionClient, store),
    watchRestoration(),
    platformDeps.signals.onVisible(() => {
      sessionClient.onVisible();
      liveClient.reconnectSoon();
    }),
    platformDeps.signals.onOnline(() => {
      sessionClient.onVisible();
      sessionClient.wake();
      liveClient.reconnectSoon();
    }),
    platformDeps.signals.onPageShow(() => {
      sessionClient.onPageShow();
      liveClient.reconnectSoon();
    }),
  ];
  let unsubscribers: (() => void)[] = [];

  return {
    session: { ...sessionClient, applyUser },
    clock,
    live: liveClient,
    store,
    apiClient,
    eventLog,
    liveTransport,
    waitingWrites: offline.waitingWrites,
    shownOffline,
    start() {
      setErrorReporter(eventLog.log);
      unsubscribers = connectPlatformParts();
      sessionClient.start();
    },
    startOffline: offline.start,
    stop() {
      for (const unsubscribe of unsubscribers) unsubscribe();
      offline.stop();
      sessionClient.stop();
      liveClient.stop();
      setErrorReporter(null);
    },
  };
};

/** Returns the functions of the real browser that the platform needs. The gateway has the same origin as the page. */
export const browserPlatformDeps = (): Omit<PlatformDependencies, 'loadLive'> => ({
  origin: location.origin,
  sendRequest: (request) => fetch(request),
  openSocket: browserSocket(location.origin),
  hint: createSessionHint(() => localStorage),
  tabs: createTabChannel(),
  withLock: createSessionLock(browserLocks()),
  timers: browserTimers,
  elapsed: browserElapsed,
  firstTime: firstBrowserTime(document.documentElement),
  signals: browserSignals,
  random: Math.random,
  storage: () => localStorage,
});
