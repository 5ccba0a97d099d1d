import { defineRoute, err, ok } from '@mahlzeit/contract';
import request from 'supertest';
import * as z from 'zod/mini';
import { openRouteHarness, testPartnerToken, type RouteHarness } from '../testing/route-harness';
import { describeOnEachEngine } from '../testing/temporary-database';
import { forgetRequestsOf, pruneIdempotency, idempotencyRetentionMs } from './idempotency-rows';
import { openRoute, route } from './route';

const sharedContract = {
  answer: z.object({ count: z.number() }),
  errors: [],
  body: z.object({ dish: z.string() }),
} as const;
const writeRoute = defineRoute({
  ...sharedContract,
  name: 'write',
  method: 'POST',
  path: '/api/write/:table',
  access: 'any',
  params: z.object({ table: z.string() }),
});
const partnerThingRoute = defineRoute({
  ...sharedContract,
  name: 'partner',
  method: 'PUT',
  path: '/api/partner/thing',
  access: 'partner',
});
const authRoute = defineRoute({
  ...sharedContract,
  name: 'auth',
  method: 'POST',
  path: '/api/auth/thing',
  access: 'any',
});

describeOnEachEngine('Idempotency-Key', (databases) => {
  const harnesses: RouteHarness[] = [];

  const openServer = async () => {
    const database = await databases.open();
    const resolvers: (() => void)[] = [];
    const serverState = { count: 0, waiting: resolvers, isHolding: false };
    const performDish = async (dish: string) => {
      serverState.count += 1;
      if (serverState.isHolding)
        await new Promise<void>((resolve) => {
          serverState.waiting.push(resolve);
        });
      if (dish === 'crash') throw new Error('crash');
      if (dish === 'limit') return err('ErrorTooManyAttempts' as const);
      if (dish === 'refuse') return err('notAllowed' as const);
      return ok({ count: serverState.count });
    };
    const harness = await openRouteHarness(database, [
      route(writeRoute, ({ body }) => performDish(body.dish)),
      openRoute(partnerThingRoute, ({ body }) => performDish(body.dish)),
      route(authRoute, ({ body }) => performDish(body.dish)),
    ]);
    harnesses.push(harness);
    const sendDish = (dish: string, { key = 'key-1', path = '/api/write/7', token = 'visitor' } = {}) =>
      request(harness.url)
        [path.startsWith('/api/partner') ? 'put' : 'post'](path)
        .set('Authorization', `Bearer ${token}`)
        .set('Idempotency-Key', key)
        .send({ dish });
    return { state: serverState, harness, send: sendDish, database };
  };

  afterEach(async () => {
    for (const harness of harnesses.splice(0)) await harness.close();
  });

  it('performs a write once and replays its answer', async () => {
    const { send: sendDish, state } = await openServer();
    const firstResponse = await sendDish('Suppe');
    const secondResponse = await sendDish('Suppe');
    expect([firstResponse.status, firstResponse.body, firstResponse.headers['idempotent-replayed']]).toEqual([
      200,
      { count: 1 },
      undefined,
    ]);
    expect([secondResponse.status, secondResponse.text, secondResponse.headers['idempotent-replayed']]).toEqual([
      200,
      firstResponse.text,
      'true',
    ]);
    expect(secondResponse.headers['content-type']).toBe(firstResponse.headers['content-type']);
    expect(state.count).toBe(1);
  });

  it('treats the same object in another order as the same body, and refuses another one', async () => {
    const { harness, send: sendDish } = await openServer();
    const postBody = (body: string) =>
      request(harness.url)
        .post('/api/write/7')
        .set('Authorization', 'Bearer visitor')
        .set('Idempotency-Key', 'k')
        .set('Content-Type', 'application/json')
        .send(body);
    await postBody('{"dish":"Suppe","a":{"x":1,"y":2}}');
    expect((await postBody('{"a":{"y":2,"x":1}, "dish":"Suppe"}')).headers['idempotent-replayed']).toBe('true');
    const secondResponse = await sendDish('Salat', { key: 'k' });
    expect([secondResponse.status, secondResponse.body.code]).toEqual([422, 'idempotencyKeyReused']);
  });

  it('makes a repeat wait while the first request is still running', async () => {
    const { send: sendDish, state } = await openServer();
    state.isHolding = true;
    const firstResponse = sendDish('Suppe').then((response) => response);
    while (state.waiting.length === 0) await new Promise((resolve) => setImmediate(resolve));
    const laterResponse = await sendDish('Suppe');
    expect([laterResponse.status, laterResponse.body.code, laterResponse.headers['retry-after']]).toEqual([
      409,
      'requestInProgress',
      '1',
    ]);
    const otherResponse = await sendDish('Salat');
    expect(otherResponse.status).toBe(422);
    state.waiting.forEach((resolve) => resolve());
    expect((await firstResponse).body).toEqual({ count: 1 });
    expect((await sendDish('Suppe')).headers['idempotent-replayed']).toBe('true');
  });

  it('replays refusals, but repeats requests after internal errors and exceeded limits', async () => {
    const { send: sendDish, state } = await openServer();
    expect((await sendDish('refuse', { key: 'r' })).status).toBe(403);
    const response = await sendDish('refuse', { key: 'r' });
    expect([response.status, response.headers['idempotent-replayed']]).toEqual([403, 'true']);
    for (const dish of ['crash', 'limit']) {
      const performedBefore = state.count;
      await sendDish(dish, { key: dish });
      const secondResponse = await sendDish(dish, { key: dish });
      expect(secondResponse.headers['idempotent-replayed']).toBeUndefined();
      expect(state.count).toBe(performedBefore + 2);
    }
  });

  it('distinguishes callers, paths and methods', async () => {
    const { send: sendDish, state } = await openServer();
    await sendDish('Suppe');
    await sendDish('Suppe', { token: 'visitor:2' });
    await sendDish('Suppe', { path: '/api/write/8' });
    await sendDish('Suppe', { path: '/api/partner/thing', token: testPartnerToken });
    expect(state.count).toBe(4);
    expect(
      (await sendDish('Suppe', { path: '/api/partner/thing', token: testPartnerToken })).headers['idempotent-replayed'],
    ).toBe('true');
  });

  it('stores no answers of /api/auth', async () => {
    const { send: sendDish, state, database } = await openServer();
    await sendDish('Suppe', { path: '/api/auth/thing' });
    await sendDish('Suppe', { path: '/api/auth/thing' });
    expect(state.count).toBe(2);
    expect(await database.knex('idempotency')).toEqual([]);
  });

  it('stores answers for 24 hours of real time, then performs again', async () => {
    const { send: sendDish, state, harness, database } = await openServer();
    await sendDish('Suppe');
    harness.clock.advance(idempotencyRetentionMs);
    expect((await sendDish('Suppe')).headers['idempotent-replayed']).toBe('true');
    harness.clock.advance(1);
    expect((await sendDish('Salat')).body).toEqual({ count: 2 });
    expect((await sendDish('Salat')).headers['idempotent-replayed']).toBe('true');
    harness.clock.advance(idempotencyRetentionMs + 1);
    await database.write((tx) => pruneIdempotency(tx.knex, harness.clock.realNow()));
    expect(await database.knex('idempotency')).toEqual([]);
    expect(state.count).toBe(2);
  });

  it("deletes a user's requests with the user, and no others", async () => {
    const { send: sendDish, database } = await openServer();
    await sendDish('Suppe', { token: 'verified:1' });
    await sendDish('Suppe', { token: 'verified:2' });
    await sendDish('Suppe', { path: '/api/partner/thing', token: testPartnerToken });
    await database.write((tx) => forgetRequestsOf(tx.knex, 'verified:1'));
    expect(
      (await database.knex<{ person: string | null }>('idempotency').select('person'))
        .map(({ person }) => person)
        .sort(),
    ).toEqual([null, 'verified:2']);
  });

  it('replays after a restart', async () => {
    const { send: sendDish, database } = await openServer();
    await sendDish('Suppe');
    const performAgain = jest.fn();
    const restartedHarness = await openRouteHarness(database, [route(writeRoute, async () => ok(performAgain()))]);
    harnesses.push(restartedHarness);
    const secondResponse = await request(restartedHarness.url)
      .post('/api/write/7')
      .set('Authorization', 'Bearer visitor')
      .set('Idempotency-Key', 'key-1')
      .send({ dish: 'Suppe' });
    expect([secondResponse.body, secondResponse.headers['idempotent-replayed']]).toEqual([{ count: 1 }, 'true']);
    expect(performAgain).not.toHaveBeenCalled();
  });

  // Opens a database in which a served dish is one row and one change of the live topic `table`: both must exist or
  // neither.
  const openSharedDatabase = async () => {
    const database = await databases.open();
    const otherConnection = await databases.open();
    const countServedDishes = async (): Promise<number> =>
      (await database.knex('setting').where({ value: 'served' })).length;
    const serveDish = async (dish: string) => {
      await database.write(async (tx) => {
        await tx.knex('setting').insert({ key: `dish ${await countServedDishes()}`, value: 'served' });
        tx.record('table', { kind: 'put', collection: 'dishes', key: dish, value: {} });
      });
      if (dish === 'crash') throw new Error('crash');
      return ok({ count: await countServedDishes() });
    };
    const startServer = async () => {
      const harness = await openRouteHarness(database, [route(writeRoute, ({ body }) => serveDish(body.dish))]);
      harnesses.push(harness);
      return (dish: string) =>
        request(harness.url)
          .post('/api/write/7')
          .set('Authorization', 'Bearer visitor')
          .set('Idempotency-Key', 'key-1')
          .send({ dish });
    };
    return { database, elsewhere: otherConnection, countServed: countServedDishes, start: startServer };
  };

  it('commits a write and its answer together: after a crash a repeat finds both or neither', async () => {
    const { database, elsewhere: otherConnection, countServed, start: startServer } = await openSharedDatabase();
    const sendDish = await startServer();
    const readsAtCommit: Promise<unknown[]>[] = [];
    // Reads on another connection, which sees at this moment what the database would contain if the gateway were killed
    // now.
    database.onCommit(() =>
      readsAtCommit.push(
        Promise.all([otherConnection.knex('change').where({ topic: 'table' }), otherConnection.knex('idempotency')]),
      ),
    );
    expect((await sendDish('Suppe')).body).toEqual({ count: 1 });
    expect(await Promise.all(readsAtCommit)).toMatchObject([[[{ seq: 1 }], [{ status: 200, body: '{"count":1}' }]]]);
    const sendAfterRestart = await startServer();
    const secondResponse = await sendAfterRestart('Suppe');
    expect([secondResponse.body, secondResponse.headers['idempotent-replayed'], await countServed()]).toEqual([
      { count: 1 },
      'true',
      1,
    ]);
  });

  it('rolls back the writes of a request that then fails, and performs its repeat in full', async () => {
    const { database, countServed, start: startServer } = await openSharedDatabase();
    const sendDish = await startServer();
    expect((await sendDish('crash')).status).toBe(500);
    expect([await countServed(), await database.knex('idempotency')]).toEqual([0, []]);
    expect((await sendDish('crash')).headers['idempotent-replayed']).toBeUndefined();
  });

  it('performs a write once when two gateways get it at the same time', async () => {
    const { countServed, start: startServer } = await openSharedDatabase();
    const bothAnswers = await Promise.all([startServer(), startServer()]).then(([sendToFirst, sendToSecond]) =>
      Promise.all([sendToFirst('Suppe'), sendToSecond('Suppe')]),
    );
    expect(bothAnswers.map(({ status, body }) => [status, body])).toEqual([
      [200, { count: 1 }],
      [200, { count: 1 }],
    ]);
    expect(await countServed()).toBe(1);
  });

  it.each([['x'.repeat(129)], ['']])('refuses an invalid key', async (idempotencyKey) => {
    const { harness } = await openServer();
    const response = await request(harness.url)
      .post('/api/write/7')
      .set('Authorization', 'Bearer visitor')
      .set('Idempotency-Key', idempotencyKey)
      .send({ dish: 'Suppe' });
    expect([response.status, response.body.details]).toEqual([
      400,
      { issues: [{ path: 'Idempotency-Key', rule: 'invalid_format' }] },
    ]);
  });

  it('accepts a key of 128 characters', async () => {
    const { send: sendDish } = await openServer();
    expect((await sendDish('Suppe', { key: 'x'.repeat(128) })).status).toBe(200);
  });
});
