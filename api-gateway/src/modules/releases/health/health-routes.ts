import { err, getReleaseHealth, ok, reportReleaseEvents } from '@mahlzeit/contract';
import { consumeAttempt, route, teamRoute } from '../../../platform';
import type { BoundRoute, CreateRateLimiter } from '../../../platform';
import { mayMove } from '../store';
import type { ReleaseHealthService } from './release-health-service';

interface HealthRoutesDeps {
  readonly health: ReleaseHealthService;
  readonly createRateLimiter: CreateRateLimiter;
}

/** Limit of batches of release events from one IP address (contract §10). */
const EVENTS_RATE_LIMIT = { points: 30, durationMs: 60_000 } as const;

/**
 * Creates the routes by which pages report whether releases of remotes have loaded or failed, and by which teams read
 * these results.
 */
export const createHealthRoutes = ({ health, createRateLimiter }: HealthRoutesDeps): readonly BoundRoute[] => {
  const eventsLimiter = createRateLimiter('release-events', EVENTS_RATE_LIMIT);
  return [
    route(reportReleaseEvents, async ({ body, session, address }) => {
      const admission = await consumeAttempt(eventsLimiter, address);
      if (!admission.ok) return admission;
      await health.report(body.events, { uid: session.uid, address });
      return ok({});
    }),
    teamRoute(getReleaseHealth, async ({ team, params: { name } }) => {
      const healthOfReleases = mayMove(team, name) ? await health.list(name) : [];
      return healthOfReleases.length === 0 ? err('notFound') : ok(healthOfReleases);
    }),
  ];
};
