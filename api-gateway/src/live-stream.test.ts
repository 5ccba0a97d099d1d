import { liveCloseCodes, ServerFrame } from '@mahlzeit/contract';
import { aRestaurant } from '@mahlzeit/contract/fixtures';
import { testGateways } from './platform/testing/test-gateway';
import type { TestGateway } from './platform/testing/test-gateway';
import { registerCompanion } from './modules/chat/testing/companions';
import type { Companion } from './modules/chat/testing/companions';
import { makeContacts } from './modules/contacts/testing/relations';
import { createPartnerTokens } from './modules/discovery';
import { createRestaurantRepository } from './modules/discovery/testing/repositories';

const gateways = testGateways();

/** Opens a stream of live topics, and collects the events that arrive. */
const openStream = async (
  { url }: Pick<TestGateway, 'url'>,
  token: string,
  topics: readonly { readonly topic: string; readonly cursor?: string }[],
) => {
  const controller = new AbortController();
  const response = await fetch(`${url}/api/live/stream`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ topics }),
    signal: controller.signal,
  });
  const [forTest] = response.body === null ? [] : [response.body.pipeThrough(new TextDecoderStream()).getReader()];
  let text = '';
  const frames = (): ServerFrame[] =>
    [...text.matchAll(/^data: (\{.*\})\n\n/gm)].map(([, json]) => ServerFrame.parse(JSON.parse(json ?? '')));
  /** Reads the stream until the collected events are enough, or until the stream ends. */
  const readUntil = async (isEnough: () => boolean): Promise<void> => {
    while (!isEnough()) {
      const part = await forTest?.read();
      if (part === undefined || part.done) return;
      text += part.value;
    }
  };
  return {
    response,
    frames,
    text: () => text,
    readUntil,
    whenLive: (topic: string) => readUntil(() => frames().some((frame) => frame.op === 'live' && frame.id === topic)),
    whenEnded: () => readUntil(() => false),
    cut: () => controller.abort(),
  };
};

const lastCursorOf = (frames: readonly ServerFrame[], topic: string): string =>
  frames.flatMap((frame) => ('cursor' in frame && frame.id === topic ? [frame.cursor] : [])).at(-1) ?? '';

const messageTextsOf = (frames: readonly ServerFrame[]): unknown[] =>
  frames
    .flatMap((frame) => (frame.op === 'delta' ? frame.ops : []))
    .flatMap((op) => (op.kind === 'put' && op.collection === 'messages' ? [op.value['content']] : []));

describe('live topics by a stream', () => {
  let gateway: TestGateway;
  let anna: Companion;
  let ben: Companion;
  let chatKey = '';

  beforeAll(async () => {
    gateway = await gateways.start();
    [anna, ben] = [await registerCompanion(gateway, 'anna'), await registerCompanion(gateway, 'ben')];
    await makeContacts(gateway, [anna, ben]);
    chatKey = await anna.chatWith(ben);
  });

  it('begin with a welcome and a snapshot, and bring each change as it happens', async () => {
    const topic = `chat/${chatKey}`;
    const stream = await openStream(gateway, ben.idToken, [{ topic }]);
    await stream.whenLive(topic);
    expect(stream.frames().map(({ op }) => op)).toEqual(['welcome', 'snap', 'live']);
    await anna.say(chatKey, 'Heute Mittag?');
    await stream.readUntil(() => stream.text().includes('Heute Mittag?'));
    expect(stream.frames().at(-1)?.op).toBe('delta');
    stream.cut();
  });

  it('are told apart from other answers, so that no proxy on the way holds them back', async () => {
    const stream = await openStream(gateway, ben.idToken, []);
    expect(Object.fromEntries(stream.response.headers)).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
    });
    expect(stream.response.headers.has('content-encoding')).toBe(false);
    stream.cut();
  });

  it('continue from a cursor at any gateway, without a snapshot', async () => {
    const topic = `chat/${chatKey}`;
    const first = await openStream(gateway, ben.idToken, [{ topic }]);
    await first.whenLive(topic);
    first.cut();
    const cursor = lastCursorOf(first.frames(), topic);
    await anna.say(chatKey, 'Oder morgen?');
    const second = await openStream(gateway, ben.idToken, [{ topic, cursor }]);
    await second.whenLive(topic);
    expect(second.frames().map(({ op }) => op)).toEqual(['welcome', 'delta', 'live']);
    second.cut();
  });

  it('follow a restaurant for its own partner console', async () => {
    await gateway.database.write((tx) =>
      createRestaurantRepository(tx.knex).insert(aRestaurant({ key: 'elbkantine', routingName: 'elbkantine' }), {
        source: 'test',
        sourceId: 'elbkantine',
      }),
    );
    const token = await createPartnerTokens(gateway).issue('elbkantine');
    const stream = await openStream(gateway, token.ok ? token.value : '', [
      { topic: 'partner/elbkantine' },
      { topic: 'me' },
    ]);
    await stream.whenLive('partner/elbkantine');
    await stream.readUntil(() => stream.frames().some(({ op }) => op === 'err'));
    expect(stream.frames()).toContainEqual({ op: 'err', id: 'me', code: 'notFound' });
    stream.cut();
  });

  it('end with the socket’s code when the session ends, after its topics', async () => {
    const cem = await registerCompanion(gateway, 'cem');
    const stream = await openStream(gateway, cem.idToken, [{ topic: 'me' }]);
    await stream.whenLive('me');
    await cem.browser.call('POST', '/api/auth/logout', { body: {}, headers: { 'X-Mahlzeit': '1' } });
    await stream.whenEnded();
    expect(stream.text()).toMatch(new RegExp(`event: close\\ndata: ${liveCloseCodes.unauthenticated}\\n\\n$`));
    expect(JSON.stringify(stream.frames())).toContain('"reset"');
  });

  it('count as connections of their user: the eleventh is told when to come back', async () => {
    const dora = await registerCompanion(gateway, 'dora');
    const streams = [];
    for (let count = 0; count < 10; count += 1) streams.push(await openStream(gateway, dora.idToken, []));
    const refused = await openStream(gateway, dora.idToken, []);
    expect([refused.response.status, refused.response.headers.get('Retry-After')]).toEqual([429, '30']);
    for (const stream of streams) stream.cut();
  });

  it('leave no subscription behind when they are cut', async () => {
    const subscriptions = async (): Promise<string> =>
      /live_subscriptions (\d+)/.exec(await (await fetch(`${gateway.url}/metrics`)).text())?.[1] ?? '';
    const stream = await openStream(gateway, anna.idToken, [{ topic: 'me' }, { topic: 'global' }]);
    await stream.whenLive('global');
    stream.cut();
    // Waits until the gateway has noticed the cut connection, a moment after its client.
    while ((await subscriptions()) !== '0');
  });

  it('refuse a token that no gateway has issued, and a request without one', async () => {
    expect((await openStream(gateway, 'nobody', [])).response.status).toBe(401);
    const withoutToken = await fetch(`${gateway.url}/api/live/stream`, { method: 'POST', body: '{"topics":[]}' });
    expect(withoutToken.status).toBe(401);
  });

  it('bring changes while their gateway drains, end with it, and go on at another one without a gap', async () => {
    const liveLimits = { headPollMs: 20 };
    const draining = await gateways.start({ liveLimits });
    const staying = await gateways.start({ liveLimits, folder: draining.folder });
    const [fay, gil] = [await registerCompanion(staying, 'fay'), await registerCompanion(staying, 'gil')];
    await makeContacts(staying, [fay, gil]);
    const key = await fay.chatWith(gil);
    const topic = `chat/${key}`;
    const first = await openStream(draining, gil.idToken, [{ topic }]);
    await first.whenLive(topic);

    await draining.drain();
    await fay.say(key, 'vor dem Ende');
    await first.readUntil(() => first.text().includes('vor dem Ende'));
    // Whether this one comes before the end or after it is left to chance.
    await Promise.all([draining.close(), fay.say(key, 'mitten im Ende'), first.whenEnded()]);
    await fay.say(key, 'nach dem Ende');
    expect(first.frames().at(-1)?.op).toBe('bye');
    const second = await openStream(staying, gil.idToken, [{ topic, cursor: lastCursorOf(first.frames(), topic) }]);
    await second.whenLive(topic);
    second.cut();

    const frames = [...first.frames(), ...second.frames()];
    expect(messageTextsOf(frames)).toEqual(['vor dem Ende', 'mitten im Ende', 'nach dem Ende']);
    expect(frames.filter(({ op }) => op === 'snap' || op === 'reset')).toHaveLength(1);
  });

  it('say bye when the gateway stops, and keep it from stopping no longer', async () => {
    const stopping = await gateways.start();
    const eve = await registerCompanion(stopping, 'eve');
    const stream = await openStream(stopping, eve.idToken, [{ topic: 'me' }]);
    await stream.whenLive('me');
    const [, text] = await Promise.all([stopping.close(), stream.whenEnded().then(() => stream.text())]);
    expect(stream.frames().at(-1)?.op).toBe('bye');
    expect(text).toMatch(new RegExp(`event: close\\ndata: ${liveCloseCodes.bye}\\n\\n$`));
  });
});
