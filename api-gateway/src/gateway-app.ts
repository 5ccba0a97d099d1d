import type { Express } from 'express';
import type { Logger } from 'pino';
import { migrations } from '../migrations';
import type { ComposedModules } from './compose-modules';
import type { Clock } from './platform/clock';
import type { GatewayConfig } from './platform/config/config';
import { isMigrated } from './platform/database/open-database';
import type { OpenDatabase } from './platform/database/open-database';
import { createHttpApp } from './platform/http/http-app';
import { createIdempotency } from './platform/http/idempotency';
import { createModeratorVerifier } from './platform/http/moderator-access';
import { createHealthRouter, createMetricsRouter, createSecurityTextRouter } from './platform/http/operation-router';
import type { HealthDeps } from './platform/http/operation-router';
import { createPartnerVerifier } from './platform/http/partner-access';
import type { BoundRoute } from './platform/http/route-types';
import { createAuthenticator, createRouteServer } from './platform/http/route-server';
import type { Metrics } from './platform/metrics';
import type { RequestContext } from './platform/request-context';
import type { Tracer } from './platform/tracing';
import type { SharedState } from './open-shared-state';
import type { ScheduledBackups } from './scheduled-backups';

interface HttpDeps {
  readonly config: Pick<
    GatewayConfig,
    'version' | 'stage' | 'commit' | 'trustsProxy' | 'metricsToken' | 'moderationTokens' | 'securityContact'
  >;
  readonly publicUrl: string;
  readonly database: OpenDatabase;
  readonly sharedState: Pick<SharedState, 'bus' | 'store' | 'isDegraded'>;
  readonly backups: Pick<ScheduledBackups, 'isOverdue'>;
  readonly clock: Clock;
  readonly metrics: Metrics;
  readonly log: Logger;
  readonly requestContext: RequestContext;
  readonly tracer: Tracer;
  /** Routes by which pages without a live socket read live topics. */
  readonly liveRoutes: readonly BoundRoute[];
  readonly partnerToken: string;
  /** True in tests: the gateway then reports an error for a response that doesn't match its contract. */
  readonly checksAnswers: boolean;
  /** Checks whether the gateway is about to stop. */
  isDraining(): boolean;
}

const createReadinessCheck =
  ({
    database,
    sharedState,
    backups,
  }: Pick<HttpDeps, 'database' | 'sharedState' | 'backups'>): HealthDeps['checkReadiness'] =>
  async () => {
    const isDatabaseReachable = await database.knex.raw('select 1').then(
      () => true,
      () => false,
    );
    const isDatabaseMigrated = isDatabaseReachable && (await isMigrated(database.knex, migrations));
    return {
      database: isDatabaseReachable,
      migrations: isDatabaseMigrated,
      bus: sharedState.bus.isConnected(),
      degraded: [
        ...(sharedState.isDegraded() ? (['redis'] as const) : []),
        ...(database.isDiskFull() ? (['disk'] as const) : []),
        ...((await backups.isOverdue()) ? (['backup'] as const) : []),
      ],
    };
  };

/** Limit of requests with a wrong token (of partners, of moderators, for the metrics) from one IP address. */
const WRONG_TOKEN_RATE_LIMIT = { points: 60, durationMs: 60_000 } as const;

/** Limit of the writes of visitors without an account from one IP address. */
const ANONYMOUS_WRITE_RATE_LIMIT = { points: 120, durationMs: 60_000 } as const;

/** Creates the HTTP application with the routes and routers of all modules. */
export const createGatewayApp = (
  {
    config: { version, stage, commit, trustsProxy, metricsToken, moderationTokens, securityContact },
    publicUrl,
    database,
    sharedState,
    backups,
    clock,
    metrics,
    log,
    requestContext,
    tracer,
    liveRoutes,
    partnerToken,
    checksAnswers,
    isDraining,
  }: HttpDeps,
  { modules, tokenVerifier, findTokenRestaurant, teamVerifier }: ComposedModules,
): Express => {
  const authenticate = createAuthenticator({
    verifier: tokenVerifier,
    partners: createPartnerVerifier({
      partnerToken,
      findRestaurant: findTokenRestaurant,
      wrongTokenLimiter: sharedState.store.createRateLimiter('partner-token', WRONG_TOKEN_RATE_LIMIT),
    }),
    teams: teamVerifier,
    moderators: createModeratorVerifier({
      moderationTokens,
      wrongTokenLimiter: sharedState.store.createRateLimiter('moderation-token', WRONG_TOKEN_RATE_LIMIT),
    }),
    anonymousWriteLimiter: sharedState.store.createRateLimiter('anonymous-write', ANONYMOUS_WRITE_RATE_LIMIT),
  });
  return createHttpApp({
    database,
    clock,
    log,
    metrics,
    requestContext,
    tracer,
    trustsProxy,
    health: createHealthRouter({
      version: { version, stage, commit },
      checkReadiness: createReadinessCheck({ database, sharedState, backups }),
      isDraining,
    }),
    routes: [...modules.flatMap((module) => module.routes ?? []), ...liveRoutes],
    serve: createRouteServer({
      database,
      authenticate,
      idempotency: createIdempotency({ database, realNow: clock.realNow }),
      log,
      checksAnswers,
    }),
    routers: [
      // Leaves the metrics out in production unless a token protects them, because they reveal too much to be public.
      ...(metricsToken === null && stage === 'prod'
        ? []
        : [
            createMetricsRouter({
              metrics,
              token: metricsToken,
              wrongTokenLimiter: sharedState.store.createRateLimiter('metrics-token', WRONG_TOKEN_RATE_LIMIT),
            }),
          ]),
      ...(securityContact === null ? [] : [createSecurityTextRouter({ contact: securityContact, publicUrl, clock })]),
      ...modules.flatMap((module) => (module.router === undefined ? [] : [module.router])),
    ],
  });
};
