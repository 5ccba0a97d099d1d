import { Readiness } from '@mahlzeit/contract';
import * as z from 'zod/mini';
import { createBrowser, visit } from './modules/identity/testing/people';
import { testGateways, type TestGateway } from './platform/testing/test-gateway';

const LogLine = z.looseObject({ level: z.string(), msg: z.string() });

const MAX_VISITS = 200;

const gateways = testGateways();

/** Returns the answer to the first visitor whom the gateway refuses: small writes find room in the last pages. */
const firstRefusal = async ({ url }: TestGateway) => {
  for (let count = 0; count < MAX_VISITS; count += 1) {
    const { status, headers } = await createBrowser(url).call('POST', '/api/auth/anonymous', { body: {} });
    if (status !== 200) return { status, retryAfter: headers.get('Retry-After') };
  }
  return null;
};

// SQLite reports a file of its largest size like a full disk. The codes of PostgreSQL are in its dialect's test.
it('goes on reading while the disk is full, says so in one line, and recovers by itself', async () => {
  const logLines: string[] = [];
  const gateway = await gateways.start({
    environment: { LOG_LEVEL: 'info' },
    logDestination: { write: (line) => void logLines.push(line) },
  });
  const visitor = await visit(gateway);
  const limitPages = (pageCount: number) =>
    gateway.database.writeInTransaction((knex) => knex.raw(`pragma max_page_count = ${pageCount}`));
  const degraded = async () => Readiness.parse(await (await fetch(`${gateway.url}/readyz`)).json()).degraded;

  await limitPages(1);
  for (const size of [1_000_000, 100_000, 10_000]) {
    const fill = () =>
      gateway.database.write(({ knex }) => knex('setting').insert({ key: 'fill', value: 'x'.repeat(size) }));
    await expect(fill()).rejects.toMatchObject({ code: 'unavailable' });
  }
  expect(await firstRefusal(gateway)).toEqual({ status: 503, retryAfter: '1' });
  expect([(await visitor.call('GET', '/api/mealTypes')).status, await degraded()]).toEqual([200, ['disk']]);
  await gateway.catchUp();
  const stateLines = logLines.map((line) => LogLine.parse(JSON.parse(line))).filter(({ msg }) => msg !== 'request');
  expect(stateLines.map(({ level, msg }) => `${level} ${msg}`)).toEqual([
    'error the disk of the database is full: reads go on, writes are refused',
  ]);

  await limitPages(1_000_000);
  expect((await createBrowser(gateway.url).call('POST', '/api/auth/anonymous', { body: {} })).status).toBe(200);
  expect(await degraded()).toEqual([]);
});
