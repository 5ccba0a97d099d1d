import { getPartnerRestaurant } from '@mahlzeit/contract';
import type { Restaurant } from '@mahlzeit/contract';
import { browserPlatformDeps, createStoredText } from '@mahlzeit/shared-ui/platform';
import type {
  ApiClient,
  AppStore,
  BrowserSignals,
  BrowserStorage,
  EventLog,
  LiveClient,
  LiveDriver,
  LiveTransport,
  OpenSocket,
  PlatformDependencies,
  Timers,
} from '@mahlzeit/shared-ui/platform';
import {
  createEventLog,
  createLiveClient,
  createServerClock,
  createStore,
  createTokenClient,
  createTokenSession,
  createTransport,
  setErrorReporter,
  tokenSignInOf,
} from '@mahlzeit/shared-ui/platform/standalone';
import type { ShellClock, TokenSignIn } from '@mahlzeit/shared-ui/platform/standalone';
import { readWithoutWebSocket } from '@mahlzeit/shared-ui/platform/live-fallback';

/**
 * Platform of the restaurant's console: API client, live data and session. Unlike the app's platform it uses no session
 * cookie, only the token of the restaurant. `allRestaurants` is the error for a token that belongs to all restaurants
 * instead of one.
 */
export interface PartnerPlatform extends TokenSignIn<Restaurant, 'allRestaurants'> {
  readonly clock: ShellClock;
  readonly liveClient: LiveClient;
  readonly store: Pick<AppStore, 'dispatch'>;
  /** Sends requests to the partner API with the token. When the gateway refuses the token, the session ends. */
  readonly apiClient: ApiClient;
  readonly eventLog: EventLog;
  /** Starts with the token that is stored on this device. */
  start(): void;
  stop(): void;
}

/** Events of the browser that tell about the page and its network. */
interface PartnerSignals extends BrowserSignals {
  /** Calls the listener when the network is lost. Returns an unsubscribe function. */
  onOffline(listener: () => void): () => void;
}

/** Functions of the browser that the platform uses; tests replace them. */
export interface PartnerPlatformDeps extends Omit<
  PlatformDependencies,
  'loadLive' | 'hint' | 'tabs' | 'withLock' | 'signals'
> {
  readonly signals: PartnerSignals;
  readonly storage: BrowserStorage;
}

const onOffline = (listener: () => void): (() => void) => {
  window.addEventListener('offline', listener);
  return () => window.removeEventListener('offline', listener);
};

/** Returns the functions of the real browser that the platform uses. */
export const browserPartnerDeps = (): PartnerPlatformDeps => {
  const platformDeps = browserPlatformDeps();
  return { ...platformDeps, signals: { ...platformDeps.signals, onOffline }, storage: () => localStorage };
};

/**
 * Interval of the heartbeats in ms. A dead connection is noticed after at most this interval plus five seconds, which
 * is the time limit for a response.
 */
const HEARTBEAT_INTERVAL_MS = 12_000;

/** Close code of a WebSocket connection that ended without a close frame. */
const ABNORMAL_CLOSURE_CODE = 1006;

const TOKEN_STORAGE_KEY = 'mahlzeit.partner.token';

/** Wraps a function that opens sockets. A wrapped socket can be closed at once, as if the server had closed it. */
const withSeverableSocket = (openSocket: OpenSocket): { readonly open: OpenSocket; severSocket(): void } => {
  let severSocket = (): void => undefined;
  return {
    severSocket: () => severSocket(),
    open(events) {
      const forgetSocket = (): void => {
        severSocket = () => undefined;
      };
      const openedSocket = openSocket({
        ...events,
        closed(closeCode) {
          forgetSocket();
          events.closed(closeCode);
        },
      });
      severSocket = () => {
        forgetSocket();
        openedSocket.close();
        events.closed(ABNORMAL_CLOSURE_CODE);
      };
      return {
        send: (text) => openedSocket.send(text),
        close() {
          forgetSocket();
          openedSocket.close();
        },
      };
    },
  };
};

/** The console counts as visible all the time, because staff wait for orders while another page is in front. */
const ALWAYS_VISIBLE = { visibilityState: 'visible' } as const;

/** Calls `runTask` at an interval. Returns a function that stops the calls. */
const startInterval = (timers: Timers, intervalMs: number, runTask: () => void): (() => void) => {
  let cancelTimer = (): void => undefined;
  const scheduleNext = (): void => {
    cancelTimer = timers.after(intervalMs, () => {
      runTask();
      scheduleNext();
    });
  };
  scheduleNext();
  return () => cancelTimer();
};

/** Creates the platform of the restaurant's console. The platform does nothing until `start` is called. */
export const createPartnerPlatform = (platformDeps: PartnerPlatformDeps): PartnerPlatform => {
  const { timers, random, signals } = platformDeps;
  const eventLog = createEventLog();
  const clock = createServerClock({ elapsed: platformDeps.elapsed, timers, firstReading: platformDeps.firstTime });
  const httpTransport = createTransport({
    sendRequest: platformDeps.sendRequest,
    origin: platformDeps.origin,
    timers,
    eventLog,
    observeTime: clock.observe,
  });
  const session = createTokenSession<Restaurant, 'allRestaurants'>({
    storedToken: createStoredText(platformDeps.storage, TOKEN_STORAGE_KEY),
    identify: (token) => httpTransport.send(getPartnerRestaurant, {}, { token }),
    // Status 404 means that the token is valid, but belongs to no single restaurant.
    reasonOfError: ({ status }) => (status === 404 ? 'allRestaurants' : null),
    onToken(token) {
      liveClient.forgetUser();
      if (token !== null) liveClient.setToken(token);
    },
  });
  const liveTransport: LiveTransport = {
    open: platformDeps.openSocket,
    reconnectSoon: () => liveClient.reconnectSoon(),
  };
  const socket = withSeverableSocket((events) => liveTransport.open(events));
  const liveClient: LiveDriver = createLiveClient({
    openSocket: socket.open,
    timers,
    eventLog,
    random,
    // There is no second token with which the console could continue. The check over HTTP ends the session if the token
    // is no longer valid.
    async renewToken() {
      await session.refresh();
      return null;
    },
    observeTime: (now, isMoved) => (isMoved ? clock.moveTo(now) : clock.observe(now)),
  });
  const apiClient = createTokenClient(httpTransport, session);
  const store = createStore({ apiClient, live: liveClient, clock, timers });

  const reconnectAndRefresh = (): void => {
    liveClient.reconnectSoon();
    void session.refresh();
  };
  // The console waits for orders and sends nothing itself, so it checks its connection far more often than the app
  // does.
  const sendHeartbeat = (): void => {
    if (liveClient.status() === 'online') liveClient.reconnectSoon();
  };
  let stopFunctions: readonly (() => void)[] = [];

  return {
    ...tokenSignInOf(session),
    clock,
    liveClient,
    store,
    apiClient,
    eventLog,
    start() {
      setErrorReporter(eventLog.log);
      stopFunctions = [
        signals.onVisible(reconnectAndRefresh),
        signals.onOnline(reconnectAndRefresh),
        signals.onOffline(socket.severSocket),
        signals.onPageShow(reconnectAndRefresh),
        startInterval(timers, HEARTBEAT_INTERVAL_MS, sendHeartbeat),
        readWithoutWebSocket({
          ...platformDeps,
          transport: liveTransport,
          live: liveClient,
          apiClient,
          page: ALWAYS_VISIBLE,
          now: clock.now,
        }),
      ];
      void session.resume();
    },
    stop() {
      for (const stop of stopFunctions) stop();
      liveClient.stop();
      setErrorReporter(null);
    },
  };
};
