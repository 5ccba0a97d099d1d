import { describeOnEachEngine } from '../testing/temporary-database';
import { changeThings, openLiveHarness, type LiveHarness, type LiveHarnessOptions } from '../testing/live-harness';
import { connectLive } from '../testing/live-test-client';

describeOnEachEngine('the live socket', (databases) => {
  const harnesses: LiveHarness[] = [];

  const openHarness = async (options?: LiveHarnessOptions): Promise<LiveHarness> => {
    const harness = await openLiveHarness(await databases.open(), options);
    harnesses.push(harness);
    return harness;
  };

  afterEach(async () => {
    for (const harness of harnesses.splice(0)) await harness.close();
  });

  it('welcomes with the clock and the limits', async () => {
    const { url, clock } = await openHarness();
    const client = await connectLive(url, { token: 'anna' });
    expect(await client.next('welcome')).toEqual({
      op: 'welcome',
      now: clock.now(),
      limits: { frameBytes: 65_536, subscriptions: 64, connections: 10, pingMs: 25_000 },
    });
  });

  it('answers a ping at once, even before hello', async () => {
    const { url } = await openHarness();
    const client = await connectLive(url);
    client.say({ op: 'ping' });
    expect(await client.next('pong')).toEqual({ op: 'pong' });
  });

  it('accepts a subscription right after hello', async () => {
    const { url } = await openHarness();
    const client = await connectLive(url, { token: 'anna' });
    client.say({ op: 'sub', id: 'list/a', topic: 'list/a' });
    expect(await client.next('live')).toMatchObject({ id: 'list/a' });
  });

  it.each([
    ['text that is no JSON', '{"op":'],
    ['an unknown frame', '{"op":"dance"}'],
    ['a hello of another version', '{"op":"hello","v":2,"token":"anna"}'],
    ['a subscription whose id is not its topic', '{"op":"sub","id":"1","topic":"list/a"}'],
    ['a second hello', '{"op":"hello","v":1,"token":"anna"}'],
    ['bytes', Buffer.from('{"op":"ping"}')],
  ])('closes with 4400 on %s', async (_title, sentMessage) => {
    const { connectClient } = await openHarness();
    const client = await connectClient();
    client.sayRaw(sentMessage);
    expect(await client.whenClosed).toBe(4400);
    expect(client.frames.at(-1)).toEqual({ op: 'err', code: 'invalidFrame' });
  });

  it('closes with 4413 on a frame over 64 KiB and accepts one of 64 KiB', async () => {
    const { connectClient } = await openHarness();
    const client = await connectClient();
    const pingMessage = '{"op":"ping","pad":""}';
    client.sayRaw(pingMessage.replace('""', `"${'x'.repeat(65_536 - pingMessage.length)}"`));
    await client.next('pong');
    client.sayRaw(pingMessage.replace('""', `"${'x'.repeat(65_536 - pingMessage.length + 1)}"`));
    expect(await client.whenClosed).toBe(4413);
  });

  it('closes with 4401 on an invalid token, on a frame before hello and without hello within ten seconds', async () => {
    const { url, clock } = await openHarness();
    const client = await connectLive(url, { token: '-nobody' });
    expect(await client.whenClosed).toBe(4401);
    expect(client.frames).toEqual([{ op: 'err', code: 'unauthenticated' }]);

    const earlyClient = await connectLive(url);
    earlyClient.say({ op: 'sub', id: 'list/a', topic: 'list/a' });
    expect(await earlyClient.whenClosed).toBe(4401);

    const silentClient = await connectLive(url);
    silentClient.say({ op: 'ping' });
    await silentClient.next('pong');
    clock.advance(10_000);
    expect(await silentClient.whenClosed).toBe(4401);
  });

  it('requests a new token a minute before expiry, continues with it, and closes without it', async () => {
    const { connectClient, clock } = await openHarness({ tokenMs: 600_000, limits: { pingMs: 3_600_000 } });
    const client = await connectClient('anna');
    clock.advance(540_000);
    expect(await client.next('auth_required')).toEqual({ op: 'auth_required', beforeMs: 60_000 });
    client.say({ op: 'auth', token: 'anna:2' });
    client.say({ op: 'ping' });
    await client.next('pong');
    clock.advance(540_000);
    expect(await client.next('auth_required')).toMatchObject({ beforeMs: 60_000 });
    clock.advance(60_000);
    expect(await client.whenClosed).toBe(4401);
    expect(client.frames.filter((frame) => frame.op === 'auth_required')).toHaveLength(2);
  });

  it.each([
    ['without a token', '{"op":"hello","v":1}'],
    ['with an empty token', '{"op":"hello","v":1,"token":""}'],
    ['of another version', '{"op":"hello","v":2,"token":"anna"}'],
  ])('closes with 4401 on a hello %s', async (_title, data) => {
    const { url } = await openHarness();
    const client = await connectLive(url);
    client.sayRaw(data);
    expect(await client.whenClosed).toBe(4401);
    expect(client.frames).toEqual([{ op: 'err', code: 'unauthenticated' }]);
  });

  it("refuses another user's token on an open socket", async () => {
    const { connectClient } = await openHarness();
    const client = await connectClient('anna');
    client.say({ op: 'auth', token: 'ben' });
    expect(await client.whenClosed).toBe(4401);
  });

  it('admits ten connections of a user, and the eleventh after one has closed', async () => {
    const { connectClient, url } = await openHarness();
    const clients = [];
    for (let clientIndex = 0; clientIndex < 10; clientIndex += 1) clients.push(await connectClient('anna'));
    await connectClient('ben');
    const surplusClient = await connectLive(url, { token: 'anna' });
    expect(await surplusClient.whenClosed).toBe(4409);
    clients[0]?.terminate();
    await clients[0]?.whenClosed;
    const isAdmitted = async (): Promise<boolean> =>
      (await connectLive(url, { token: 'anna' })).next('welcome').then(
        () => true,
        () => false,
      );
    // Repeats until a new connection is accepted: the gateway notices the cut connection a moment after the client.
    while (!(await isAdmitted()));
  });

  it('accepts 64 subscriptions and refuses the next until one has ended', async () => {
    const { connectClient } = await openHarness();
    const client = await connectClient();
    for (let count = 0; count < 65; count += 1) client.say({ op: 'sub', id: `list/${count}`, topic: `list/${count}` });
    expect(await client.next('err')).toEqual({ op: 'err', id: 'list/64', code: 'tooManySubscriptions' });
    // Waits until each subscription is live before the test ends one: a subscription that ends while it starts never
    // becomes live, so the test would depend on the engine's speed.
    for (let count = 0; count < 64; count += 1) await client.next('live');
    client.say({ op: 'unsub', id: 'list/0' });
    client.say({ op: 'sub', id: 'list/64', topic: 'list/64' });
    expect(await client.next('live')).toMatchObject({ id: 'list/64' });
  });

  it('slows down a client that sends too many frames', async () => {
    const { connectClient } = await openHarness({ limits: { frameBurst: 3, framesPerSecond: 1 } });
    const client = await connectClient();
    client.say({ op: 'ping' });
    client.say({ op: 'ping' });
    client.say({ op: 'sub', id: 'list/a', topic: 'list/a' });
    expect(await client.next('err')).toEqual({ op: 'err', id: 'list/a', code: 'rateLimited', retryMs: 1000 });
    expect(client.frames.filter((frame) => frame.op === 'pong')).toHaveLength(2);
  });

  it('admits pages of our own origins and programs without an origin, and nobody else', async () => {
    const { url } = await openHarness();
    await connectLive(url, { origin: 'https://mahlzeit.example' });
    await expect(connectLive(url, { origin: 'http://mahlzeit.example' })).rejects.toThrow('status 403');
    // Refuses the page, because the client itself chooses the host name in its request.
    await expect(connectLive(url, { origin: url })).rejects.toThrow('status 403');
    await expect(connectLive(url, { origin: 'https://evil.example' })).rejects.toThrow('status 403');
    await expect(connectLive(url, { origin: 'null' })).rejects.toThrow('status 403');
    await expect(connectLive(url, { path: '/other' })).rejects.toThrow('status 404');
  });

  it('drops a socket that has not answered since the last ping, and keeps one that has', async () => {
    const { connectClient, clock } = await openHarness({ tokenMs: 36_000_000 });
    const aliveClient = await connectClient('anna');
    const silentClient = await connectClient('ben');
    silentClient.pause();
    for (let pingIndex = 0; pingIndex < 2; pingIndex += 1) {
      const whenPinged = aliveClient.whenPinged();
      clock.advance(25_000);
      await whenPinged;
      // Sends a frame and waits for the response. Frames keep their sequence, so the gateway has then also received the
      // client's answer to its ping.
      aliveClient.say({ op: 'ping' });
      await aliveClient.next('pong');
    }
    silentClient.resume();
    expect(await silentClient.whenClosed).toBe(1006);
    aliveClient.say({ op: 'ping' });
    await aliveClient.next('pong');
  });

  it('sends `bye` with a time to reconnect and closes with 1001', async () => {
    const harness = await openHarness();
    const client = await harness.connectClient();
    await harness.live.close();
    expect(await client.whenClosed).toBe(1001);
    const byeFrame = await client.next('bye');
    expect(byeFrame.retryMs).toBeGreaterThanOrEqual(250);
    await expect(connectLive(harness.url)).rejects.toThrow('status 503');
  });

  it('continues to serve others after a client that broke the rules', async () => {
    const { connectClient, database } = await openHarness();
    const respondingClient = await connectClient('anna');
    respondingClient.say({ op: 'sub', id: 'list/a', topic: 'list/a' });
    await respondingClient.next('live');
    const unresponsiveClient = await connectClient('ben');
    unresponsiveClient.sayRaw('nonsense');
    await unresponsiveClient.whenClosed;
    await changeThings(database, 'a', [{ key: '1', text: 'soup' }]);
    expect(await respondingClient.next('delta')).toMatchObject({
      ops: [{ kind: 'put', key: '1', value: { text: 'soup' } }],
    });
  });
});
