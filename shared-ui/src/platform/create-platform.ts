import type { BrowserSignals } from './browser-signals';
import { createServerClock } from './clock/server-clock';
import type { ClockReading, ShellClock } from './clock/server-clock';
import type { Timers } from './clock/timers';
import { createEventLog } from './events/event-log';
import type { EventLog } from './events/event-log';
import { setErrorReporter } from './events/defects';
import { createApiClient } from './gateway/gateway';
import type { ApiClient } from './gateway/gateway';
import { createTransport } from './gateway/transport';
import type { SendRequest } from './gateway/transport';
import { createLiveClient } from './live/live-client';
import type { LiveClient } from './live/live-client';
import type { OpenSocket } from './live/live-socket';
import { createSessionCalls } from './session/session-calls';
import { applyLiveUser } from './session/learn-from-live';
import { createSessionClient } from './session/session-client';
import type { SessionClient } from './session/session-client';
import type { WithLock, SessionHint, TabChannel } from './session/session-ports';
import { api } from './store/api';
import { createStore } from './store/create-store';
import type { AppStore } from './store/create-store';
import { userChanged } from './store/root-reducer';

/** The browser as the platform uses it; tests replace it. */
export interface PlatformDeps {
  /** Origin of the gateway. */
  readonly origin: string;
  readonly sendRequest: SendRequest;
  readonly openSocket: OpenSocket;
  readonly hint: SessionHint;
  readonly tabs: TabChannel;
  readonly withLock: WithLock;
  readonly timers: Timers;
  /** Monotonic milliseconds. */
  elapsed(): number;
  readonly firstTime: ClockReading;
  readonly signals: BrowserSignals;
  random(): number;
}

/** Session, clock, live data, store and event log of one page, wired. */
export interface Platform {
  readonly session: SessionClient;
  readonly clock: ShellClock;
  readonly live: LiveClient;
  readonly store: AppStore;
  readonly apiClient: ApiClient;
  readonly eventLog: EventLog;
  /** Begins the session and the live connection; answers at once. */
  start(): void;
  stop(): void;
}

/** Wires the platform of one page; `start` sets it going. */
export const createPlatform = (deps: PlatformDeps): Platform => {
  const { timers, random } = deps;
  const eventLog = createEventLog();
  const clock = createServerClock({ elapsed: deps.elapsed, timers, first: deps.firstTime });
  const transport = createTransport({ sendRequest: deps.sendRequest, origin: deps.origin, timers, eventLog, observeTime: clock.observe });
  const session = createSessionClient({
    calls: createSessionCalls(transport), hint: deps.hint, tabs: deps.tabs, withLock: deps.withLock, timers, random,
  });
  const apiClient = createApiClient(transport, session);
  const live = createLiveClient({
    open: deps.openSocket, timers, eventLog, random, renewToken: session.renew,
    observeTime: (now, isMoved) => (isMoved ? clock.moveTo(now) : clock.observe(now)),
  });
  const store = createStore({ apiClient, live, clock, timers });

  const connect = (): (() => void)[] => [
    session.onUser((user) => {
      // A06: nothing of the former user may stay: first live data, then the cache, then slices.
      live.forgetUser();
      store.dispatch(api.util.resetApiState());
      store.dispatch(userChanged(user));
    }),
    session.onToken(live.setToken),
    applyLiveUser(session, live),
    deps.signals.onVisible(() => {
      session.onVisible();
      live.nudge();
    }),
    deps.signals.onOnline(() => {
      session.onVisible();
      session.wake();
      live.nudge();
    }),
    deps.signals.onPageShow(() => {
      session.onPageShow();
      live.nudge();
    }),
  ];
  let stops: (() => void)[] = [];

  return {
    session, clock, live, store, apiClient, eventLog,
    start() {
      setErrorReporter(eventLog.log);
      stops = connect();
      session.start();
    },
    stop() {
      for (const stop of stops) stop();
      session.stop();
      live.stop();
      setErrorReporter(null);
    },
  };
};
