import {
  createLossyBus,
  followList,
  FOLLOWED_TOPIC,
  deltaKeysOf,
  openLiveHarnesses,
  waitForKey,
} from '../testing/live-followers';
import type { LiveHarness } from '../testing/live-harness';
import { describeOnEachEngine } from '../testing/temporary-database';

describeOnEachEngine('rights on live topics', (databases) => {
  const { open: openHarness, put } = openLiveHarnesses(databases);
  const changeRights = ({ database, live }: LiveHarness, uid: string): Promise<void> =>
    database.write(async (tx) => live.rightsChanged(tx, uid));

  it('answers a missing and a forbidden topic the same', async () => {
    const harness = await openHarness();
    harness.forbiddenListKeys.add('secret');
    const client = await harness.connectClient();
    for (const topicName of ['list/secret', 'nothing', 'list/', 'list/a/b', 'list/%2e', 'list/:key']) {
      client.say({ op: 'sub', id: topicName, topic: topicName });
      expect(await client.next('err')).toEqual({ op: 'err', id: topicName, code: 'notFound' });
    }
  });

  it('ends a subscription whose right is lost, and sends nothing of it any more', async () => {
    const harness = await openHarness();
    const client = await harness.connectClient('anna');
    const otherClient = await harness.connectClient('ben');
    await followList(client);
    await followList(otherClient);
    harness.forbiddenListKeys.add('a');
    await changeRights(harness, 'anna');
    expect(await client.next('reset')).toEqual({ op: 'reset', id: FOLLOWED_TOPIC, reason: 'rights' });
    expect(await client.next('err')).toEqual({ op: 'err', id: FOLLOWED_TOPIC, code: 'notFound' });
    await put(harness, 'secret');
    await waitForKey(otherClient, 'secret');
    client.say({ op: 'ping' });
    await client.next('pong');
    expect(deltaKeysOf(client.frames)).toEqual([]);
  });

  it('sends nothing of the write that removes the right', async () => {
    const harness = await openHarness();
    const client = await harness.connectClient('anna');
    const otherClient = await harness.connectClient('ben');
    await followList(client);
    await followList(otherClient);
    await harness.database.write(async (tx) => {
      harness.live.rightsChanged(tx, 'anna');
      tx.record(FOLLOWED_TOPIC, { kind: 'put', collection: 'things', key: 'secret', value: {} });
      harness.forbiddenListKeys.add('a');
    });
    expect(await client.next('err')).toMatchObject({ code: 'notFound' });
    await waitForKey(otherClient, 'secret');
    expect(deltaKeysOf(client.frames)).toEqual([]);
  });

  it('checks nothing before the commit, and nothing after a rollback', async () => {
    const harness = await openHarness();
    const client = await harness.connectClient('anna');
    await followList(client);
    const onRightsChecked = jest.fn();
    harness.onRightsRead(onRightsChecked);
    await expect(
      harness.database.write(async (tx) => {
        harness.live.rightsChanged(tx, 'anna');
        throw new Error('changed my mind');
      }),
    ).rejects.toThrow('changed my mind');
    await harness.database.write(async (tx) => {
      harness.live.rightsChanged(tx, 'anna');
      client.say({ op: 'ping' });
      await client.next('pong');
      expect(onRightsChecked).not.toHaveBeenCalled();
      harness.forbiddenListKeys.add('a');
    });
    expect(await client.next('reset')).toMatchObject({ reason: 'rights' });
  });

  it('ends a subscription whose right was removed on another gateway, also without a hint', async () => {
    const [harness, bus] = [await openHarness(), createLossyBus()];
    const otherHarness = await openHarness({ bus });
    const [client, otherClient] = [await otherHarness.connectClient('anna'), await otherHarness.connectClient('ben')];
    await followList(client);
    await followList(otherClient);
    await changeRights(harness, 'nobody');
    bus.reconnect();
    otherHarness.forbiddenListKeys.add('a');
    await changeRights(harness, 'anna');
    bus.reconnect();
    expect(await client.next('reset')).toMatchObject({ reason: 'rights' });
    otherClient.say({ op: 'ping' });
    await otherClient.next('pong');
    expect(otherClient.frames.filter(({ op }) => op === 'reset')).toEqual([]);
  });

  it('sends nothing written after a right was removed, also when only its hint arrives', async () => {
    const [harness, bus] = [await openHarness(), createLossyBus()];
    const secondHarness = await openHarness({ bus });
    const client = await secondHarness.connectClient('anna');
    await followList(client);
    secondHarness.forbiddenListKeys.add('a');
    await changeRights(harness, 'anna');
    await put(harness, 'secret');
    bus.hint(FOLLOWED_TOPIC, 1);
    expect(await client.next('err')).toMatchObject({ code: 'notFound' });
    expect(deltaKeysOf(client.frames)).toEqual([]);
  });

  it('checks everybody when the changed users are no longer known', async () => {
    const [harness, bus] = [await openHarness(), createLossyBus()];
    const secondHarness = await openHarness({ bus });
    const client = await secondHarness.connectClient('anna');
    await followList(client);
    await changeRights(harness, 'nobody');
    bus.reconnect();
    client.say({ op: 'ping' });
    await client.next('pong');
    secondHarness.forbiddenListKeys.add('a');
    await harness.database.write(async (tx) => {
      for (let changeIndex = 0; changeIndex < 501; changeIndex += 1) harness.live.rightsChanged(tx, 'nobody');
    });
    bus.reconnect();
    expect(await client.next('reset')).toMatchObject({ reason: 'rights' });
  });

  it('ends a replaced session on the other gateways as well', async () => {
    const [harness, bus] = [await openHarness(), createLossyBus()];
    const secondHarness = await openHarness({ bus });
    const client = await secondHarness.connectClient('anna');
    await followList(client);
    secondHarness.refusedUids.add('anna');
    await harness.database.write(async (tx) => harness.live.sessionReplaced(tx, 'anna'));
    bus.reconnect();
    expect(await client.whenClosed).toBe(4401);
  });

  it('checks all rights again when a client presents a new token', async () => {
    const harness = await openHarness();
    const client = await harness.connectClient('anna');
    await followList(client);
    harness.forbiddenListKeys.add('a');
    client.say({ op: 'auth', token: 'anna:2' });
    expect(await client.next('reset')).toMatchObject({ reason: 'rights' });
  });

  it('sends changes written while a session was to be replaced, when it is clear that it was not', async () => {
    const harness = await openHarness();
    const client = await harness.connectClient('anna');
    const otherClient = await harness.connectClient('ben');
    await followList(client);
    await followList(otherClient);
    await harness.database.write(async (tx) => harness.live.sessionReplaced(tx, 'anna'));
    expect(await client.next('auth_required')).toEqual({ op: 'auth_required', beforeMs: 10_000 });
    await put(harness, 'meanwhile');
    await waitForKey(otherClient, 'meanwhile');
    client.say({ op: 'ping' });
    await client.next('pong');
    expect(deltaKeysOf(client.frames)).toEqual([]);
    harness.clock.advance(10_000);
    await waitForKey(client, 'meanwhile');
    await put(harness, 'later');
    await waitForKey(client, 'later');
    expect(deltaKeysOf(client.frames)).toEqual(['meanwhile', 'later']);
  });
});
