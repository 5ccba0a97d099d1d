import {
  err,
  getRelease,
  getReleaseAudit,
  getReleaseDiff,
  getReleases,
  getReleaseToken,
  getRemoteReleases,
  ok,
  pinRelease,
  promoteRelease,
  publishRelease,
  rollBackRelease,
  unpinRelease,
} from '@mahlzeit/contract';
import type { ErrorCode, Result } from '@mahlzeit/contract';
import { consumeAttempt, teamCallerName, teamRoute } from '../../../platform';
import type { BoundRoute, CreateRateLimiter, RouteError, TeamCaller } from '../../../platform';
import type { Actor } from './act-repository';
import type { ReleaseActs } from './release-acts';

interface ReleaseRoutesDeps {
  readonly acts: ReleaseActs;
  readonly createRateLimiter: CreateRateLimiter;
}

const MINUTE_MS = 60_000;

/** Limit of publications from one IP address, because the gateway unpacks and compares each of them in its memory. */
const PUBLISH_RATE_LIMIT = { points: 60, durationMs: MINUTE_MS } as const;

/** Limit of changes by one token, because each change writes a row and informs all open pages. */
const ACT_RATE_LIMIT = { points: 120, durationMs: MINUTE_MS } as const;

interface TeamRequestParts {
  readonly team: TeamCaller;
  readonly address: string;
}

const actorOf = ({ team, address }: TeamRequestParts): Actor => ({ name: team.tokenName, address });

/** Returns whether a team's token may change the releases of a remote. Other remotes seem not to exist. */
export const mayMove = ({ remoteName }: TeamCaller, name: string): boolean =>
  remoteName === null || remoteName === name;

/** Creates the routes by which teams publish their remotes. */
export const createReleaseRoutes = ({ acts, createRateLimiter }: ReleaseRoutesDeps): readonly BoundRoute[] => {
  const publishLimiter = createRateLimiter('release-publish', PUBLISH_RATE_LIMIT);
  const actLimiter = createRateLimiter('release-act', ACT_RATE_LIMIT);

  /** Runs a change on a remote for which the token is valid. */
  const act = async <T>(
    request: TeamRequestParts & { readonly params: { readonly name: string } },
    runAct: (name: string, actor: Actor) => Promise<Result<T, RouteError>>,
  ): Promise<Result<T, RouteError | ErrorCode>> => {
    if (!mayMove(request.team, request.params.name)) return err('notFound');
    const admission = await consumeAttempt(actLimiter, teamCallerName(request.team));
    return admission.ok ? runAct(request.params.name, actorOf(request)) : admission;
  };

  /** Reads a list of a remote for which the token is valid. A remote without releases counts as unknown. */
  const readList = async <T>(
    { team, params: { name } }: { readonly team: TeamCaller; readonly params: { readonly name: string } },
    read: (name: string) => Promise<readonly T[]>,
  ): Promise<Result<T[], ErrorCode>> => {
    if (!mayMove(team, name)) return err('notFound');
    const items = await read(name);
    return items.length === 0 ? err('notFound') : ok([...items]);
  };

  return [
    {
      ...teamRoute(publishRelease, ({ query, body, ...request }) =>
        acts.publish(
          body,
          { channel: query.channel, isDryRun: query.dryRun === '1', note: query.note ?? null },
          { actor: actorOf(request), mayPublish: (name) => mayMove(request.team, name) },
        ),
      ),
      admit: async ({ address }) => consumeAttempt(publishLimiter, address),
    },
    teamRoute(getReleaseToken, async ({ team: { tokenName, remoteName } }) =>
      ok({ name: tokenName, remote: remoteName }),
    ),
    teamRoute(getReleases, async ({ team }) => ok([...(await acts.list(team.remoteName))])),
    teamRoute(getRemoteReleases, (request) => readList(request, acts.list)),
    teamRoute(getReleaseDiff, async ({ team, params: { name }, query: { from, to } }) =>
      mayMove(team, name) ? acts.compare(name, from, to) : err('notFound'),
    ),
    teamRoute(getReleaseAudit, (request) => readList(request, acts.listActs)),
    teamRoute(getRelease, async ({ team, params: { name, version } }) =>
      mayMove(team, name) ? acts.find(name, version) : err('notFound'),
    ),
    teamRoute(promoteRelease, (request) =>
      act(request, (name, actor) => {
        const { version, channel, share, force } = request.body;
        return acts.promote({ name, version, channel, share, isForced: force }, actor);
      }),
    ),
    teamRoute(rollBackRelease, (request) =>
      act(request, (name, actor) => acts.rollBack(name, request.body.version, actor)),
    ),
    teamRoute(pinRelease, (request) => act(request, (name, actor) => acts.pin(name, request.body.version, actor))),
    teamRoute(unpinRelease, (request) => act(request, (name, actor) => acts.unpin(name, actor))),
  ];
};
