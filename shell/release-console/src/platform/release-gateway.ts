import {
  err,
  getRegistry,
  getReleaseAudit,
  getReleaseDiff,
  getReleaseHealth,
  getReleases,
  ok,
  pinRelease,
  promoteRelease,
  rollBackRelease,
  unpinRelease,
} from '@mahlzeit/contract';
import type {
  Registry,
  Release,
  ReleaseAct,
  ReleaseDiff,
  ReleaseHealth,
  ReleaseSummary,
  ReleaseToken,
  Result,
} from '@mahlzeit/contract';
import type { ApiClient, ApiError } from '@mahlzeit/shared-ui/platform';
import type { Overview, PublicRelease, TeamFacts, VersionHealth } from '../releases/overview';

/** Request to the gateway to change the delivered releases of one remote. */
export type ReleaseMove =
  | {
      readonly kind: 'promote';
      readonly name: string;
      readonly version: string;
      /** Share of the visitors who get the release, from 1 to 100 percent. */
      readonly share: number;
      /** True to deliver a release that the gateway has taken back by itself. */
      readonly isForced: boolean;
    }
  | { readonly kind: 'rollBack' | 'pin' | 'unpin'; readonly name: string; readonly version: string };

/** Requests that the release console sends to the gateway. Expected errors are returned. */
export interface ReleaseGateway {
  /** Loads everything that the owner of a token is allowed to see. */
  readOverview(token: ReleaseToken, signal?: AbortSignal): Promise<Result<Overview, ApiError>>;
  /** Loads the comparison of two releases of a remote. */
  readDiff(name: string, versions: DiffVersions, signal?: AbortSignal): Promise<Result<ReleaseDiff, ApiError>>;
  /**
   * Changes the delivered releases of a remote. A request with the same idempotency key runs only once, however often
   * it is sent.
   */
  move(move: ReleaseMove, idempotencyKey: string): Promise<Result<Release, ApiError>>;
}

/** Versions of the two compared releases. */
export interface DiffVersions {
  readonly from: string;
  readonly to: string;
}

const healthOf = ({ version, visitors, failures, withdrawnAt, recent }: ReleaseHealth): VersionHealth => ({
  version,
  visits: visitors,
  failures,
  withdrawnAt,
  // The gateway doesn't count which visitors had loaded a release before it failed, so its visits are the sum of loads
  // and failures. Most failures are failed loads.
  minutes: recent.map((step) => ({ at: step.at, visits: step.loads + step.failures, failures: step.failures })),
});

const publicReleaseOf = (remote: Registry['remotes'][number]): PublicRelease => ({
  version: remote.version,
  channel: remote.channel,
  share: remote.share,
  contract: remote.contract,
  screens: remote.screens,
  slots: remote.slots,
  commands: remote.commands,
});

/** Returns a fallback if the gateway answers `notFound`: a remote without releases has no data, which is no error. */
const withFallbackIfMissing = <Value, Fallback>(
  answer: Result<Value, ApiError>,
  fallback: Fallback,
): Result<Value | Fallback, ApiError> => (!answer.ok && answer.error.status === 404 ? ok(fallback) : answer);

const firstErrorOf = (answers: readonly Result<unknown, ApiError>[]): ApiError | null =>
  answers.map((answer) => (answer.ok ? null : answer.error)).find((error) => error !== null) ?? null;

/** Creates the functions that send the requests to the gateway. */
export const createReleaseGateway = (apiClient: ApiClient): ReleaseGateway => {
  const readTeamFacts = async (
    name: string,
    releases: readonly ReleaseSummary[],
    signal: AbortSignal | undefined,
  ): Promise<Result<TeamFacts, ApiError>> => {
    const [acts, health] = await Promise.all([
      apiClient.call(getReleaseAudit, { params: { name } }, signal),
      apiClient.call(getReleaseHealth, { params: { name } }, signal),
    ]);
    const knownActs = withFallbackIfMissing<readonly ReleaseAct[], readonly ReleaseAct[]>(acts, []);
    const knownHealth = withFallbackIfMissing(health, null);
    if (!knownActs.ok) return knownActs;
    if (!knownHealth.ok) return knownHealth;
    return ok({
      releases: releases.filter((release) => release.name === name),
      acts: knownActs.value,
      health: knownHealth.value?.map(healthOf) ?? null,
    });
  };

  return {
    async readOverview(token, signal) {
      const [registry, releases] = await Promise.all([
        apiClient.call(getRegistry, {}, signal),
        apiClient.call(getReleases, {}, signal),
      ]);
      if (!registry.ok) return registry;
      if (!releases.ok) return releases;
      const ownNames = token.remote === null ? releases.value.map(({ name }) => name) : [token.remote];
      const factAnswers = await Promise.all(
        [...new Set(ownNames)].map(async (name) => [name, await readTeamFacts(name, releases.value, signal)] as const),
      );
      const factsError = firstErrorOf(factAnswers.map(([, answer]) => answer));
      if (factsError !== null) return err(factsError);
      const factsByName = new Map(factAnswers.flatMap(([name, answer]) => (answer.ok ? [[name, answer.value]] : [])));
      const publishedByName = new Map(registry.value.remotes.map((remote) => [remote.name, publicReleaseOf(remote)]));
      // The owner's own remotes come first, because the owner looks for these.
      const names = new Set([...[...factsByName.keys()].sort(), ...[...publishedByName.keys()].sort()]);
      return ok({
        readAt: registry.value.generatedAt,
        remotes: [...names].map((name) => ({
          name,
          published: publishedByName.get(name) ?? null,
          team: factsByName.get(name) ?? null,
        })),
      });
    },

    readDiff: (name, { from, to }, signal) =>
      apiClient.call(getReleaseDiff, { params: { name }, query: { from, to } }, signal),

    move(move, idempotencyKey) {
      const { name, version } = move;
      const params = { name };
      switch (move.kind) {
        case 'promote':
          return apiClient.call(promoteRelease, {
            params,
            body: { version, share: move.share, ...(move.isForced ? { force: true } : {}) },
            idempotencyKey,
          });
        case 'rollBack':
          return apiClient.call(rollBackRelease, { params, body: { version }, idempotencyKey });
        case 'pin':
          return apiClient.call(pinRelease, { params, body: { version }, idempotencyKey });
        case 'unpin':
          return apiClient.call(unpinRelease, { params, idempotencyKey });
      }
    },
  };
};
