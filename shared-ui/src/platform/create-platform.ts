import type { BrowserSignals } from './browser-signals';
import { createServerClock } from './clock/server-clock';
import type { ClockReading } from './clock/server-clock';
import type { Timers } from './clock/timers';
import { createEventLog } from './events/event-log';
import type { EventLog } from './events/event-log';
import { onDefect } from './events/defects';
import { createGateway } from './gateway/gateway';
import type { Gateway } from './gateway/gateway';
import { createTransport } from './gateway/transport';
import type { SendRequest } from './gateway/transport';
import { createLiveClient } from './live/live-client';
import type { LiveClient } from './live/live-client';
import type { OpenSocket } from './live/live-socket';
import { createSessionCalls } from './session/session-calls';
import { learnFromLive } from './session/learn-from-live';
import { createSessionClient } from './session/session-client';
import type { SessionClient } from './session/session-client';
import type { Exclusively, SessionMark, TabChannel } from './session/session-ports';
import type { ShellClock } from './shell-contract';
import { api } from './store/api';
import { createStore } from './store/create-store';
import type { AppStore } from './store/create-store';
import { userChanged } from './store/root-reducer';

/** What of the world outside the platform uses. */
export interface PlatformDeps {
  /** Origin of the gateway. */
  readonly origin: string;
  readonly sendRequest: SendRequest;
  readonly openSocket: OpenSocket;
  readonly mark: SessionMark;
  readonly tabs: TabChannel;
  readonly exclusively: Exclusively;
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
  readonly gateway: Gateway;
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
    calls: createSessionCalls(transport), mark: deps.mark, tabs: deps.tabs, exclusively: deps.exclusively, timers, random,
  });
  const gateway = createGateway(transport, session);
  const live = createLiveClient({
    open: deps.openSocket, timers, eventLog, random, renewToken: session.renew,
    observeTime: (now, isMoved) => (isMoved ? clock.moveTo(now) : clock.observe(now)),
  });
  const store = createStore({ gateway, live, clock, timers });

  const connect = (): (() => void)[] => [
    session.onUser((user) => {
      // A06: nothing of the former user may outlive him: first what flows, then what is held, then slices.
      live.forgetUser();
      store.dispatch(api.util.resetApiState());
      store.dispatch(userChanged(user));
    }),
    session.onToken(live.setToken),
    learnFromLive(session, live),
    deps.signals.onVisible(() => {
      session.look();
      live.nudge();
    }),
    deps.signals.onOnline(() => {
      session.look();
      session.wake();
      live.nudge();
    }),
    deps.signals.onReturn(() => {
      session.returned();
      live.nudge();
    }),
  ];
  let stops: (() => void)[] = [];

  return {
    session, clock, live, store, gateway, eventLog,
    start() {
      onDefect(eventLog.log);
      stops = connect();
      session.start();
    },
    stop() {
      for (const stop of stops) stop();
      session.stop();
      live.stop();
      onDefect(null);
    },
  };
};
