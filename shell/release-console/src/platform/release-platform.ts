import { getReleaseToken } from '@mahlzeit/contract';
import type { Release, ReleaseDiff, ReleaseToken, Result } from '@mahlzeit/contract';
import type { ApiError } from '@mahlzeit/shared-ui/platform';
import { createTokenPlatform } from '@mahlzeit/shared-ui/platform/standalone';
import type { FeedState, ShellClock, TokenPlatformDeps, TokenSignIn } from '@mahlzeit/shared-ui/platform/standalone';
import type { Overview } from '../releases/overview';
import { createReleaseGateway } from './release-gateway';
import type { DiffVersions, ReleaseMove } from './release-gateway';

/** Platform of the release console. It uses no cookie, only the token of a team or an operator. */
export interface ReleasePlatform extends TokenSignIn<ReleaseToken> {
  /** Clock of the gateway's machine. The times of actions and health are measured by it. */
  readonly clock: ShellClock;
  /** Returns the last overview. It is loaded again every few seconds while the page is visible. */
  overview(): FeedState<Overview>;
  onOverview(listener: () => void): () => void;
  /** Loads the overview now. */
  refresh(): Promise<void>;
  readDiff(name: string, versions: DiffVersions, signal: AbortSignal): Promise<Result<ReleaseDiff, ApiError>>;
  /**
   * Changes the delivered releases of a remote, and loads the overview again. Repeated requests with the same
   * idempotency key run only once.
   */
  move(move: ReleaseMove, idempotencyKey: string): Promise<Result<Release, ApiError>>;
  /** Starts with the token that is stored on this device. */
  start(): void;
  stop(): void;
}

/** Pause in ms between an overview and the request for the next one. */
const OVERVIEW_PAUSE_MS = 5_000;

const TOKEN_STORAGE_KEY = 'mahlzeit.releases.token';

/** Creates the platform of the release console. It does nothing until `start` is called. */
export const createReleasePlatform = (platformDeps: TokenPlatformDeps): ReleasePlatform => {
  const { signIn, clock, apiClient, createFeed, start, stop } = createTokenPlatform(platformDeps, {
    storageKey: TOKEN_STORAGE_KEY,
    ownerRoute: getReleaseToken,
    // Times of releases are those of the gateway's machine, and not of the gateway's clock, which the sandbox can move.
    followsGatewayClock: false,
  });
  const gateway = createReleaseGateway(apiClient);
  const feed = createFeed<Overview>({
    async read(owner, signal) {
      const overview = await gateway.readOverview(owner, signal);
      if (overview.ok) clock.observe(overview.value.readAt);
      return overview;
    },
    pauseMs: OVERVIEW_PAUSE_MS,
    startsWithSession: true,
  });

  return {
    ...signIn,
    clock,
    overview: feed.get,
    onOverview: feed.subscribe,
    refresh: feed.refresh,
    readDiff: gateway.readDiff,
    async move(move, idempotencyKey) {
      const answer = await gateway.move(move, idempotencyKey);
      const refreshPromise = feed.refresh();
      // A refusal is shown at once. The overview is nevertheless loaded again, because another person may have acted
      // before.
      if (answer.ok) await refreshPromise;
      return answer;
    },
    start,
    stop,
  };
};
