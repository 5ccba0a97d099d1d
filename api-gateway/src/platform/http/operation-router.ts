import { getLiveness, getReadiness, getVersion } from '@mahlzeit/contract';
import type { Readiness, Version } from '@mahlzeit/contract';
import { Router } from 'express';
import type { Clock } from '../clock';
import type { RateLimiter } from '../ephemeral-store';
import type { Metrics } from '../metrics';
import { consumeAttempt } from '../rate-limit';
import { createSingleFlight } from '../single-flight';
import { bearerTokenOf } from './bearer-token';
import { clientAddress } from './client-address';
import { areSecretsEqual } from './equal-secrets';
import { errorResult, requestIdOf, sendResult, successResult } from './http-result';

/** Dependencies of the routes of health checks. */
export interface HealthDeps {
  readonly version: Version;
  /** Checks the database and its migrations, which the gateway needs, and the parts without which it can work. */
  checkReadiness(): Promise<Omit<Readiness, 'ok'>>;
  /** Checks whether the gateway is about to stop, so that proxies must send requests to other gateways. */
  isDraining(): boolean;
}

/** Creates the router of the health checks `/livez` and `/readyz`, and of `/version`. */
export const createHealthRouter = ({ version, checkReadiness, isDraining }: HealthDeps): Router => {
  const router = Router();
  router.get(getLiveness.path, (_request, response) => sendResult(response, successResult({ ok: true })));
  router.get(getVersion.path, (_request, response) => sendResult(response, successResult(version)));
  router.get(getReadiness.path, async (_request, response) => {
    const readiness = await checkReadiness();
    const isReady = readiness.database && readiness.migrations && !isDraining();
    sendResult(response, { ...successResult({ ok: isReady, ...readiness }), status: isReady ? 200 : 503 });
  });
  return router;
};

interface MetricsDeps {
  readonly metrics: Pick<Metrics, 'registry'>;
  /** Token that a request for the metrics must contain; null if everybody may read them. */
  readonly token: string | null;
  /** Limits the number of wrong tokens from one IP address. */
  readonly wrongTokenLimiter: RateLimiter;
}

/**
 * Serves `/metrics` for Prometheus. Requests that come while the metrics are read share the result, because reading
 * them takes some milliseconds and several queries.
 */
export const createMetricsRouter = ({ metrics: { registry }, token, wrongTokenLimiter }: MetricsDeps): Router => {
  const router = Router();
  const reads = createSingleFlight<Buffer>();
  const readMetrics = (): Promise<Buffer> => reads.run('metrics', async () => Buffer.from(await registry.metrics()));
  router.get('/metrics', async (request, response) => {
    const givenToken = bearerTokenOf(request.headers.authorization) ?? '';
    if (token !== null && !areSecretsEqual(givenToken, token)) {
      const attempt = await consumeAttempt(wrongTokenLimiter, clientAddress(request));
      return sendResult(response, errorResult(attempt.ok ? 'unauthenticated' : attempt.error, requestIdOf(response)));
    }
    response.setHeader('Cache-Control', 'no-store');
    response.type(registry.contentType).send(await readMetrics());
  });
  return router;
};

/**
 * Time in milliseconds after which readers of `security.txt` must load it again; RFC 9116 §2.5.5 recommends less than a
 * year.
 */
const SECURITY_TEXT_VALID_MS = 180 * 86_400_000;

interface SecurityTextDeps {
  /** URL (`mailto:` or `https:`) to which people report vulnerabilities. */
  readonly contact: string;
  readonly publicUrl: string;
  readonly clock: Pick<Clock, 'realNow'>;
}

/** Creates the router of `/.well-known/security.txt` (RFC 9116). */
export const createSecurityTextRouter = ({ contact, publicUrl, clock }: SecurityTextDeps): Router => {
  const path = '/.well-known/security.txt';
  const router = Router();
  router.get(path, (_request, response) => {
    response
      .type('text/plain')
      .send(
        [
          `Contact: ${contact}`,
          `Expires: ${new Date(clock.realNow() + SECURITY_TEXT_VALID_MS).toISOString()}`,
          'Preferred-Languages: de, en',
          `Canonical: ${publicUrl}${path}`,
          '',
        ].join('\n'),
      );
  });
  return router;
};
