import { err } from '@mahlzeit/contract';
import type { Result, Route, RouteAnswer } from '@mahlzeit/contract';
import { apiErrorOf } from './api/api-error';
import type { ApiError } from './api/api-error';
import { createPolledFeed } from './api/polled-feed';
import type { PolledFeed } from './api/polled-feed';
import { createTransport } from './api/transport';
import { createServerClock } from './browser/clock';
import type { ShellClock } from './browser/clock';
import { createStoredText } from './browser/storage';
import type { BrowserStorage } from './browser/storage';
import { browserPlatformDeps } from './create-platform';
import type { BrowserSignals, PlatformDependencies } from './create-platform';
import { createEventLog, setErrorReporter } from './events/event-log';
import type { ApiClient } from './session/api-client';
import { createTokenClient, createTokenSession, tokenSignInOf } from './session/token-session';
import type { TokenSignIn } from './session/token-session';

/** Functions of the browser that the platform of a page with token sign-in needs. Tests replace them. */
export interface TokenPlatformDeps extends Pick<
  PlatformDependencies,
  'origin' | 'sendRequest' | 'timers' | 'elapsed' | 'firstTime'
> {
  readonly signals: Pick<BrowserSignals, 'onVisible' | 'onOnline' | 'onPageShow'>;
  readonly storage: BrowserStorage;
  isVisible(): boolean;
}

/** Returns the functions of the real browser. */
export const browserTokenPlatformDeps = (): TokenPlatformDeps => ({
  ...browserPlatformDeps(),
  storage: () => localStorage,
  isVisible: () => document.visibilityState === 'visible',
});

interface TokenPlatformOptions<R extends Route> {
  /** Key under which this device stores the token. */
  readonly storageKey: string;
  /** Route by which the gateway tells to whom the token of a request belongs. */
  readonly ownerRoute: R;
  /**
   * True if the page shows times of the gateway's clock, which tests can move; false if it shows the time of the
   * gateway's machine.
   */
  readonly followsGatewayClock: boolean;
}

interface FeedOptions<Owner, Value> {
  /** Loads the value that the feed holds, for the owner of the token. */
  read(owner: Owner, signal: AbortSignal): Promise<Result<Value, ApiError>>;
  /** Pause in ms between a response and the next request. */
  readonly pauseMs: number;
  /** Whether the feed (a value that is requested repeatedly) starts with the session; if false, the page starts it. */
  readonly startsWithSession: boolean;
}

/**
 * Session by token, clock, API client and feeds of a page that runs without the shell and without a live connection.
 */
export interface TokenPlatform<Owner> {
  readonly signIn: TokenSignIn<Owner>;
  readonly clock: ShellClock & { observe(now: number): void };
  readonly apiClient: ApiClient;
  /**
   * Creates a feed (a value that is requested repeatedly). It ends with the session, and it is requested at once when
   * the page is visible again or the network is back.
   */
  createFeed<Value>(options: FeedOptions<Owner, Value>): PolledFeed<Value>;
  /** Starts the session with the token that is stored on this device. */
  start(): void;
  stop(): void;
}

/** Creates the platform of a page whose user signs in with a token. It does nothing until `start` is called. */
export const createTokenPlatform = <R extends Route>(
  { origin, sendRequest, timers, elapsed, firstTime, signals, storage, isVisible }: TokenPlatformDeps,
  { storageKey, ownerRoute, followsGatewayClock }: TokenPlatformOptions<R>,
): TokenPlatform<RouteAnswer<R>> => {
  type Owner = RouteAnswer<R>;
  const eventLog = createEventLog();
  const clock = createServerClock({ elapsed, timers, firstReading: firstTime });
  const transport = createTransport({
    ...{ sendRequest, origin, timers, eventLog },
    observeTime: followsGatewayClock ? clock.observe : () => undefined,
  });
  const feeds: { readonly feed: PolledFeed<unknown>; readonly startsWithSession: boolean }[] = [];
  const session = createTokenSession<Owner>({
    storedToken: createStoredText(storage, storageKey),
    identify: (token) => transport.send(ownerRoute, {}, { token }),
    onToken(token) {
      for (const { feed, startsWithSession } of feeds) {
        if (token === null) feed.stop();
        else if (startsWithSession) feed.start();
      }
    },
  });
  const wakeFeeds = (): void => {
    for (const { feed } of feeds) feed.wake();
  };
  let stopFunctions: readonly (() => void)[] = [];

  return {
    signIn: tokenSignInOf(session),
    clock,
    apiClient: createTokenClient(transport, session),
    createFeed({ read, pauseMs, startsWithSession }) {
      const feed = createPolledFeed({
        async read(signal) {
          const state = session.get();
          return state.status === 'open' ? read(state.owner, signal) : err(apiErrorOf('aborted'));
        },
        ...{ timers, pauseMs, isVisible },
      });
      feeds.push({ feed, startsWithSession });
      return feed;
    },
    start() {
      setErrorReporter(eventLog.log);
      stopFunctions = [signals.onVisible(wakeFeeds), signals.onOnline(wakeFeeds), signals.onPageShow(wakeFeeds)];
      void session.resume();
    },
    stop() {
      for (const stop of stopFunctions) stop();
      for (const { feed } of feeds) feed.stop();
      setErrorReporter(null);
    },
  };
};
