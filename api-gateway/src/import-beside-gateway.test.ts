import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { placesTopic, Session, restaurantTopic, type Op } from '@mahlzeit/contract';
import { importProgram, reportOf } from './platform/testing/import-process';
import { connectLive, type LiveTestClient } from './platform/testing/live-test-client';
import { testGateways, type TestGateway } from './platform/testing/test-gateway';

const TODAY = '2026-06-24';
const PLACES = 1000;
const WATCHED = 12;
const BROWSERS = 4;
const PAUSE_MS = 15;
/** Topic of the map cell that contains all places of the test. */
const CELL = placesTopic('53_9');

const dishes = (price: number) => ['Labskaus', 'Matjes'].map((name) => ({ name, price, mealType: 'Mittagstisch' }));
// Arranges the places in a grid, some hundred metres apart.
const place = (index: number, price: number) => ({
  id: `${index}`,
  name: `Kantine ${index}`,
  location: { latitude: 53 + Math.floor(index / 50) / 100, longitude: 9 + (index % 50) / 100 },
  menus: [{ date: TODAY, offers: dishes(price) }],
});
const feed = (places: number, price: number) => ({
  format: 'mahlzeit-feed',
  version: 1,
  source: 'elbe',
  restaurants: Array.from({ length: places }, (_, index) => place(index, price)),
});

interface Row {
  readonly key: string;
  readonly source_id: string;
}

/**
 * Computes from the received frames: the present state of a browser's topics, the ops after the snapshot, and the
 * cursors.
 */
const heardBy = ({ frames }: LiveTestClient) => {
  const held = new Map<string, Map<string, unknown>>();
  const ops: { readonly topic: string; readonly op: Op }[] = [];
  const cursors = new Map<string, number[]>();
  const meals = (topic: string): Map<string, unknown> =>
    held.get(topic) ?? held.set(topic, new Map()).get(topic) ?? new Map();
  for (const frame of frames) {
    if (frame.op === 'snap')
      for (const { collection, key, value } of frame.items) if (collection === 'meals') meals(frame.id).set(key, value);
    if (frame.op !== 'delta') continue;
    cursors.set(frame.id, [...(cursors.get(frame.id) ?? []), Number(frame.cursor.split('.')[1])]);
    for (const op of frame.ops) {
      ops.push({ topic: frame.id, op });
      if (op.kind === 'put') meals(frame.id).set(op.key, op.value);
      else meals(frame.id).delete(op.key);
    }
  }
  return { held, ops, cursors };
};

describe('an import beside a running gateway', () => {
  const gateways = testGateways();
  const runImport = importProgram();
  const clients: LiveTestClient[] = [];
  let folder = '';

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'mahlzeit-beside-'));
  });
  afterAll(() => {
    for (const client of clients) client.cut();
    rmSync(folder, { recursive: true, force: true });
  });

  const fileOf = (name: string, content: object): string => {
    const file = join(folder, name);
    writeFileSync(file, JSON.stringify(content));
    return file;
  };

  const follow = async (gateway: TestGateway, token: string, topics: readonly string[]): Promise<LiveTestClient> => {
    const client = await connectLive(gateway.url, { token });
    clients.push(client);
    for (const topic of topics) client.say({ op: 'sub', id: topic, topic });
    while (client.frames.filter(({ op }) => op === 'live').length < topics.length) await client.next('live');
    return client;
  };

  const changeOwnMeal = async (gateway: TestGateway, restaurantId: string, write: number): Promise<number> => {
    const headers = {
      Authorization: `Bearer ${gateway.partnerToken}`,
      'Content-Type': 'application/json',
      'Idempotency-Key': `write-${write}`,
    };
    const body = JSON.stringify({ restaurantId, name: 'Eigenes', price: 700 + write, typeKey: 'lunch', date: TODAY });
    return (await fetch(`${gateway.url}/api/partner/meals/own-${restaurantId}`, { method: 'PUT', headers, body }))
      .status;
  };

  const askForList = async (gateway: TestGateway, token: string): Promise<number> => {
    const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
    const answer = await fetch(`${gateway.url}/api/restaurants/loadByLocation`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ location: { latitude: 53.1, longitude: 9.1 }, radius: 5000 }),
    });
    await answer.text();
    return answer.status;
  };

  /** Repeats a call until the returned function is called. That function returns the durations and the results. */
  const repeat = (work: (turn: number) => Promise<number>) => {
    let isOver = false;
    const times: number[] = [];
    const statuses: number[] = [];
    const running = (async () => {
      while (!isOver) {
        const start = performance.now();
        statuses.push(await work(statuses.length));
        times.push(performance.now() - start);
        // Pauses like real users and tills do. Without pauses, the loop would measure only its own load.
        await delay(PAUSE_MS);
      }
    })();
    return async () => {
      isOver = true;
      await running;
      return { times: times.sort((a, b) => a - b), statuses };
    };
  };

  it('imports twice without duplicates while partners write, and sends each change to open pages once', async () => {
    const gateway = await gateways.start({ environment: { MAHLZEIT_NOW: '2026-06-24T11:30:00+02:00' } });
    const token = Session.parse(
      await (await fetch(`${gateway.url}/api/auth/anonymous`, { method: 'POST' })).json(),
    ).idToken;
    expect(reportOf(await runImport([fileOf('few.json', feed(WATCHED, 500))], gateway.folder))).toMatchObject({
      imported: WATCHED,
    });
    const watched = (await gateway.database.knex<Row>('restaurant').orderBy('id')).map(({ key }) => key);
    const topics = watched.map(restaurantTopic);
    const browsers = await Promise.all(Array.from({ length: BROWSERS }, () => follow(gateway, token, topics)));
    const lister = await follow(gateway, token, [CELL]);

    const stopWriting = repeat((turn) => changeOwnMeal(gateway, watched[turn % WATCHED] ?? '', turn));
    const stopAsking = repeat(() => askForList(gateway, token));
    const many = fileOf('many.json', feed(PLACES, 600));
    const begun = performance.now();
    const first = reportOf(await runImport([many], gateway.folder));
    const importMs = performance.now() - begun;
    const second = reportOf(await runImport([many], gateway.folder));
    const [written, asked] = [await stopWriting(), await stopAsking()];

    expect(first).toEqual({
      read: PLACES,
      imported: PLACES - WATCHED,
      updated: 0,
      unchanged: WATCHED,
      pruned: 0,
      skipped: {},
      warnings: 0,
      offers: { imported: 2 * (PLACES - WATCHED), updated: 2 * WATCHED, unchanged: 0, removed: 0, skipped: {} },
    });
    expect(second).toEqual({
      ...first,
      imported: 0,
      unchanged: PLACES,
      offers: { imported: 0, updated: 0, unchanged: 2 * PLACES, removed: 0, skipped: {} },
    });
    expect(new Set([...written.statuses, ...asked.statuses])).toEqual(new Set([200]));
    // Compares with the duration of the import, because a busy machine slows both. A call that waited for a large part
    // of the import exceeds the limit.
    expect((asked.times[Math.floor(asked.times.length * 0.95)] ?? Infinity) / importMs).toBeLessThan(0.25);
    const countOf = async (table: string) => (await gateway.database.knex(table)).length;
    expect([await countOf('restaurant'), await countOf('offer')]).toEqual([PLACES, 2 * PLACES + WATCHED]);

    // The list's topic receives the new places in one op for each write, not in one op for each place.
    while (heardBy(lister).ops.length === 0) await lister.next('delta');
    expect(heardBy(lister).ops.length).toBeLessThanOrEqual(PLACES / 20);

    // One more op in each topic: a client that has received it has received all earlier ops.
    const last = written.statuses.length;
    for (const [index, key] of watched.entries()) expect(await changeOwnMeal(gateway, key, last + index)).toBe(200);
    for (const browser of browsers) {
      const isTold = () =>
        heardBy(browser).ops.filter(
          ({ op }) => op.kind === 'put' && 'price' in op.value && Number(op.value.price) >= 700 + last,
        ).length === WATCHED;
      while (!isTold()) await browser.next('delta');
      const { held, ops, cursors } = heardBy(browser);
      const ofFeed = ops.filter(({ op }) => op.kind === 'put' && 'price' in op.value && op.value.price === 600);
      expect([ofFeed.length, new Set(ofFeed.map(({ op }) => op.key)).size]).toEqual([2 * WATCHED, 2 * WATCHED]);
      expect(ops).toHaveLength(2 * WATCHED + last + WATCHED);
      for (const seen of cursors.values()) expect(seen).toEqual([...new Set(seen)].sort((a, b) => a - b));
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
