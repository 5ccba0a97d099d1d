import { err, ok } from '@mahlzeit/contract';
import { pino } from 'pino';
import type { CallerSession, TokenVerifier } from '../callers';
import type { OpenDatabase } from '../database/open-database';
import { createHttpApp } from '../http/http-app';
import { listen } from '../http/listening-server';
import { createIdempotency } from '../http/idempotency';
import { createHealthRouter } from '../http/operation-router';
import { createAuthenticator, createRouteServer } from '../http/route-server';
import type { BoundRoute } from '../http/route-types';
import { createMetrics } from '../metrics';
import { createRequestContext } from '../request-context';
import { idleTracer } from '../tracing';
import { createTestClock, type TestClock } from './test-clock';

/** Routes for tests behind a real HTTP server, with everything that the platform does around a handler. */
export interface RouteHarness {
  readonly url: string;
  readonly clock: TestClock;
  /** Messages of the errors that the server has logged. */
  readonly logLines: readonly string[];
  close(): Promise<void>;
}

const sessionByToken: Readonly<Record<string, Partial<CallerSession>>> = {
  visitor: { isAnonymous: true },
  member: {},
  verified: { isVerified: true },
  deleted: { isVerified: true, isDeleted: true },
};

// Verifies the tokens of tests: a token is the name of a kind of user. A suffix after a colon makes another session of
// the same kind.
const verifier: TokenVerifier = {
  async verify(token) {
    if (token === 'expired') return { ok: false, code: 'tokenExpired' };
    const sessionFields = sessionByToken[token.split(':')[0] ?? ''];
    if (sessionFields === undefined) return { ok: false, code: 'unauthenticated' };
    return {
      ok: true,
      expiresAt: Infinity,
      session: {
        uid: token,
        sessionId: token,
        isAnonymous: false,
        isVerified: false,
        isDeleted: false,
        authTime: 0,
        ...sessionFields,
      },
    };
  },
};

/** Partner token of the tests' server, valid for all restaurants. */
export const testPartnerToken = 'partner-token-of-the-tests';

/**
 * Serves the routes of a test on a free port. The tokens `visitor`, `member`, `verified`, `deleted` and `expired` give
 * the caller that kind of session.
 */
export const openRouteHarness = async (
  database: OpenDatabase,
  routes: readonly BoundRoute[],
  startTime: string | number = '2026-06-24T11:30:00+02:00',
): Promise<RouteHarness> => {
  const clock = createTestClock(startTime);
  const logLines: string[] = [];
  const log = pino({ level: 'error' }, { write: (logLine: string) => void logLines.push(logLine) });
  const metrics = createMetrics();
  const app = createHttpApp({
    database,
    clock,
    log,
    metrics,
    requestContext: createRequestContext(),
    tracer: idleTracer,
    // With a trusted proxy, tests can send requests from several addresses through the header `X-Forwarded-For`.
    trustsProxy: true,
    health: createHealthRouter({
      version: { version: '5.0.1', stage: 'dev', commit: 'test' },
      checkReadiness: async () => ({ database: true, migrations: false, bus: true, degraded: [] }),
      isDraining: () => false,
    }),
    routes,
    serve: createRouteServer({
      database,
      authenticate: createAuthenticator({
        anonymousWriteLimiter: { consume: async () => ({ ok: true }), refund: async () => {}, forget: async () => {} },
        verifier,
        partners: {
          verify: async (token) => (token === testPartnerToken ? ok({ restaurantKey: null }) : err('unauthenticated')),
        },
        teams: { verify: async () => err('unauthenticated') },
        moderators: { verify: async () => err('unauthenticated') },
      }),
      idempotency: createIdempotency({ database, realNow: clock.realNow }),
      log,
      checksAnswers: true,
    }),
    routers: [],
  });
  const listeningServer = await listen({ host: '127.0.0.1', port: 0 });
  listeningServer.serve(app);
  return { url: `http://127.0.0.1:${listeningServer.port}`, clock, logLines, close: listeningServer.close };
};
