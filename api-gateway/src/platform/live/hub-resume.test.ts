import { defaultRetention, pruneChangeLog } from '../database/change-log';
import {
  createLossyBus,
  followList,
  FOLLOWED_TOPIC,
  deltaKeysOf,
  openLiveHarnesses,
  waitForKey,
} from '../testing/live-followers';
import { changeThings, readThings } from '../testing/live-harness';
import { describeOnEachEngine } from '../testing/temporary-database';

const HOUR_MS = 3_600_000;

describeOnEachEngine('resuming a live topic', (databases) => {
  const { open: openHarness, put, passTime, writtenAt } = openLiveHarnesses(databases);

  it('sends a returning client the changes after its cursor, and no snapshot', async () => {
    const harness = await openHarness();
    await put(harness, '1');
    const disconnectedClient = await harness.connectClient();
    const cursor = await followList(disconnectedClient);
    disconnectedClient.terminate();
    await put(harness, '2');
    await put(harness, '3');
    const client = await harness.connectClient();
    await followList(client, cursor);
    await put(harness, '4');
    await waitForKey(client, '4');
    expect(client.frames.map((frame) => frame.op)).toEqual(['welcome', 'delta', 'delta', 'live', 'delta']);
    expect(deltaKeysOf(client.frames)).toEqual(['2', '3', '4']);
  });

  it('loses and doubles nothing while writes continue during every step of resuming', async () => {
    const harness = await openHarness();
    const itemCount = 120;
    const whenAllWritten = (async () => {
      for (let index = 0; index < itemCount; index += 1) await put(harness, String(index));
    })();
    const receivedKeys: string[] = [];
    let cursor: string | undefined;
    while (!receivedKeys.includes(String(itemCount - 1))) {
      const client = await harness.connectClient();
      await followList(client, cursor);
      await Promise.race([client.next('delta'), whenAllWritten]);
      client.terminate();
      await client.whenClosed;
      for (const frame of client.frames) {
        if (frame.op === 'snap')
          receivedKeys.push(
            ...frame.items.map((item) => item.key).sort((leftKey, rightKey) => Number(leftKey) - Number(rightKey)),
          );
        if (frame.op === 'delta') receivedKeys.push(...frame.ops.map((deltaOp) => deltaOp.key));
        if (frame.op === 'snap' || frame.op === 'delta') cursor = frame.cursor;
      }
    }
    await whenAllWritten;
    expect(receivedKeys).toEqual(Array.from({ length: itemCount }, (_, index) => String(index)));
  });

  it.each([
    ['of another history', 'otherEpoch.1', 'foreign'],
    ['that nobody made', 'nonsense', 'foreign'],
  ])('resets a cursor %s and sends a snapshot', async (_title, brokenCursor, resetReason) => {
    const harness = await openHarness();
    await put(harness, '1');
    const client = await harness.connectClient();
    await followList(client, brokenCursor);
    expect(client.frames.slice(1)).toMatchObject([
      { op: 'reset', id: FOLLOWED_TOPIC, reason: resetReason },
      { op: 'snap', items: [{ key: '1' }] },
      { op: 'live' },
    ]);
  });

  it('resets a cursor that is ahead of the log', async () => {
    const harness = await openHarness();
    await put(harness, '1');
    const [epoch] = (await followList(await harness.connectClient())).split('.');
    const client = await harness.connectClient();
    await followList(client, `${epoch}.2`);
    expect(client.frames.slice(1)).toMatchObject([{ op: 'reset', reason: 'ahead' }, { op: 'snap' }, { op: 'live' }]);
  });

  it("resets a cursor older than the log's floor, and resumes one exactly at its floor", async () => {
    const harness = await openHarness();
    await put(harness, '1');
    const firstClient = await harness.connectClient();
    const oldCursor = await followList(firstClient);
    await put(harness, '2');
    const cursorAtFloor = await waitForKey(firstClient, '2');
    passTime(73 * HOUR_MS);
    await put(harness, '3');
    await pruneChangeLog(harness.database, { retention: defaultRetention, realNow: writtenAt() });

    const lateClient = await harness.connectClient('ben');
    await followList(lateClient, oldCursor);
    expect(lateClient.frames.slice(1)).toMatchObject([
      { op: 'reset', reason: 'tooOld' },
      { op: 'snap', items: [{ key: '1' }, { key: '2' }, { key: '3' }] },
      { op: 'live' },
    ]);

    const timelyClient = await harness.connectClient('cem');
    await followList(timelyClient, cursorAtFloor);
    expect(timelyClient.frames.slice(1)).toMatchObject([{ op: 'delta', ops: [{ key: '3' }] }, { op: 'live' }]);
  });

  it('keeps no more than the newest changes of a topic', async () => {
    const harness = await openHarness();
    for (let index = 0; index < 12; index += 1) await put(harness, String(index));
    await pruneChangeLog(harness.database, { retention: { ...defaultRetention, keepRows: 10 }, realNow: writtenAt() });
    expect(
      await harness.database.knex('change').where({ topic: FOLLOWED_TOPIC }).orderBy('seq').select('seq').first(),
    ).toEqual({ seq: 3 });
  });

  it('resumes in the middle of a big write without repeating any of it', async () => {
    const harness = await openHarness();
    const startCursor = await followList(await harness.connectClient());
    await changeThings(
      harness.database,
      'a',
      Array.from({ length: 150 }, (_, index) => ({ key: String(index), text: 'x' })),
    );
    const firstClient = await harness.connectClient('ben');
    await followList(firstClient, startCursor);
    const [, secondDelta] = firstClient.frames.flatMap((frame) => (frame.op === 'delta' ? [frame] : []));
    const client = await harness.connectClient('cem');
    await followList(client, secondDelta?.cursor);
    expect(deltaKeysOf(client.frames)).toEqual(Array.from({ length: 22 }, (_, index) => String(128 + index)));
  });

  it('resumes on the same database after a restart, with changes that another process wrote meanwhile', async () => {
    const harness = await openHarness();
    await put(harness, '1');
    const cursor = await followList(await harness.connectClient());
    await harness.close();
    const otherProcess = await databases.open();
    await changeThings(otherProcess, 'a', [{ key: '2', text: 'import' }]);

    const reopenedHarness = await openHarness();
    const client = await reopenedHarness.connectClient();
    await followList(client, cursor);
    await put(reopenedHarness, '3');
    await waitForKey(client, '3');
    expect(client.frames.map((frame) => frame.op)).toEqual(['welcome', 'delta', 'live', 'delta']);
    expect(deltaKeysOf(client.frames)).toEqual(['2', '3']);
    expect(await readThings(reopenedHarness.database.knex, 'a')).toHaveLength(3);
  });

  it('sends its followers a snapshot when the database begins another history', async () => {
    const bus = createLossyBus();
    const harness = await openHarness({ bus });
    await put(harness, '1');
    const client = await harness.connectClient();
    await followList(client);
    await harness.database.write(async (tx) => {
      await tx.knex('topic').where({ name: FOLLOWED_TOPIC }).update({ epoch: 'restored', seq: 0 });
      await tx.knex('change').delete();
      await tx.knex('thing').delete();
    });
    bus.reconnect();
    expect(await client.next('reset')).toMatchObject({ reason: 'foreign' });
    expect(await client.next('live')).toMatchObject({ cursor: 'restored.0' });
    await put(harness, '2');
    bus.reconnect();
    expect(await client.next('delta')).toMatchObject({ cursor: 'restored.1' });
  });
});
