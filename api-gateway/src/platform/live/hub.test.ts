import type { ServerFrame } from '@mahlzeit/contract';
import type { Bus } from '../bus';
import { defaultRetention, pruneChangeLog } from '../database/prune-change-log';
import { changeThings, openLiveStage, readThings, type LiveStage, type LiveStageOptions } from '../testing/live-stage';
import type { LiveTestClient } from '../testing/live-test-client';
import { describeOnEachEngine } from '../testing/temporary-database';

const topic = 'list/a';
const hours = 60 * 60 * 1000;

/** A bus whose hints get lost until it is asked to compare heads. */
const createLossyBus = (): Bus & { reconnect(): void } => {
  const reconnects: (() => void)[] = [];
  return {
    publish: () => {},
    onHint: () => {},
    onReconnect: (listener) => void reconnects.push(listener),
    isConnected: () => true,
    reconnect: () => reconnects.forEach((listener) => listener()),
  };
};

const keysOf = (frames: readonly ServerFrame[]): string[] =>
  frames.flatMap((frame) => (frame.op === 'delta' ? frame.ops.map((op) => op.key) : []));

const follow = async (client: LiveTestClient, cursor?: string): Promise<string> => {
  client.say({ op: 'sub', id: topic, topic, ...(cursor === undefined ? {} : { cursor }) });
  return (await client.next('live')).cursor;
};

const untilKey = async (client: LiveTestClient, key: string): Promise<string> => {
  for (;;) {
    const delta = await client.next('delta');
    if (delta.ops.some((op) => op.key === key)) return delta.cursor;
  }
};

describeOnEachEngine('live topics', (databases) => {
  const stages: LiveStage[] = [];
  let clockOfWrites = Date.parse('2026-06-24T09:30:00Z');

  const open = async (options?: LiveStageOptions): Promise<LiveStage> => {
    const stage = await openLiveStage(await databases.open({ realNow: () => clockOfWrites }), options);
    stages.push(stage);
    return stage;
  };

  const put = (stage: LiveStage, ...keys: string[]) => changeThings(stage.database, 'a', keys.map((key) => ({ key, text: `text ${key}` })));

  afterEach(async () => {
    for (const stage of stages.splice(0)) await stage.close();
  });

  it('sends a snapshot, live, and then each write as one delta with all its ops', async () => {
    const stage = await open();
    await put(stage, '1', '2');
    const client = await stage.join();
    await follow(client);
    await changeThings(stage.database, 'a', [{ key: '3', text: 'soup' }, { key: '1', text: null }]);
    const delta = await client.next('delta');
    const [snap] = client.frames.filter((frame) => frame.op === 'snap');
    expect(snap).toMatchObject({ id: topic, more: false, items: [{ collection: 'things', key: '1', value: { text: 'text 1' } }, { key: '2' }] });
    expect(delta).toMatchObject({ id: topic, ops: [{ kind: 'put', collection: 'things', key: '3', value: { text: 'soup' } }, { kind: 'del', collection: 'things', key: '1' }] });
    expect(client.frames.map((frame) => frame.op)).toEqual(['welcome', 'snap', 'live', 'delta']);
  });

  it('answers an empty snapshot where there is nothing, with a cursor that holds', async () => {
    const stage = await open();
    const cursor = await follow(await stage.join());
    const again = await stage.join();
    await follow(again, cursor);
    expect(again.frames.map((frame) => frame.op)).toEqual(['welcome', 'live']);
    await put(stage, '1');
    expect(await again.next('delta')).toMatchObject({ ops: [{ key: '1' }] });
  });

  it('gives every subscriber the same deltas in the same order', async () => {
    const stage = await open();
    const clients = await Promise.all(['anna', 'ben', 'cem'].map((uid) => stage.join(uid)));
    await Promise.all(clients.map((client) => follow(client)));
    await Promise.all(Array.from({ length: 30 }, (_, index) => put(stage, String(index))));
    await put(stage, 'last');
    await Promise.all(clients.map((client) => untilKey(client, 'last')));
    const [first, ...others] = clients.map((client) => client.frames.filter((frame) => frame.op === 'delta'));
    expect(first).toHaveLength(31);
    for (const other of others) expect(other).toEqual(first);
  });

  it('brings a client that comes back with its cursor what it missed, and no snapshot', async () => {
    const stage = await open();
    await put(stage, '1');
    const before = await stage.join();
    const cursor = await follow(before);
    before.cut();
    await put(stage, '2');
    await put(stage, '3');
    const client = await stage.join();
    await follow(client, cursor);
    await put(stage, '4');
    await untilKey(client, '4');
    expect(client.frames.map((frame) => frame.op)).toEqual(['welcome', 'delta', 'delta', 'live', 'delta']);
    expect(keysOf(client.frames)).toEqual(['2', '3', '4']);
  });

  it('loses and doubles nothing while writes go on during every step of coming back', async () => {
    const stage = await open();
    const total = 120;
    const writing = (async () => {
      for (let index = 0; index < total; index += 1) await put(stage, String(index));
    })();
    const seen: string[] = [];
    let cursor: string | undefined;
    while (!seen.includes(String(total - 1))) {
      const client = await stage.join();
      await follow(client, cursor);
      await Promise.race([client.next('delta'), writing]);
      client.cut();
      await client.closed;
      for (const frame of client.frames) {
        if (frame.op === 'snap') seen.push(...frame.items.map((item) => item.key).sort((one, other) => Number(one) - Number(other)));
        if (frame.op === 'delta') seen.push(...frame.ops.map((op) => op.key));
        if (frame.op === 'snap' || frame.op === 'delta') cursor = frame.cursor;
      }
    }
    await writing;
    expect(seen).toEqual(Array.from({ length: total }, (_, index) => String(index)));
  });

  it.each([
    ['of another history', 'otherEpoch.1', 'foreign'],
    ['that nobody made', 'nonsense', 'foreign'],
  ])('resets a cursor %s and begins afresh', async (_what, cursor, reason) => {
    const stage = await open();
    await put(stage, '1');
    const client = await stage.join();
    await follow(client, cursor);
    expect(client.frames.slice(1)).toMatchObject([{ op: 'reset', id: topic, reason }, { op: 'snap', items: [{ key: '1' }] }, { op: 'live' }]);
  });

  it('resets a cursor that is ahead of the log', async () => {
    const stage = await open();
    await put(stage, '1');
    const [epoch] = (await follow(await stage.join())).split('.');
    const client = await stage.join();
    await follow(client, `${epoch}.2`);
    expect(client.frames.slice(1)).toMatchObject([{ op: 'reset', reason: 'ahead' }, { op: 'snap' }, { op: 'live' }]);
  });

  it('resets a cursor older than what the log keeps, and resumes one exactly at its floor', async () => {
    const stage = await open();
    await put(stage, '1');
    const first = await stage.join();
    const old = await follow(first);
    await put(stage, '2');
    const atFloor = await untilKey(first, '2');
    clockOfWrites += 73 * hours;
    await put(stage, '3');
    await pruneChangeLog(stage.database, { retention: defaultRetention, realNow: clockOfWrites });

    const late = await stage.join('ben');
    await follow(late, old);
    expect(late.frames.slice(1)).toMatchObject([{ op: 'reset', reason: 'tooOld' }, { op: 'snap', items: [{ key: '1' }, { key: '2' }, { key: '3' }] }, { op: 'live' }]);

    const onTime = await stage.join('cem');
    await follow(onTime, atFloor);
    expect(onTime.frames.slice(1)).toMatchObject([{ op: 'delta', ops: [{ key: '3' }] }, { op: 'live' }]);
  });

  it('keeps no more than the newest changes of a topic', async () => {
    const stage = await open();
    for (let index = 0; index < 12; index += 1) await put(stage, String(index));
    await pruneChangeLog(stage.database, { retention: { ...defaultRetention, keepRows: 10 }, realNow: clockOfWrites });
    expect(await stage.database.knex('change').where({ topic }).orderBy('seq').select('seq').first()).toEqual({ seq: 3 });
  });

  it('finds by comparing heads what other processes wrote and what hints got lost', async () => {
    const bus = createLossyBus();
    const stage = await open({ bus });
    const client = await stage.join();
    await follow(client);
    await put(stage, 'lost hint');
    const otherProcess = await databases.open();
    await changeThings(otherProcess, 'a', [{ key: 'other process', text: 'import' }]);
    bus.reconnect();
    await untilKey(client, 'other process');
    expect(keysOf(client.frames)).toEqual(['lost hint', 'other process']);
  });

  it('compares heads by itself every second and a half', async () => {
    const stage = await open({ bus: createLossyBus(), limits: { headPollMs: 5 } });
    const client = await stage.join();
    await follow(client);
    await put(stage, '1');
    expect(await client.next('delta')).toMatchObject({ ops: [{ key: '1' }] });
  });

  it('starts its followers afresh when the database begins another history', async () => {
    const bus = createLossyBus();
    const stage = await open({ bus });
    await put(stage, '1');
    const client = await stage.join();
    await follow(client);
    await stage.database.write(async (tx) => {
      await tx.knex('topic').where({ name: topic }).update({ epoch: 'restored', seq: 0 });
      await tx.knex('change').delete();
      await tx.knex('thing').delete();
    });
    bus.reconnect();
    expect(await client.next('reset')).toMatchObject({ reason: 'foreign' });
    expect(await client.next('live')).toMatchObject({ cursor: 'restored.0' });
    await put(stage, '2');
    bus.reconnect();
    expect(await client.next('delta')).toMatchObject({ cursor: 'restored.1' });
  });

  it('says of a topic that does not exist and of one that is forbidden the same', async () => {
    const stage = await open();
    stage.forbidden.add('secret');
    const client = await stage.join();
    for (const name of ['list/secret', 'nothing', 'list/', 'list/a/b', 'list/%2e', 'list/:key']) {
      client.say({ op: 'sub', id: name, topic: name });
      expect(await client.next('err')).toEqual({ op: 'err', id: name, code: 'notFound' });
    }
  });

  it('takes a topic away whose right is lost, and sends nothing of it any more', async () => {
    const stage = await open();
    const client = await stage.join('anna');
    const other = await stage.join('ben');
    await follow(client);
    await follow(other);
    stage.forbidden.add('a');
    stage.live.rightsChanged('anna');
    expect(await client.next('reset')).toEqual({ op: 'reset', id: topic, reason: 'rights' });
    expect(await client.next('err')).toEqual({ op: 'err', id: topic, code: 'notFound' });
    await put(stage, 'secret');
    await untilKey(other, 'secret');
    client.say({ op: 'ping' });
    await client.next('pong');
    expect(keysOf(client.frames)).toEqual([]);
  });

  it('judges all rights again when a client shows a new token', async () => {
    const stage = await open();
    const client = await stage.join('anna');
    await follow(client);
    stage.forbidden.add('a');
    client.say({ op: 'auth', token: 'anna:2' });
    expect(await client.next('reset')).toMatchObject({ reason: 'rights' });
  });

  it('sends what was written while a session was to be replaced, once it is clear that it was not', async () => {
    const stage = await open();
    const client = await stage.join('anna');
    const other = await stage.join('ben');
    await follow(client);
    await follow(other);
    stage.live.sessionReplaced('anna');
    expect(await client.next('auth_required')).toEqual({ op: 'auth_required', beforeMs: 10_000 });
    await put(stage, 'meanwhile');
    await untilKey(other, 'meanwhile');
    client.say({ op: 'ping' });
    await client.next('pong');
    expect(keysOf(client.frames)).toEqual([]);
    stage.clock.advance(10_000);
    await untilKey(client, 'meanwhile');
    await put(stage, 'later');
    await untilKey(client, 'later');
    expect(keysOf(client.frames)).toEqual(['meanwhile', 'later']);
  });

  it('sends nothing of a topic that was given up', async () => {
    const stage = await open();
    const client = await stage.join('anna');
    const other = await stage.join('ben');
    await follow(client);
    await follow(other);
    client.say({ op: 'unsub', id: topic });
    client.say({ op: 'ping' });
    await client.next('pong');
    await put(stage, '1');
    await untilKey(other, '1');
    client.say({ op: 'ping' });
    await client.next('pong');
    expect(keysOf(client.frames)).toEqual([]);
  });

  it('starts over when a client subscribes to the same topic again', async () => {
    const stage = await open();
    await put(stage, '1');
    const client = await stage.join();
    await follow(client);
    await follow(client);
    await put(stage, '2');
    await untilKey(client, '2');
    expect(client.frames.map((frame) => frame.op)).toEqual(['welcome', 'snap', 'live', 'snap', 'live', 'delta']);
  });

  it('cuts big snapshots into pages and big writes into deltas that fit a frame', async () => {
    const stage = await open();
    const text = 'ä'.repeat(5000);
    const many = Array.from({ length: 40 }, (_, index) => ({ key: `k${String(index).padStart(2, '0')}`, text }));
    await changeThings(stage.database, 'a', many);
    const client = await stage.join();
    await follow(client);
    const pages = client.frames.flatMap((frame) => (frame.op === 'snap' ? [frame] : []));
    expect(pages.length).toBeGreaterThan(5);
    expect(pages.map((page) => page.more)).toEqual(pages.map((_, index) => index < pages.length - 1));
    expect(pages.flatMap((page) => page.items.map((item) => item.key))).toEqual(many.map(({ key }) => key));

    await changeThings(stage.database, 'a', many.map(({ key }) => ({ key: `x${key}`, text })));
    const cursor = await untilKey(client, 'xk39');
    const deltas = client.frames.flatMap((frame) => (frame.op === 'delta' ? [frame] : []));
    expect(deltas.length).toBeGreaterThan(5);
    expect(new Set(deltas.map((delta) => delta.tx)).size).toBe(1);
    expect(new Set(deltas.map((delta) => delta.cursor)).size).toBe(deltas.length);
    expect(client.biggest()).toBeLessThanOrEqual(65_536);
    expect((await follow(await stage.join('ben'), cursor)).endsWith('.80')).toBe(true);
  });

  it('resumes in the middle of a big write without repeating any of it', async () => {
    const stage = await open();
    const start = await follow(await stage.join());
    await changeThings(stage.database, 'a', Array.from({ length: 150 }, (_, index) => ({ key: String(index), text: 'x' })));
    const first = await stage.join('ben');
    await follow(first, start);
    const [, second] = first.frames.flatMap((frame) => (frame.op === 'delta' ? [frame] : []));
    const client = await stage.join('cem');
    await follow(client, second?.cursor);
    expect(keysOf(client.frames)).toEqual(Array.from({ length: 22 }, (_, index) => String(128 + index)));
  });

  it('resumes on the same database after the gateway was closed, with what another process wrote meanwhile', async () => {
    const stage = await open();
    await put(stage, '1');
    const cursor = await follow(await stage.join());
    await stage.close();
    const otherProcess = await databases.open();
    await changeThings(otherProcess, 'a', [{ key: '2', text: 'import' }]);

    const reopened = await open();
    const client = await reopened.join();
    await follow(client, cursor);
    await put(reopened, '3');
    await untilKey(client, '3');
    expect(client.frames.map((frame) => frame.op)).toEqual(['welcome', 'delta', 'live', 'delta']);
    expect(keysOf(client.frames)).toEqual(['2', '3']);
    expect(await readThings(reopened.database.knex, 'a')).toHaveLength(3);
  });

  it('pauses a client that does not read, brings it everything in order once it does, and serves others meanwhile', async () => {
    const stage = await open();
    const slow = await stage.join('anna');
    const quick = await stage.join('ben');
    await follow(slow);
    await follow(quick);
    slow.pause();
    const text = 'x'.repeat(60_000);
    const total = 250;
    for (let index = 0; index < total; index += 1) await changeThings(stage.database, 'a', [{ key: String(index), text }]);
    await untilKey(quick, String(total - 1));
    slow.resume();
    await untilKey(slow, String(total - 1));
    expect(keysOf(slow.frames)).toEqual(Array.from({ length: total }, (_, index) => String(index)));
    expect(slow.frames.filter((frame) => frame.op === 'snap' || frame.op === 'reset')).toHaveLength(1);
  }, 120_000);

  it('starts a paused client afresh when the log has moved on without it', async () => {
    const stage = await open();
    const slow = await stage.join('anna');
    await follow(slow);
    slow.pause();
    const text = 'x'.repeat(60_000);
    for (let index = 0; index < 250; index += 1) await changeThings(stage.database, 'a', [{ key: String(index % 3), text: `${index}${text}` }]);
    await pruneChangeLog(stage.database, { retention: { ...defaultRetention, keepRows: 1 }, realNow: clockOfWrites });
    slow.resume();
    expect(await slow.next('reset')).toMatchObject({ reason: 'tooOld' });
    await slow.next('live');
    await put(stage, 'after');
    await untilKey(slow, 'after');
  }, 120_000);

  it('gives a client up with 4408 that has been far behind for ten seconds', async () => {
    const stage = await open({ limits: { slowBytes: 128 * 1024, pingMs: 3_600_000 }, tokenMs: 3_600_000 });
    const slow = await stage.join('anna');
    const quick = await stage.join('ben');
    await follow(slow);
    await follow(quick);
    slow.pause();
    const text = 'x'.repeat(60_000);
    for (let index = 0; index < 250; index += 1) await changeThings(stage.database, 'a', [{ key: String(index), text }]);
    await untilKey(quick, '249');
    stage.clock.advance(10_000);
    slow.resume();
    expect(await slow.closed).toBe(4408);
    quick.say({ op: 'ping' });
    await quick.next('pong');
  }, 120_000);
});
