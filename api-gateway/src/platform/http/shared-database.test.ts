import { defineRoute, ok } from '@mahlzeit/contract';
import request from 'supertest';
import * as z from 'zod/mini';
import type { OpenDatabase } from '../database/open-database';
import { openRouteHarness, type RouteHarness } from '../testing/route-harness';
import { openTemporaryDatabase, type TemporaryDatabase } from '../testing/temporary-database';
import { postgresEngine } from '../testing/test-engines';
import { openRoute, route } from './route';

const sharedContract = { answer: z.object({ value: z.nullable(z.string()) }), errors: [] } as const;
const readRoute = defineRoute({
  ...sharedContract,
  name: 'read',
  method: 'GET',
  path: '/api/value',
  access: 'none',
  query: z.object({ isLost: z.optional(z.string()) }),
});
const writeRoute = defineRoute({
  ...sharedContract,
  name: 'write',
  method: 'PUT',
  path: '/api/value',
  access: 'any',
  body: z.object({ suffix: z.string() }),
});

interface SettingRow {
  readonly key: string;
  readonly value: string;
}

const settingOf = async (knex: OpenDatabase['knex']): Promise<string | null> =>
  (await knex<SettingRow>('setting').where({ key: 'x' }).first())?.value ?? null;

const putSetting = (database: OpenDatabase, value: string) =>
  database.write(({ knex }) => knex<SettingRow>('setting').insert({ key: 'x', value }).onConflict('key').merge());

describe('a route on PostgreSQL (pg)', () => {
  let temporaryDatabase: TemporaryDatabase;
  let harness: RouteHarness;
  let runs = 0;
  /** Function of the test that runs inside the write of a request, before it writes. */
  let disturbRequest = async (): Promise<unknown> => null;

  beforeEach(async () => {
    runs = 0;
    temporaryDatabase = await openTemporaryDatabase(() => 0, postgresEngine);
    const { database } = temporaryDatabase;
    harness = await openRouteHarness(database, [
      openRoute(readRoute, async ({ query: { isLost } }) => {
        if (isLost !== undefined) await database.knex.raw('select pg_terminate_backend(pg_backend_pid())');
        return ok({ value: await settingOf(database.knex) });
      }),
      route(writeRoute, async ({ body: { suffix } }) => {
        runs += 1;
        const value = `${(await settingOf(database.knex)) ?? ''}${suffix}`;
        await disturbRequest();
        await putSetting(database, value);
        return ok({ value });
      }),
    ]);
  });

  afterEach(async () => {
    await harness.close();
    await temporaryDatabase.remove();
  });

  const putValue = (key: string) =>
    request(harness.url)
      .put('/api/value')
      .set('Authorization', 'Bearer visitor')
      .set('Idempotency-Key', key)
      .send({ suffix: '+own' });

  it('answers 503 with Retry-After for a lost connection, and works on a new one afterwards', async () => {
    const responseOfLostConnection = await request(harness.url).get('/api/value?isLost=1');
    expect([
      responseOfLostConnection.status,
      responseOfLostConnection.body.code,
      responseOfLostConnection.headers['retry-after'],
    ]).toEqual([503, 'unavailable', '1']);
    expect((await request(harness.url).get('/api/value')).status).toBe(200);
  });

  it('answers 503 for a connection that is lost in its write, and performs the repeated request once', async () => {
    const { database } = temporaryDatabase;
    disturbRequest = () => database.knex.raw('select pg_terminate_backend(pg_backend_pid())');
    expect((await putValue('key')).status).toBe(503);
    disturbRequest = async () => null;
    expect((await putValue('key')).body).toEqual({ value: '+own' });
    expect((await putValue('key')).body).toEqual({ value: '+own' });
    expect(runs).toBe(2);
  });

  it('performs a request again whose write has met another one, and logs nothing of it', async () => {
    let [markRead, continueRequest] = [() => {}, () => {}];
    const hasRead = new Promise<void>((resolve) => (markRead = resolve));
    const whenContinued = new Promise<void>((resolve) => (continueRequest = resolve));
    disturbRequest = () => {
      markRead();
      return whenContinued;
    };
    const response = putValue('key').then((answer) => answer);
    await hasRead;
    await putSetting(temporaryDatabase.database, 'theirs');
    continueRequest();
    expect((await response).body).toEqual({ value: 'theirs+own' });
    expect([runs, harness.logLines]).toEqual([2, []]);
  });
});
