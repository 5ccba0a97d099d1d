import { getLiveness, getReadiness, getVersion, type Readiness, type Version } from '@mahlzeit/contract';
import { Router } from 'express';
import type { Metrics } from '../metrics';
import { sendResult } from './send-outcome';

export interface OperationDeps {
  readonly version: Version;
  readonly metrics: Metrics;
  /** Whether each part is well now. */
  checkReadiness(): Promise<Omit<Readiness, 'ok'>>;
}

/** `/livez`, `/readyz`, `/version` and `/metrics`. */
export const createOperationRouter = ({ version, metrics, checkReadiness }: OperationDeps): Router => {
  const router = Router();
  router.get(getLiveness.path, (_request, response) => sendResult(response, { status: 200, headers: {}, body: JSON.stringify({ ok: true }) }));
  router.get(getVersion.path, (_request, response) => sendResult(response, { status: 200, headers: {}, body: JSON.stringify(version) }));
  router.get(getReadiness.path, async (_request, response) => {
    const parts = await checkReadiness();
    const isReady = parts.database && parts.migrations && parts.bus;
    sendResult(response, { status: isReady ? 200 : 503, headers: {}, body: JSON.stringify({ ok: isReady, ...parts }) });
  });
  router.get('/metrics', async (_request, response) => {
    response.setHeader('Cache-Control', 'no-store');
    response.type(metrics.registry.contentType).send(await metrics.registry.metrics());
  });
  return router;
};
