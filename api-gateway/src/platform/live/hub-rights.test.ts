import { follow, FOLLOWED_TOPIC, keysOf, openLiveStages, untilKey } from '../testing/live-followers';
import { describeOnEachEngine } from '../testing/temporary-database';

describeOnEachEngine('rights on live topics', (databases) => {
  const { open, put } = openLiveStages(databases);

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
    expect(await client.next('reset')).toEqual({ op: 'reset', id: FOLLOWED_TOPIC, reason: 'rights' });
    expect(await client.next('err')).toEqual({ op: 'err', id: FOLLOWED_TOPIC, code: 'notFound' });
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
});
