import { err, getPartnerRestaurant } from '@mahlzeit/contract';
import type { Restaurant, Result } from '@mahlzeit/contract';
import {
  browserPlatformDeps,
  createListeners,
  createLiveClient,
  createRandomKey,
  reportError,
  createStoredText,
} from '@mahlzeit/shared-ui/platform';
import type {
  ApiClient,
  ApiError,
  AppStore,
  BrowserSignals,
  BrowserStorage,
  EventLog,
  LiveClient,
  LiveDriver,
  OpenSocket,
  PlatformDependencies,
  StoredTextEntry,
  Timers,
} from '@mahlzeit/shared-ui/platform';
import {
  apiErrorOf,
  createEventLog,
  createServerClock,
  createStore,
  createTransport,
  setErrorReporter,
} from '@mahlzeit/shared-ui/platform/standalone';
import type { AnyCallInput, ShellClock, Transport } from '@mahlzeit/shared-ui/platform/standalone';

/**
 * Reason why nobody is signed in: `nobody`, no token was entered; `refused`, the token is wrong or revoked;
 * `allRestaurants`, the token belongs to all restaurants instead of one.
 */
export type SignOutReason = 'nobody' | 'refused' | 'allRestaurants';

/**
 * Session of the console. `checking`: the gateway checks the token; `unreached`: the check failed, because the gateway
 * could not be reached.
 */
export type PartnerSession =
  | { readonly status: 'signedOut'; readonly signOutReason: SignOutReason }
  | { readonly status: 'checking' }
  | { readonly status: 'unreached'; readonly error: ApiError }
  | { readonly status: 'open'; readonly restaurant: Restaurant };

/**
 * Platform of the restaurant's console. Unlike the app's platform it uses no session and no cookie, only the token of
 * the restaurant.
 */
export interface PartnerPlatform {
  readonly clock: ShellClock;
  readonly liveClient: LiveClient;
  readonly store: Pick<AppStore, 'dispatch'>;
  /** Sends requests to the partner API with the token. When the gateway refuses the token, the session ends. */
  readonly apiClient: ApiClient;
  readonly eventLog: EventLog;
  session(): PartnerSession;
  /** Calls the listener when the session changes. Returns an unsubscribe function. */
  onSession(listener: () => void): () => void;
  /** Checks a token and stores it on this device until `signOut`. */
  signIn(token: string): Promise<void>;
  /** Removes the token and all data that it gave access to. */
  signOut(): void;
  /** Loads the restaurant again, or checks the token again after `unreached`. */
  refresh(): Promise<void>;
  /** Starts with the token that is stored on this device. */
  start(): void;
  stop(): void;
}

/** Events of the browser about the page and its network. */
interface PartnerSignals extends BrowserSignals {
  /** Calls the listener when the network is lost. Returns an unsubscribe function. */
  onOffline(listener: () => void): () => void;
}

/** Functions of the browser that the platform uses; tests replace them. */
export interface PartnerPlatformDeps extends Omit<PlatformDependencies, 'hint' | 'tabs' | 'withLock' | 'signals'> {
  readonly signals: PartnerSignals;
  readonly storage: BrowserStorage;
}

const onOffline = (listener: () => void): (() => void) => {
  window.addEventListener('offline', listener);
  return () => window.removeEventListener('offline', listener);
};

/** Returns the functions of the real browser. */
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

interface PartnerSessionDeps {
  readonly transport: Transport;
  readonly storedToken: StoredTextEntry;
  /** Called when the token changes; null: no token. */
  onToken(token: string | null): void;
}

const isTokenRefused = ({ status }: ApiError): boolean => status === 401;

// Status 404 means that the token is valid, but belongs to no single restaurant.
const signOutReasonOf = (error: ApiError): SignOutReason | null => {
  if (isTokenRefused(error)) return 'refused';
  return error.status === 404 ? 'allRestaurants' : null;
};

// A text with characters that an HTTP header can't carry is no token: the user has pasted something else.
const isHeaderSafe = (token: string): boolean => /^[\x20-\x7e]+$/.test(token);

const createPartnerSession = ({ transport, storedToken, onToken }: PartnerSessionDeps) => {
  let session: PartnerSession = { status: 'signedOut', signOutReason: 'nobody' };
  let token: string | null = null;
  const sessionListeners = createListeners();

  const showSession = (newSession: PartnerSession): void => {
    session = newSession;
    sessionListeners.emit();
  };
  const signOut = (signOutReason: SignOutReason): void => {
    token = null;
    storedToken.remove();
    onToken(null);
    showSession({ status: 'signedOut', signOutReason });
  };
  const openSession = (restaurant: Restaurant, newToken: string): void => {
    const isNewlyOpened = session.status !== 'open';
    storedToken.write(newToken);
    showSession({ status: 'open', restaurant });
    if (isNewlyOpened) onToken(newToken);
  };
  const requestRestaurant = async (newToken: string): Promise<Result<Restaurant, ApiError>> => {
    try {
      return await transport.send(getPartnerRestaurant, {}, { token: newToken });
    } catch (error) {
      // An unexpected error becomes a result, so that the user can try again. Otherwise the page would wait forever.
      reportError('partner_check_failed', { message: String(error) });
      return err(apiErrorOf('ErrorUnknown'));
    }
  };
  const checkToken = async (newToken: string): Promise<void> => {
    const restaurantAnswer = await requestRestaurant(newToken);
    // The result is outdated: meanwhile another token was entered, or the user has signed out.
    if (token !== newToken) return;
    if (restaurantAnswer.ok) return openSession(restaurantAnswer.value, newToken);
    const signOutReason = signOutReasonOf(restaurantAnswer.error);
    if (signOutReason !== null) signOut(signOutReason);
    else if (session.status !== 'open') showSession({ status: 'unreached', error: restaurantAnswer.error });
  };
  const signInWithToken = async (newToken: string): Promise<void> => {
    if (!isHeaderSafe(newToken)) return signOut('refused');
    token = newToken;
    showSession({ status: 'checking' });
    return checkToken(newToken);
  };

  return {
    get: () => session,
    token: () => token,
    subscribe: sessionListeners.add,
    enter: signInWithToken,
    leave: signOut,
    async refresh(): Promise<void> {
      if (token === null) return;
      if (session.status === 'unreached') showSession({ status: 'checking' });
      await checkToken(token);
    },
  };
};

type ConsoleSession = ReturnType<typeof createPartnerSession>;

const createPartnerClient = (transport: Transport, session: ConsoleSession): ApiClient => {
  const callWithSession: ApiClient['call'] = async (route, callInput: AnyCallInput, signal) => {
    const token = session.token();
    const inputWithIdempotencyKey =
      route.method === 'GET'
        ? callInput
        : { ...callInput, idempotencyKey: callInput.idempotencyKey ?? createRandomKey() };
    const routeAnswer = await transport.send(route, inputWithIdempotencyKey, { token, signal });
    if (!routeAnswer.ok && isTokenRefused(routeAnswer.error) && session.token() === token) session.leave('refused');
    return routeAnswer;
  };
  return { call: callWithSession, callAny: callWithSession };
};

/** Wraps sockets so that they can be closed at once, as if the server had closed them. */
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
  const transport = createTransport({
    sendRequest: platformDeps.sendRequest,
    origin: platformDeps.origin,
    timers,
    eventLog,
    observeTime: clock.observe,
  });
  const session = createPartnerSession({
    transport,
    storedToken: createStoredText(platformDeps.storage, TOKEN_STORAGE_KEY),
    onToken(token) {
      liveClient.forgetUser();
      if (token !== null) liveClient.setToken(token);
    },
  });
  const socket = withSeverableSocket(platformDeps.openSocket);
  const liveClient: LiveDriver = createLiveClient({
    openSocket: socket.open,
    timers,
    eventLog,
    random,
    // There is no other token to return. The check over HTTP ends the session when the token is no longer valid.
    async renewToken() {
      await session.refresh();
      return null;
    },
    observeTime: (now, isMoved) => (isMoved ? clock.moveTo(now) : clock.observe(now)),
  });
  const apiClient = createPartnerClient(transport, session);
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
    clock,
    liveClient,
    store,
    apiClient,
    eventLog,
    session: session.get,
    onSession: session.subscribe,
    signIn: (token) => session.enter(token.trim()),
    signOut: () => session.leave('nobody'),
    refresh: session.refresh,
    start() {
      setErrorReporter(eventLog.log);
      stopFunctions = [
        signals.onVisible(reconnectAndRefresh),
        signals.onOnline(reconnectAndRefresh),
        signals.onOffline(socket.severSocket),
        signals.onPageShow(reconnectAndRefresh),
        startInterval(timers, HEARTBEAT_INTERVAL_MS, sendHeartbeat),
      ];
      const token = createStoredText(platformDeps.storage, TOKEN_STORAGE_KEY).read();
      if (token !== null) void session.enter(token);
    },
    stop() {
      for (const stop of stopFunctions) stop();
      liveClient.stop();
      setErrorReporter(null);
    },
  };
};
