import { err, getReleaseToken } from '@mahlzeit/contract';
import type { Release, ReleaseDiff, ReleaseToken, Result } from '@mahlzeit/contract';
import { browserPlatformDeps, createStoredText } from '@mahlzeit/shared-ui/platform';
import type { ApiError, BrowserSignals, BrowserStorage, PlatformDependencies } from '@mahlzeit/shared-ui/platform';
import {
  apiErrorOf,
  createEventLog,
  createServerClock,
  createTokenClient,
  createTokenSession,
  createTransport,
  setErrorReporter,
  tokenSignInOf,
} from '@mahlzeit/shared-ui/platform/standalone';
import type { ShellClock, TokenSignIn } from '@mahlzeit/shared-ui/platform/standalone';
import type { Overview } from '../releases/overview';
import { createPolledFeed } from './polled-feed';
import type { FeedState } from './polled-feed';
import { createReleaseGateway } from './release-gateway';
import type { DiffVersions, ReleaseMove } from './release-gateway';

/** Platform of the view of releases: it uses no cookie, only the token of a team or an operator. */
export interface ReleasePlatform extends TokenSignIn<ReleaseToken> {
  /** Clock of the gateway's machine, which gives acts and health their times. */
  readonly clock: ShellClock;
  /** Last overview; it is renewed every few seconds while the page is visible. */
  overview(): FeedState<Overview>;
  onOverview(listener: () => void): () => void;
  /** Reads the overview now. */
  refresh(): Promise<void>;
  readDiff(name: string, versions: DiffVersions, signal: AbortSignal): Promise<Result<ReleaseDiff, ApiError>>;
  /** Performs an act, and reads the overview again. The same key performs the act once. */
  move(move: ReleaseMove, idempotencyKey: string): Promise<Result<Release, ApiError>>;
  /** Starts with the token that is stored on this device. */
  start(): void;
  stop(): void;
}

/** Functions of the browser that the platform uses; tests replace them. */
export interface ReleasePlatformDeps extends Pick<
  PlatformDependencies,
  'origin' | 'sendRequest' | 'timers' | 'elapsed' | 'firstTime'
> {
  readonly signals: Pick<BrowserSignals, 'onVisible' | 'onOnline' | 'onPageShow'>;
  readonly storage: BrowserStorage;
  isVisible(): boolean;
}

/** Returns the functions of the real browser. */
export const browserReleaseDeps = (): ReleasePlatformDeps => ({
  ...browserPlatformDeps(),
  storage: () => localStorage,
  isVisible: () => document.visibilityState === 'visible',
});

/** Pause in ms between an overview and the request for the next one. */
const OVERVIEW_PAUSE_MS = 5_000;

const TOKEN_STORAGE_KEY = 'mahlzeit.releases.token';

/** Creates the platform. It does nothing until `start` is called. */
export const createReleasePlatform = (platformDeps: ReleasePlatformDeps): ReleasePlatform => {
  const { timers, signals } = platformDeps;
  const eventLog = createEventLog();
  const clock = createServerClock({ elapsed: platformDeps.elapsed, timers, firstReading: platformDeps.firstTime });
  const transport = createTransport({
    sendRequest: platformDeps.sendRequest,
    origin: platformDeps.origin,
    timers,
    eventLog,
    // Answers carry the gateway's clock, which the sandbox can move. Releases have the time of the machine.
    observeTime: () => undefined,
  });
  const session = createTokenSession<ReleaseToken>({
    storedToken: createStoredText(platformDeps.storage, TOKEN_STORAGE_KEY),
    identify: (token) => transport.send(getReleaseToken, {}, { token }),
    onToken: (token) => (token === null ? feed.stop() : feed.start()),
  });
  const gateway = createReleaseGateway(createTokenClient(transport, session));
  const feed = createPolledFeed<Overview>({
    async read(signal) {
      const state = session.get();
      if (state.status !== 'open') return err(apiErrorOf('aborted'));
      const overview = await gateway.readOverview(state.owner, signal);
      if (overview.ok) clock.observe(overview.value.readAt);
      return overview;
    },
    timers,
    pauseMs: OVERVIEW_PAUSE_MS,
    isVisible: platformDeps.isVisible,
  });
  let stopFunctions: readonly (() => void)[] = [];

  return {
    ...tokenSignInOf(session),
    clock,
    overview: feed.get,
    onOverview: feed.subscribe,
    refresh: feed.refresh,
    readDiff: gateway.readDiff,
    async move(move, idempotencyKey) {
      const answer = await gateway.move(move, idempotencyKey);
      const refreshed = feed.refresh();
      // A refusal is shown at once. The overview is read again all the same: somebody else may have been faster.
      if (answer.ok) await refreshed;
      return answer;
    },
    start() {
      setErrorReporter(eventLog.log);
      stopFunctions = [signals.onVisible(feed.wake), signals.onOnline(feed.wake), signals.onPageShow(feed.wake)];
      void session.resume();
    },
    stop() {
      for (const stop of stopFunctions) stop();
      feed.stop();
      setErrorReporter(null);
    },
  };
};
