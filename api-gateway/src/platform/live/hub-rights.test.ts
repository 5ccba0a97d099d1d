import { follow, FOLLOWED_TOPIC, keysOf, openLiveHarnesses, untilKey } from '../testing/live-followers';
import { describeOnEachEngine } from '../testing/temporary-database';

describeOnEachEngine('rights on live topics', (databases) => {
  const { open, put } = openLiveHarnesses(databases);

  it('says of a topic that does not exist and of one that is forbidden the same', async () => {
    const harness = await open();
    harness.forbidden.add('secret');
    const client = await harness.join();
    for (const name of ['list/secret', 'nothing', 'list/', 'list/a/b', 'list/%2e', 'list/:key']) {
      client.say({ op: 'sub', id: name, topic: name });
      expect(await client.next('err')).toEqual({ op: 'err', id: name, code: 'notFound' });
    }
  });

  it('takes a topic away whose right is lost, and sends nothing of it any more', async () => {
    const harness = await open();
    const client = await harness.join('anna');
    const other = await harness.join('ben');
    await follow(client);
    await follow(other);
    harness.forbidden.add('a');
    harness.live.rightsChanged('anna');
    expect(await client.next('reset')).toEqual({ op: 'reset', id: FOLLOWED_TOPIC, reason: 'rights' });
    expect(await client.next('err')).toEqual({ op: 'err', id: FOLLOWED_TOPIC, code: 'notFound' });
    await put(harness, 'secret');
    await untilKey(other, 'secret');
    client.say({ op: 'ping' });
    await client.next('pong');
    expect(keysOf(client.frames)).toEqual([]);
  });

  it('checks all rights again when a client shows a new token', async () => {
    const harness = await open();
    const client = await harness.join('anna');
    await follow(client);
    harness.forbidden.add('a');
    client.say({ op: 'auth', token: 'anna:2' });
    expect(await client.next('reset')).toMatchObject({ reason: 'rights' });
  });

  it('sends what was written while a session was to be replaced, once it is clear that it was not', async () => {
    const harness = await open();
    const client = await harness.join('anna');
    const other = await harness.join('ben');
    await follow(client);
    await follow(other);
    harness.live.sessionReplaced('anna');
    expect(await client.next('auth_required')).toEqual({ op: 'auth_required', beforeMs: 10_000 });
    await put(harness, 'meanwhile');
    await untilKey(other, 'meanwhile');
    client.say({ op: 'ping' });
    await client.next('pong');
    expect(keysOf(client.frames)).toEqual([]);
    harness.clock.advance(10_000);
    await untilKey(client, 'meanwhile');
    await put(harness, 'later');
    await untilKey(client, 'later');
    expect(keysOf(client.frames)).toEqual(['meanwhile', 'later']);
  });
});
