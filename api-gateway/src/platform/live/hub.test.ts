import {
  createLossyBus,
  followList,
  FOLLOWED_TOPIC,
  deltaKeysOf,
  openLiveHarnesses,
  waitForKey,
} from '../testing/live-followers';
import { changeThings } from '../testing/live-harness';
import { describeOnEachEngine } from '../testing/temporary-database';

describeOnEachEngine('live topics', (databases) => {
  const { open: openHarness, put } = openLiveHarnesses(databases);

  it('sends a snapshot, live, and then each write as one delta with all its ops', async () => {
    const harness = await openHarness();
    await put(harness, '1', '2');
    const client = await harness.connectClient();
    await followList(client);
    await changeThings(harness.database, 'a', [
      { key: '3', text: 'soup' },
      { key: '1', text: null },
    ]);
    const deltaFrame = await client.next('delta');
    const [snapshotFrame] = client.frames.filter((frame) => frame.op === 'snap');
    expect(snapshotFrame).toMatchObject({
      id: FOLLOWED_TOPIC,
      more: false,
      items: [{ collection: 'things', key: '1', value: { text: 'text 1' } }, { key: '2' }],
    });
    expect(deltaFrame).toMatchObject({
      id: FOLLOWED_TOPIC,
      ops: [
        { kind: 'put', collection: 'things', key: '3', value: { text: 'soup' } },
        { kind: 'del', collection: 'things', key: '1' },
      ],
    });
    expect(client.frames.map((frame) => frame.op)).toEqual(['welcome', 'snap', 'live', 'delta']);
  });

  it('answers an empty snapshot for an empty topic, with a valid cursor', async () => {
    const harness = await openHarness();
    const cursor = await followList(await harness.connectClient());
    const secondClient = await harness.connectClient();
    await followList(secondClient, cursor);
    expect(secondClient.frames.map((frame) => frame.op)).toEqual(['welcome', 'live']);
    await put(harness, '1');
    expect(await secondClient.next('delta')).toMatchObject({ ops: [{ key: '1' }] });
  });

  it('gives every subscriber the same deltas in the same order', async () => {
    const harness = await openHarness();
    const clients = await Promise.all(['anna', 'ben', 'cem'].map((uid) => harness.connectClient(uid)));
    await Promise.all(clients.map((client) => followList(client)));
    await Promise.all(Array.from({ length: 30 }, (_, index) => put(harness, String(index))));
    await put(harness, 'last');
    await Promise.all(clients.map((client) => waitForKey(client, 'last')));
    const [firstFrames, ...otherFrames] = clients.map((client) =>
      client.frames.filter((frame) => frame.op === 'delta'),
    );
    expect(firstFrames).toHaveLength(31);
    for (const framesOfClient of otherFrames) expect(framesOfClient).toEqual(firstFrames);
  });

  it('sends writes of its own gateway without reading the log, and reads others from there', async () => {
    const harness = await openHarness();
    const otherHarness = await openHarness({ bus: createLossyBus() });
    const client = await harness.connectClient();
    await followList(client);
    // Counts the uses of the connection, which the hub takes each time it reads the change log.
    const { knex } = harness.database;
    const takeConnection = jest.fn(() => knex);
    Object.defineProperty(harness.database, 'knex', { get: takeConnection });
    await put(harness, '1');
    await waitForKey(client, '1');
    expect(takeConnection).not.toHaveBeenCalled();
    await put(otherHarness, '2');
    await put(harness, '3');
    await waitForKey(client, '3');
    expect(takeConnection).toHaveBeenCalled();
    expect(deltaKeysOf(client.frames)).toEqual(['1', '2', '3']);
  });

  it('sends nothing of a topic after unsubscribing', async () => {
    const harness = await openHarness();
    const client = await harness.connectClient('anna');
    const otherClient = await harness.connectClient('ben');
    await followList(client);
    await followList(otherClient);
    client.say({ op: 'unsub', id: FOLLOWED_TOPIC });
    client.say({ op: 'ping' });
    await client.next('pong');
    await put(harness, '1');
    await waitForKey(otherClient, '1');
    client.say({ op: 'ping' });
    await client.next('pong');
    expect(deltaKeysOf(client.frames)).toEqual([]);
  });

  it('starts over when a client subscribes to the same topic again', async () => {
    const harness = await openHarness();
    await put(harness, '1');
    const client = await harness.connectClient();
    await followList(client);
    await followList(client);
    await put(harness, '2');
    await waitForKey(client, '2');
    expect(client.frames.map((frame) => frame.op)).toEqual(['welcome', 'snap', 'live', 'snap', 'live', 'delta']);
  });

  it('splits big snapshots into pages and big writes into deltas that fit a frame', async () => {
    const harness = await openHarness();
    const text = 'ä'.repeat(5000);
    const manyItems = Array.from({ length: 40 }, (_, index) => ({ key: `k${String(index).padStart(2, '0')}`, text }));
    await changeThings(harness.database, 'a', manyItems);
    const client = await harness.connectClient();
    await followList(client);
    const snapshotFrames = client.frames.flatMap((frame) => (frame.op === 'snap' ? [frame] : []));
    expect(snapshotFrames.length).toBeGreaterThan(5);
    expect(snapshotFrames.map((page) => page.more)).toEqual(
      snapshotFrames.map((_, index) => index < snapshotFrames.length - 1),
    );
    expect(snapshotFrames.flatMap((snapshotPage) => snapshotPage.items.map((item) => item.key))).toEqual(
      manyItems.map(({ key }) => key),
    );

    await changeThings(
      harness.database,
      'a',
      manyItems.map(({ key }) => ({ key: `x${key}`, text })),
    );
    const cursor = await waitForKey(client, 'xk39');
    const deltaFrames = client.frames.flatMap((frame) => (frame.op === 'delta' ? [frame] : []));
    expect(deltaFrames.length).toBeGreaterThan(5);
    expect(new Set(deltaFrames.map((delta) => delta.tx)).size).toBe(1);
    expect(new Set(deltaFrames.map((delta) => delta.cursor)).size).toBe(deltaFrames.length);
    expect(client.maxFrameBytes()).toBeLessThanOrEqual(65_536);
    expect((await followList(await harness.connectClient('ben'), cursor)).endsWith('.80')).toBe(true);
  });

  it('finds writes of other processes and lost hints by comparing heads', async () => {
    const bus = createLossyBus();
    const harness = await openHarness({ bus });
    const client = await harness.connectClient();
    await followList(client);
    await put(harness, 'lost hint');
    const otherProcess = await databases.open();
    await changeThings(otherProcess, 'a', [{ key: 'other process', text: 'import' }]);
    bus.reconnect();
    await waitForKey(client, 'other process');
    expect(deltaKeysOf(client.frames)).toEqual(['lost hint', 'other process']);
  });

  it('follows a hint that comes right after an old one', async () => {
    const bus = createLossyBus();
    const harness = await openHarness({ bus });
    const otherProcess = await databases.open();
    const client = await harness.connectClient();
    await followList(client);
    await changeThings(otherProcess, 'a', [{ key: '1', text: 'import' }]);
    bus.hint(FOLLOWED_TOPIC, 1);
    await waitForKey(client, '1');
    await changeThings(otherProcess, 'a', [{ key: '2', text: 'import' }]);
    // Passes several hints on within one turn of the event loop, as a bus between gateways may do.
    bus.hint(FOLLOWED_TOPIC, 1);
    bus.hint(FOLLOWED_TOPIC, 2);
    await waitForKey(client, '2');
    expect(deltaKeysOf(client.frames)).toEqual(['1', '2']);
  });

  it('compares heads by itself at its interval', async () => {
    const harness = await openHarness({ bus: createLossyBus(), limits: { headPollMs: 5 } });
    const otherProcess = await databases.open();
    const client = await harness.connectClient();
    await followList(client);
    await changeThings(otherProcess, 'a', [{ key: '1', text: 'import' }]);
    expect(await client.next('delta')).toMatchObject({ ops: [{ key: '1' }] });
  });
});
