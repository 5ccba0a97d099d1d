import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { placesTopic, Session, restaurantTopic, type Op } from '@mahlzeit/contract';
import { createImportRunner, reportOf } from './platform/testing/import-process';
import { connectLive, type LiveTestClient } from './platform/testing/live-test-client';
import { testGateways, type TestGateway } from './platform/testing/test-gateway';

const TODAY = '2026-06-24';
const PLACE_COUNT = 400;
const WATCHED_PLACE_COUNT = 12;
const BROWSER_COUNT = 4;
const PAUSE_BETWEEN_CALLS_MS = 15;
/** Live topic of the map cell that contains all places of the test. */
const CELL_TOPIC = placesTopic('53_9');

const createDishes = (price: number) =>
  ['Labskaus', 'Matjes'].map((name) => ({ name, price, mealType: 'Mittagstisch' }));
// Arranges the places in a grid, some hundred metres apart.
const createFeedPlace = (index: number, price: number) => ({
  id: `${index}`,
  name: `Kantine ${index}`,
  location: { latitude: 53 + Math.floor(index / 50) / 100, longitude: 9 + (index % 50) / 100 },
  menus: [{ date: TODAY, offers: createDishes(price) }],
});
const createFeed = (placeCount: number, price: number) => ({
  format: 'mahlzeit-feed',
  version: 1,
  source: 'elbe',
  restaurants: Array.from({ length: placeCount }, (_, index) => createFeedPlace(index, price)),
});

interface RestaurantRow {
  readonly key: string;
  readonly source_id: string;
}

/**
 * Computes from the frames that a live client has received: the present state of its topics, the changes after the
 * snapshot, and the positions.
 */
const receivedStateOf = ({ frames }: LiveTestClient) => {
  const mealsByTopic = new Map<string, Map<string, unknown>>();
  const receivedOps: { readonly topic: string; readonly op: Op }[] = [];
  const cursorsByTopic = new Map<string, number[]>();
  const mealsOfTopic = (topic: string): Map<string, unknown> =>
    mealsByTopic.get(topic) ?? mealsByTopic.set(topic, new Map()).get(topic) ?? new Map();
  for (const frame of frames) {
    if (frame.op === 'snap')
      for (const { collection, key, value } of frame.items)
        if (collection === 'meals') mealsOfTopic(frame.id).set(key, value);
    if (frame.op !== 'delta') continue;
    cursorsByTopic.set(frame.id, [...(cursorsByTopic.get(frame.id) ?? []), Number(frame.cursor.split('.')[1])]);
    for (const op of frame.ops) {
      receivedOps.push({ topic: frame.id, op });
      if (op.kind === 'put') mealsOfTopic(frame.id).set(op.key, op.value);
      else mealsOfTopic(frame.id).delete(op.key);
    }
  }
  return { held: mealsByTopic, ops: receivedOps, cursors: cursorsByTopic };
};

describe('an import beside a running gateway', () => {
  const gatewayFactory = testGateways();
  const runImport = createImportRunner();
  const clients: LiveTestClient[] = [];
  let folder = '';

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'mahlzeit-beside-'));
  });
  afterAll(() => {
    for (const client of clients) client.terminate();
    rmSync(folder, { recursive: true, force: true });
  });

  const writeFeedFile = (name: string, feed: object): string => {
    const file = join(folder, name);
    writeFileSync(file, JSON.stringify(feed));
    return file;
  };

  const connectWithTopics = async (
    gateway: TestGateway,
    token: string,
    topics: readonly string[],
  ): Promise<LiveTestClient> => {
    const client = await connectLive(gateway.url, { token });
    clients.push(client);
    for (const topic of topics) client.say({ op: 'sub', id: topic, topic });
    while (client.frames.filter(({ op }) => op === 'live').length < topics.length) await client.next('live');
    return client;
  };

  const changeOwnMeal = async (gateway: TestGateway, restaurantId: string, writeIndex: number): Promise<number> => {
    const headers = {
      Authorization: `Bearer ${gateway.partnerToken}`,
      'Content-Type': 'application/json',
      'Idempotency-Key': `write-${writeIndex}`,
    };
    const body = JSON.stringify({
      restaurantId,
      name: 'Eigenes',
      price: 700 + writeIndex,
      typeKey: 'lunch',
      date: TODAY,
    });
    return (await fetch(`${gateway.url}/api/partner/meals/own-${restaurantId}`, { method: 'PUT', headers, body }))
      .status;
  };

  const requestList = async (gateway: TestGateway, token: string): Promise<number> => {
    const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
    const response = await fetch(`${gateway.url}/api/restaurants/loadByLocation`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ location: { latitude: 53.1, longitude: 9.1 }, radius: 5000 }),
    });
    await response.text();
    return response.status;
  };

  /**
   * Repeats a call until somebody calls the returned function, which resolves with the durations and the results of all
   * calls.
   */
  const repeatCall = (callOnce: (callIndex: number) => Promise<number>) => {
    let isStopped = false;
    const durationsMs: number[] = [];
    const callStatuses: number[] = [];
    const loopFinished = (async () => {
      while (!isStopped) {
        const callStartMs = performance.now();
        callStatuses.push(await callOnce(callStatuses.length));
        durationsMs.push(performance.now() - callStartMs);
        // Waits between two calls, as real users and restaurants' systems do. Without the pause, the loop would measure
        // only its own load.
        await delay(PAUSE_BETWEEN_CALLS_MS);
      }
    })();
    return async () => {
      isStopped = true;
      await loopFinished;
      return { times: durationsMs.sort((a, b) => a - b), statuses: callStatuses };
    };
  };

  it('imports twice without duplicates while partners write, and sends each change to open pages once', async () => {
    const gateway = await gatewayFactory.start({ environment: { MAHLZEIT_NOW: '2026-06-24T11:30:00+02:00' } });
    const token = Session.parse(
      await (await fetch(`${gateway.url}/api/auth/anonymous`, { method: 'POST' })).json(),
    ).idToken;
    expect(
      reportOf(
        await runImport([writeFeedFile('few.json', createFeed(WATCHED_PLACE_COUNT, 500))], gateway.commandEnvironment),
      ),
    ).toMatchObject({
      imported: WATCHED_PLACE_COUNT,
    });
    const watchedKeys = (await gateway.database.knex<RestaurantRow>('restaurant').orderBy('id')).map(({ key }) => key);
    const topics = watchedKeys.map(restaurantTopic);
    const browsers = await Promise.all(
      Array.from({ length: BROWSER_COUNT }, () => connectWithTopics(gateway, token, topics)),
    );
    const listClient = await connectWithTopics(gateway, token, [CELL_TOPIC]);

    const stopMealWrites = repeatCall((callIndex) =>
      changeOwnMeal(gateway, watchedKeys[callIndex % WATCHED_PLACE_COUNT] ?? '', callIndex),
    );
    const stopListRequests = repeatCall(() => requestList(gateway, token));
    const manyPlacesFile = writeFeedFile('many.json', createFeed(PLACE_COUNT, 600));
    const importStartMs = performance.now();
    const firstReport = reportOf(await runImport([manyPlacesFile], gateway.commandEnvironment));
    const importMs = performance.now() - importStartMs;
    const secondReport = reportOf(await runImport([manyPlacesFile], gateway.commandEnvironment));
    const [writeCalls, listCalls] = [await stopMealWrites(), await stopListRequests()];

    expect(firstReport).toEqual({
      read: PLACE_COUNT,
      imported: PLACE_COUNT - WATCHED_PLACE_COUNT,
      updated: 0,
      unchanged: WATCHED_PLACE_COUNT,
      pruned: 0,
      skipped: {},
      warnings: 0,
      offers: {
        imported: 2 * (PLACE_COUNT - WATCHED_PLACE_COUNT),
        updated: 2 * WATCHED_PLACE_COUNT,
        unchanged: 0,
        removed: 0,
        skipped: {},
      },
    });
    expect(secondReport).toEqual({
      ...firstReport,
      imported: 0,
      unchanged: PLACE_COUNT,
      offers: { imported: 0, updated: 0, unchanged: 2 * PLACE_COUNT, removed: 0, skipped: {} },
    });
    expect(new Set([...writeCalls.statuses, ...listCalls.statuses])).toEqual(new Set([200]));
    // Compares the duration of the calls with the duration of the import, because a busy machine slows both. A call
    // that waited for a large part of the import exceeds the limit.
    expect((listCalls.times[Math.floor(listCalls.times.length * 0.95)] ?? Infinity) / importMs).toBeLessThan(0.25);
    const rowCountOf = async (table: string) => (await gateway.database.knex(table)).length;
    expect([await rowCountOf('restaurant'), await rowCountOf('offer')]).toEqual([
      PLACE_COUNT,
      2 * PLACE_COUNT + WATCHED_PLACE_COUNT,
    ]);

    // The live topic of the restaurant list receives the new places in one change for each write, not in one change for
    // each place.
    while (receivedStateOf(listClient).ops.length === 0) await listClient.next('delta');
    expect(receivedStateOf(listClient).ops.length).toBeLessThanOrEqual(PLACE_COUNT / 20);

    // Changes one more meal of each restaurant, so that each topic gets one more change. A client that has received
    // this change has received all earlier ones.
    const lastWriteIndex = writeCalls.statuses.length;
    for (const [index, key] of watchedKeys.entries())
      expect(await changeOwnMeal(gateway, key, lastWriteIndex + index)).toBe(200);
    for (const browser of browsers) {
      let lastOpCount = 0;
      while (lastOpCount < WATCHED_PLACE_COUNT)
        lastOpCount += (await browser.next('delta')).ops.filter(
          (op) => op.kind === 'put' && 'price' in op.value && Number(op.value.price) >= 700 + lastWriteIndex,
        ).length;
      const { held, ops, cursors } = receivedStateOf(browser);
      const feedOps = ops.filter(({ op }) => op.kind === 'put' && 'price' in op.value && op.value.price === 600);
      expect([feedOps.length, new Set(feedOps.map(({ op }) => op.key)).size]).toEqual([
        2 * WATCHED_PLACE_COUNT,
        2 * WATCHED_PLACE_COUNT,
      ]);
      expect(ops).toHaveLength(2 * WATCHED_PLACE_COUNT + lastWriteIndex + WATCHED_PLACE_COUNT);
      for (const topicCursors of cursors.values())
        expect(topicCursors).toEqual([...new Set(topicCursors)].sort((a, b) => a - b));
      for (const topic of topics)
        expect([...(held.get(topic)?.values() ?? [])]).toEqual(
          expect.arrayContaining([
            expect.objectContaining({ name: 'Labskaus', price: 600 }),
            expect.objectContaining({ name: 'Matjes', price: 600 }),
            expect.objectContaining({ name: 'Eigenes' }),
          ]),
        );
      expect([...held.values()].map((meals) => meals.size)).toEqual(topics.map(() => 3));
    }
  }, 480_000);
});
