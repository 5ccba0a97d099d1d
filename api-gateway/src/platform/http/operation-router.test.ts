import express from 'express';
import request from 'supertest';
import { createMetrics } from '../metrics';
import { waitUntil } from '../testing/until';
import { createMetricsRouter } from './operation-router';

const unlimited = { consume: async () => ({ ok: true }) as const, refund: async () => {}, forget: async () => {} };

it('reads the metrics once for all requests that come meanwhile, and again afterwards', async () => {
  const { registry } = createMetrics();
  const finishReads: ((text: string) => void)[] = [];
  registry.metrics = () => new Promise((resolve) => finishReads.push(resolve));
  let arrivedCount = 0;
  const app = express();
  app.use((_request, _response, next) => {
    arrivedCount += 1;
    next();
  });
  app.use(createMetricsRouter({ metrics: { registry }, token: null, wrongTokenLimiter: unlimited }));
  const readMetrics = async (): Promise<string> => (await request(app).get('/metrics')).text;

  const answers = [readMetrics(), readMetrics(), readMetrics()];
  await waitUntil(() => arrivedCount === 3);
  expect(finishReads).toHaveLength(1);
  finishReads[0]?.('up 1');
  expect(await Promise.all(answers)).toEqual(['up 1', 'up 1', 'up 1']);
  const laterAnswer = readMetrics();
  await waitUntil(() => finishReads.length === 2);
  finishReads[1]?.('up 2');
  expect(await laterAnswer).toBe('up 2');
});
