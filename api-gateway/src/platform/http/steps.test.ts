import { defineRoute, ok } from '@mahlzeit/contract';
import request from 'supertest';
import * as z from 'zod/mini';
import type { Database } from '../database/database';
import { knexOf } from '../database/knex-of';
import { openRouteHarness, testPartnerToken } from '../testing/route-harness';
import type { RouteHarness } from '../testing/route-harness';
import { describeOnEachEngine } from '../testing/temporary-database';
import { findTestOrders, placePartnerTestOrder, placeTestOrder, testOrderRoutes } from '../testing/test-orders';
import { forgetRequestsOf, pruneIdempotency, idempotencyRetentionMs } from './idempotency-rows';
import { route, stepsRoute } from './route';
import type { BoundRoute, Steps } from './route-types';
import { STEP_LEASE_MS } from './steps';

const sharedContract = { answer: z.object({}), errors: [] } as const;
const freeRoute = defineRoute({
  ...sharedContract,
  name: 'free',
  method: 'POST',
  path: '/api/free',
  access: 'any',
  idempotency: 'steps',
});
const noteRoute = defineRoute({
  ...sharedContract,
  name: 'note',
  method: 'POST',
  path: '/api/note',
  access: 'any',
  body: z.object({ text: z.string() }),
});

const median = (measuredTimes: readonly number[]): number =>
  [...measuredTimes].sort((left, right) => left - right)[Math.floor(measuredTimes.length / 2)] ?? NaN;

describeOnEachEngine('a route that works in steps', (databases) => {
  const harnesses: RouteHarness[] = [];

  afterEach(async () => {
    for (const harness of harnesses.splice(0)) await harness.close();
  });

  /** Creates a fake payment provider. The test decides whether it charges at once, declines, fails, or waits. */
  const createPaymentProvider = () => {
    const chargeResolvers: ((isPaid: boolean) => void)[] = [];
    const chargedOrders: string[] = [];
    const providerState: { how: 'pays' | 'declines' | 'breaks' | 'waits' } = { how: 'pays' };
    return Object.assign(providerState, {
      asked: chargedOrders,
      async charge(order: string): Promise<boolean> {
        chargedOrders.push(order);
        if (providerState.how === 'breaks') throw new Error('no answer');
        if (providerState.how === 'waits')
          return new Promise<boolean>((resolve) => {
            chargeResolvers.push(resolve);
          });
        return providerState.how === 'pays';
      },
      async isAsked(chargeCount: number): Promise<void> {
        while (chargedOrders.length < chargeCount) await new Promise((resolve) => setImmediate(resolve));
      },
      answerAll: () => chargeResolvers.splice(0).forEach((resolveCharge) => resolveCharge(true)),
    });
  };

  const openOrderServer = async (additionalRoutes: readonly BoundRoute[] = [], { writesTwice = false } = {}) => {
    const database = await databases.open({ writesTwice });
    const paymentProvider = createPaymentProvider();
    const harness = await openRouteHarness(database, [
      ...testOrderRoutes({ database, charge: (order) => paymentProvider.charge(order) }),
      ...additionalRoutes,
    ]);
    harnesses.push(harness);
    const placeOrder = (
      dish: string,
      { key = 'key-1', token = 'verified' }: { key?: string | null; token?: string } = {},
    ) => {
      const orderRequest = request(harness.url)
        .post(token === testPartnerToken ? placePartnerTestOrder.path : placeTestOrder.path)
        .set('Authorization', `Bearer ${token}`);
      return (key === null ? orderRequest : orderRequest.set('Idempotency-Key', key)).send({ dish });
    };
    const postJson = (path: string, body: object = {}) =>
      request(harness.url).post(path).set('Authorization', 'Bearer visitor').set('Idempotency-Key', 'key-1').send(body);
    return {
      database,
      provider: paymentProvider,
      harness,
      order: placeOrder,
      post: postJson,
      orders: () => findTestOrders(database),
      kept: () => database.knex('idempotency'),
    };
  };

  /** Opens two gateways on one database, so that both may receive the same request. */
  const openTwoServers = async () => {
    const firstServer = await openOrderServer();
    const secondServer = await openOrderServer();
    return { one: firstServer, other: secondServer };
  };

  it('begins once, and answers a repeat with the present state', async () => {
    const { order, orders, provider, database } = await openOrderServer();
    const firstResponse = await order('Suppe');
    const repeatResponse = await order('Suppe');
    expect([firstResponse.status, firstResponse.body, firstResponse.headers['idempotent-replayed']]).toEqual([
      200,
      { order: provider.asked[0], state: 'paid' },
      undefined,
    ]);
    expect([repeatResponse.status, repeatResponse.body, repeatResponse.headers['idempotent-replayed']]).toEqual([
      200,
      firstResponse.body,
      'true',
    ]);
    expect([await orders(), provider.asked]).toEqual([[[provider.asked[0], 'Suppe', 'paid']], [provider.asked[0]]]);
    // The repeated request doesn't get the stored response, because the response must contain changes that were made
    // since.
    await database.write(({ knex }) =>
      knex('setting').where({ value: 'Suppe paid' }).update({ value: 'Suppe requested' }),
    );
    provider.how = 'declines';
    expect((await order('Suppe')).status).toBe(403);
  });

  it('begins once when a concurrent write makes each of its writes run twice', async () => {
    const { order, orders, provider } = await openOrderServer([], { writesTwice: true });
    expect((await order('Suppe')).status).toBe(200);
    expect(await orders()).toEqual([[provider.asked[0], 'Suppe', 'paid']]);
  });

  it('resumes after an answer of 500', async () => {
    const { order, orders, provider } = await openOrderServer();
    provider.how = 'breaks';
    // A request that failed with 500 gets 500 again when it is repeated while the provider fails.
    for (let attempt = 0; attempt < 2; attempt += 1) expect((await order('Suppe')).status).toBe(500);
    expect(await orders()).toEqual([[provider.asked[0], 'Suppe', 'requested']]);
    provider.how = 'pays';
    const repeatResponse = await order('Suppe');
    expect([repeatResponse.status, repeatResponse.body]).toEqual([200, { order: provider.asked[0], state: 'paid' }]);
    expect(new Set(provider.asked).size).toBe(1);
  });

  it.each([
    ['begun', 'Suppe', 1],
    ['not begun', 'soldOut', 0],
  ])('replays the refusal of a request that was %s', async (_what, dish, expectedChargeCount) => {
    const { order, provider } = await openOrderServer();
    provider.how = 'declines';
    const firstResponse = await order(dish);
    provider.how = 'pays';
    const repeatResponse = await order(dish);
    expect([
      firstResponse.status,
      repeatResponse.status,
      repeatResponse.text,
      repeatResponse.headers['idempotent-replayed'],
    ]).toEqual([403, 403, firstResponse.text, 'true']);
    expect(provider.asked).toHaveLength(expectedChargeCount);
  });

  it('makes a repeat wait while the first one runs, here and at another gateway, and refuses another body under its key', async () => {
    const { one, other } = await openTwoServers();
    one.provider.how = 'waits';
    const firstOrder = one.order('Suppe').then((response) => response);
    await one.provider.isAsked(1);
    for (const { order } of [one, other]) {
      const repeatResponse = await order('Suppe');
      expect([repeatResponse.status, repeatResponse.body.code, repeatResponse.headers['retry-after']]).toEqual([
        409,
        'requestInProgress',
        '1',
      ]);
      expect((await order('Salat')).body.code).toBe('idempotencyKeyReused');
    }
    one.provider.answerAll();
    expect((await firstOrder).status).toBe(200);
    expect((await other.order('Suppe')).body).toEqual((await firstOrder).body);
    expect((await other.order('Salat')).status).toBe(422);
    expect(await one.orders()).toHaveLength(1);
  });

  it('is taken over from a gateway that was silent too long, which then writes nothing more', async () => {
    const { one, other } = await openTwoServers();
    one.provider.how = 'waits';
    const firstOrder = one.order('Suppe').then((response) => response);
    await one.provider.isAsked(1);
    // The lease has expired, but the gateway itself knows that the first request is still in progress.
    one.harness.clock.advance(STEP_LEASE_MS);
    expect((await one.order('Suppe')).status).toBe(409);
    other.harness.clock.advance(STEP_LEASE_MS - 1);
    expect((await other.order('Suppe')).status).toBe(409);
    other.harness.clock.advance(1);
    other.provider.how = 'declines';
    expect((await other.order('Suppe')).status).toBe(403);
    one.provider.answerAll();
    expect([(await firstOrder).status, (await firstOrder).body.code]).toEqual([409, 'requestInProgress']);
    expect(await one.orders()).toEqual([[one.provider.asked[0], 'Suppe', 'requested']]);
    expect(other.provider.asked).toEqual(one.provider.asked);
  });

  it('distinguishes callers, also partners, and accepts a key of each of them', async () => {
    const { order, orders } = await openOrderServer();
    for (const token of ['verified', 'verified:2', testPartnerToken]) {
      expect((await order('Suppe', { token })).headers['idempotent-replayed']).toBeUndefined();
      expect((await order('Suppe', { token })).headers['idempotent-replayed']).toBe('true');
    }
    expect(await orders()).toHaveLength(3);
  });

  it('stores nothing for a request that breaks the contract or has no caller', async () => {
    const { harness, kept, order } = await openOrderServer();
    const brokenResponse = await request(harness.url)
      .post(placeTestOrder.path)
      .set('Authorization', 'Bearer verified')
      .set('Idempotency-Key', 'k')
      .send({ dish: 7 });
    expect([brokenResponse.status, (await order('Suppe', { token: 'member' })).status, await kept()]).toEqual([
      400,
      403,
      [],
    ]);
  });

  describe('without a key', () => {
    const unkeyedOptions = { key: null };

    it('treats the same open order of the same person within a minute as one', async () => {
      const { order, orders, provider, harness } = await openOrderServer();
      provider.how = 'breaks';
      await order('Suppe', unkeyedOptions);
      harness.clock.advance(60_000);
      provider.how = 'pays';
      expect((await order('Suppe', unkeyedOptions)).body).toEqual({ order: provider.asked[0], state: 'paid' });
      expect(await orders()).toHaveLength(1);
    });

    it('makes the second of two clicks wait', async () => {
      const { order, orders, provider } = await openOrderServer();
      provider.how = 'waits';
      const firstOrder = order('Suppe', unkeyedOptions).then((response) => response);
      await provider.isAsked(1);
      expect((await order('Suppe', unkeyedOptions)).status).toBe(409);
      provider.answerAll();
      expect((await firstOrder).status).toBe(200);
      expect(await orders()).toHaveLength(1);
    });

    it.each([
      ['of another dish', { dish: 'Salat' }],
      ['of another person', { token: 'verified:2' }],
      ['after more than a minute', { afterMs: 60_001 }],
      ['under a key', { key: 'key-1' }],
      ['where the first one is paid', { how: 'pays' }],
    ] as const)(
      'begins another one for an order %s',
      async (_what, secondOrder: { dish?: string; token?: string; key?: string; afterMs?: number; how?: 'pays' }) => {
        const { dish = 'Suppe', afterMs = 0, how = 'breaks', ...orderOptions } = secondOrder;
        const { order, orders, provider, harness } = await openOrderServer();
        provider.how = how;
        await order('Suppe', unkeyedOptions);
        harness.clock.advance(afterMs);
        await order(dish, { ...unkeyedOptions, ...orderOptions });
        expect(await orders()).toHaveLength(2);
      },
    );

    it('repeats a refused request, because only a key makes it the same', async () => {
      const { order, provider } = await openOrderServer();
      provider.how = 'declines';
      expect((await order('Suppe', unkeyedOptions)).status).toBe(403);
      provider.how = 'pays';
      expect((await order('Suppe', unkeyedOptions)).status).toBe(200);
    });

    it('never joins two requests of a route without a rule', async () => {
      const { order, orders } = await openOrderServer();
      for (let time = 0; time < 2; time += 1) await order('Suppe', { ...unkeyedOptions, token: testPartnerToken });
      expect(await orders()).toHaveLength(2);
    });
  });

  it('deletes requests after 24 hours, except those in progress', async () => {
    const {
      one: { order, provider, harness, database, kept },
      other,
    } = await openTwoServers();
    await order('Suppe', { key: 'over' });
    provider.how = 'waits';
    const firstOrder = order('Salat').then((response) => response);
    await provider.isAsked(2);
    const pruneAt = (realNow: number) => database.write((tx) => pruneIdempotency(tx.knex, realNow));
    await database.write(({ knex }) =>
      knex('idempotency').update({ at: harness.clock.realNow() - idempotencyRetentionMs - 1 }),
    );
    await pruneAt(harness.clock.realNow());
    expect(await kept()).toMatchObject([{ key: 'key-1' }]);
    expect((await other.order('Salat')).status).toBe(409);
    provider.answerAll();
    await firstOrder;
    await pruneAt(harness.clock.realNow());
    expect(await kept()).toEqual([]);
  });

  it('is deleted with its user: its reference is gone, and a running attempt writes nothing more', async () => {
    const { provider, database, order, orders, kept } = await openOrderServer();
    await order('Suppe', { token: 'verified:2' });
    provider.how = 'waits';
    const [keyedOrder, unkeyedOrder] = [
      order('Salat').then((response) => response),
      order('Curry', { key: null }).then((response) => response),
    ];
    await provider.isAsked(3);
    await database.write((tx) => forgetRequestsOf(tx.knex, 'verified'));
    expect(await kept()).toMatchObject([{ person: 'verified:2', reference: provider.asked[0] }]);
    provider.answerAll();
    expect([(await keyedOrder).body.code, (await unkeyedOrder).body.code]).toEqual([
      'requestInProgress',
      'requestInProgress',
    ]);
    expect((await orders()).map(([, dish, orderState]) => [dish, orderState]).sort()).toEqual([
      ['Curry', 'requested'],
      ['Salat', 'requested'],
      ['Suppe', 'paid'],
    ]);
  });

  describe('its handler', () => {
    const runSteps = async (performSteps: (steps: Steps, read: Database['read']) => Promise<unknown>) => {
      let read: Database['read'] = () => Promise.reject(new Error('not open yet'));
      const openedServer = await openOrderServer([
        stepsRoute(freeRoute, async ({ steps }) => {
          await performSteps(steps, read);
          return ok({});
        }),
      ]);
      read = openedServer.database.read;
      const stepsResponse = await openedServer.post(freeRoute.path);
      return {
        ...openedServer,
        status: stepsResponse.status,
        code: stepsResponse.body.code,
        row: (await openedServer.kept())[0],
      };
    };
    const insertSetting = (steps: Steps, settingKey: string) =>
      steps.write(async (tx) => {
        await tx.bind(settingKey);
        await knexOf(tx.knex)('setting').insert({ key: settingKey, value: '' });
      });

    it('binds its request once', async () => {
      const { status, row, database } = await runSteps(async (steps) => {
        await insertSetting(steps, 'one');
        await insertSetting(steps, 'two');
      });
      expect([status, row]).toMatchObject([500, { reference: 'one', status: 0, lease: null }]);
      expect(await database.knex('setting').where({ key: 'two' })).toEqual([]);
    });

    it('binds nothing in a step that fails', async () => {
      const { row } = await runSteps((steps) =>
        steps.write(async (tx) => {
          await tx.bind('one');
          throw new Error('no');
        }),
      );
      expect(row).toMatchObject({ reference: null });
    });

    it.each(['write', 'read'] as const)('makes no external call in the middle of a %s', async (transactionKind) => {
      const externalCall = jest.fn();
      const { status, harness } = await runSteps((steps, read) =>
        transactionKind === 'write' ? steps.write(() => steps.ask(externalCall)) : read(() => steps.ask(externalCall)),
      );
      expect([status, externalCall.mock.calls]).toEqual([500, []]);
      expect(harness.logLines.join()).toContain('An external call must not run inside a transaction');
    });

    it('makes no external call after its lease, which each step prolongs', async () => {
      const clock: { advance(ms: number): void } = { advance: () => {} };
      const abortFlags: boolean[] = [];
      const openedServer = await openOrderServer([
        stepsRoute(freeRoute, async ({ steps }) => {
          clock.advance(STEP_LEASE_MS - 1);
          await steps.write(async () => {});
          clock.advance(STEP_LEASE_MS - 1);
          await steps.ask(async (signal) => abortFlags.push(signal.aborted));
          clock.advance(1);
          await steps.ask(async (signal) => abortFlags.push(signal.aborted));
          return ok({});
        }),
      ]);
      clock.advance = openedServer.harness.clock.advance;
      expect([(await openedServer.post(freeRoute.path)).status, abortFlags]).toEqual([409, [false]]);
    });

    it('is replayed after a success without a reference', async () => {
      let stepRunCount = 0;
      const { post } = await openOrderServer([
        stepsRoute(freeRoute, async () => {
          stepRunCount += 1;
          return ok({});
        }),
      ]);
      await post(freeRoute.path);
      const repeatResponse = await post(freeRoute.path);
      expect([repeatResponse.status, repeatResponse.headers['idempotent-replayed'], stepRunCount]).toEqual([
        200,
        'true',
        1,
      ]);
    });
  });

  it('never delays other writes while its provider waits', async () => {
    const openedServer = await openOrderServer();
    const { provider, order, database } = openedServer;
    const otherHarness = await openRouteHarness(database, [
      route(noteRoute, async ({ body }) => {
        await database.write(({ knex }) => knex('setting').insert({ key: body.text, value: '' }));
        return ok({});
      }),
    ]);
    harnesses.push(otherHarness);
    let writeCount = 0;
    const timeWrite = async (): Promise<number> => {
      writeCount += 1;
      const startedAt = performance.now();
      await request(otherHarness.url)
        .post(noteRoute.path)
        .set('Authorization', 'Bearer visitor')
        .set('Idempotency-Key', `note-${writeCount}`)
        .send({ text: `note ${writeCount}` });
      return performance.now() - startedAt;
    };
    const timeWrites = async (durations: number[]) => {
      for (let index = 0; index < 8; index += 1) durations.push(await timeWrite());
    };
    let orderCount = 0;
    /**
     * Measures the time of writes while providers let five requests wait, and divides it by the time of writes alone.
     * Both measurements take turns, so that a busy machine slows down both.
     */
    const measureSlowdown = async (roundCount: number): Promise<number> => {
      const [baselineTimes, concurrentTimes]: [number[], number[]] = [[], []];
      for (let round = 0; round < roundCount; round += 1) {
        await timeWrites(baselineTimes);
        const waitingOrders = Array.from({ length: 5 }, () =>
          order('Suppe', { key: `order-${(orderCount += 1)}` }).then(({ status }) => status),
        );
        await provider.isAsked(orderCount);
        await timeWrites(concurrentTimes);
        provider.answerAll();
        expect(await Promise.all(waitingOrders)).toEqual([200, 200, 200, 200, 200]);
      }
      return median(concurrentTimes) / median(baselineTimes);
    };
    await timeWrites([]);
    provider.how = 'waits';
    // Takes the best of three measurements, because other processes can only increase the ratio.
    const slowdowns = [await measureSlowdown(20)];
    while (Math.min(...slowdowns) > 1.2 && slowdowns.length < 3) slowdowns.push(await measureSlowdown(20));
    expect(Math.min(...slowdowns)).toBeLessThanOrEqual(1.2);
  }, 120_000);
});
