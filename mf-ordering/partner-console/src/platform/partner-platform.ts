import { err, getPartnerRestaurant } from '@mahlzeit/contract';
import type { Restaurant, Result } from '@mahlzeit/contract';
import {
  browserPlatformDeps,
  createListeners,
  createLiveClient,
  createRandomKey,
  reportError,
  storedText,
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
  PlatformDeps,
  StoredText,
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
export type SignedOutBecause = 'nobody' | 'refused' | 'allRestaurants';

/**
 * Session of the console. `checking`: the gateway checks the token; `unreached`: the check failed, because the gateway
 * could not be reached.
 */
export type PartnerSession =
  | { readonly status: 'signedOut'; readonly signOutReason: SignedOutBecause }
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
  /** Returns an unsubscribe function. */
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
export interface PartnerPlatformDeps extends Omit<PlatformDeps, 'hint' | 'tabs' | 'withLock' | 'signals'> {
  readonly signals: PartnerSignals;
  readonly storage: BrowserStorage;
}

const onOffline = (listener: () => void): (() => void) => {
  window.addEventListener('offline', listener);
  return () => window.removeEventListener('offline', listener);
};

/** Returns the functions of the real browser. */
export const browserPartnerDeps = (): PartnerPlatformDeps => {
  const deps = browserPlatformDeps();
  return { ...deps, signals: { ...deps.signals, onOffline }, storage: () => localStorage };
};

/**
 * Interval of the heartbeats in ms. A connection without messages is noticed at most this time plus five seconds later,
 * the time limit for a response.
 */
const HEARTBEAT_MS = 12_000;

/** Close code of a WebSocket connection that ended without a close frame. */
const ABNORMAL = 1006;

const TOKEN_KEY = 'mahlzeit.partner.token';

interface SessionDeps {
  readonly transport: Transport;
  readonly storedToken: StoredText;
  /** Called when the token changes; null: no token. */
  onToken(token: string | null): void;
}

const isRefused = ({ status }: ApiError): boolean => status === 401;

// Status 404 means that the token is valid, but belongs to no single restaurant.
const reasonOf = (error: ApiError): SignedOutBecause | null => {
  if (isRefused(error)) return 'refused';
  return error.status === 404 ? 'allRestaurants' : null;
};

// A text with characters that an HTTP header can't carry is no token: the user has pasted something else.
const isSendable = (token: string): boolean => /^[\x20-\x7e]+$/.test(token);

const createPartnerSession = ({ transport, storedToken, onToken }: SessionDeps) => {
  let session: PartnerSession = { status: 'signedOut', signOutReason: 'nobody' };
  let token: string | null = null;
  const listeners = createListeners();

  const showSession = (next: PartnerSession): void => {
    session = next;
    listeners.emit();
  };
  const signOut = (signOutReason: SignedOutBecause): void => {
    token = null;
    storedToken.remove();
    onToken(null);
    showSession({ status: 'signedOut', signOutReason });
  };
  const open = (restaurant: Restaurant, newToken: string): void => {
    const isFirst = session.status !== 'open';
    storedToken.write(newToken);
    showSession({ status: 'open', restaurant });
    if (isFirst) onToken(newToken);
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
  const check = async (newToken: string): Promise<void> => {
    const answer = await requestRestaurant(newToken);
    // The result is outdated: meanwhile another token was entered, or the user has signed out.
    if (token !== newToken) return;
    if (answer.ok) return open(answer.value, newToken);
    const signOutReason = reasonOf(answer.error);
    if (signOutReason !== null) signOut(signOutReason);
    else if (session.status !== 'open') showSession({ status: 'unreached', error: answer.error });
  };
  const enter = async (newToken: string): Promise<void> => {
    if (!isSendable(newToken)) return signOut('refused');
    token = newToken;
    showSession({ status: 'checking' });
    return check(newToken);
  };

  return {
    get: () => session,
    token: () => token,
    subscribe: listeners.add,
    enter,
    leave: signOut,
    async refresh(): Promise<void> {
      if (token === null) return;
      if (session.status === 'unreached') showSession({ status: 'checking' });
      await check(token);
    },
  };
};

type Session = ReturnType<typeof createPartnerSession>;

const createPartnerClient = (transport: Transport, session: Session): ApiClient => {
  const call: ApiClient['call'] = async (route, callInput: AnyCallInput, signal) => {
    const token = session.token();
    const input =
      route.method === 'GET'
        ? callInput
        : { ...callInput, idempotencyKey: callInput.idempotencyKey ?? createRandomKey() };
    const answer = await transport.send(route, input, { token, signal });
    if (!answer.ok && isRefused(answer.error) && session.token() === token) session.leave('refused');
    return answer;
  };
  return { call, callAny: call };
};

/** Wraps sockets so that they can be closed at once, as if the server had closed them. */
const withSeveredSocket = (open: OpenSocket): { readonly open: OpenSocket; severSocket(): void } => {
  let severSocket = (): void => undefined;
  return {
    severSocket: () => severSocket(),
    open(events) {
      const release = (): void => {
        severSocket = () => undefined;
      };
      const socket = open({
        ...events,
        closed(code) {
          release();
          events.closed(code);
        },
      });
      severSocket = () => {
        release();
        events.closed(ABNORMAL);
      };
      return {
        send: (text) => socket.send(text),
        close() {
          release();
          socket.close();
        },
      };
    },
  };
};

/** Calls `run` at an interval. Returns a function that stops the calls. */
const every = (timers: Timers, ms: number, run: () => void): (() => void) => {
  let cancel = (): void => undefined;
  const wait = (): void => {
    cancel = timers.after(ms, () => {
      run();
      wait();
    });
  };
  wait();
  return () => cancel();
};

/** Creates the platform of the restaurant's console. It does nothing until `start` is called. */
export const createPartnerPlatform = (deps: PartnerPlatformDeps): PartnerPlatform => {
  const { timers, random, signals } = deps;
  const eventLog = createEventLog();
  const clock = createServerClock({ elapsed: deps.elapsed, timers, first: deps.firstTime });
  const transport = createTransport({
    sendRequest: deps.sendRequest,
    origin: deps.origin,
    timers,
    eventLog,
    observeTime: clock.observe,
  });
  const session = createPartnerSession({
    transport,
    storedToken: storedText(deps.storage, TOKEN_KEY),
    onToken(token) {
      liveClient.forgetUser();
      if (token !== null) liveClient.setToken(token);
    },
  });
  const socket = withSeveredSocket(deps.openSocket);
  const liveClient: LiveDriver = createLiveClient({
    open: socket.open,
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

  const wake = (): void => {
    liveClient.reconnectSoon();
    void session.refresh();
  };
  // The console waits for orders and sends nothing itself, so it checks its connection far more often than the app
  // does.
  const sendHeartbeat = (): void => {
    if (liveClient.status() === 'online') liveClient.reconnectSoon();
  };
  let stops: readonly (() => void)[] = [];

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
      stops = [
        signals.onVisible(wake),
        signals.onOnline(wake),
        signals.onOffline(socket.severSocket),
        signals.onPageShow(wake),
        every(timers, HEARTBEAT_MS, sendHeartbeat),
      ];
      const token = storedText(deps.storage, TOKEN_KEY).read();
      if (token !== null) void session.enter(token);
    },
    stop() {
      for (const stop of stops) stop();
      liveClient.stop();
      setErrorReporter(null);
    },
  };
};
