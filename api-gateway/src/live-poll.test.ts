import { LivePollAnswer } from '@mahlzeit/contract';
import { testGateways } from './platform/testing/test-gateway';
import type { TestGateway } from './platform/testing/test-gateway';
import { registerCompanion } from './modules/chat/testing/companions';
import type { Companion } from './modules/chat/testing/companions';
import { makeContacts } from './modules/contacts/testing/relations';

const gateways = testGateways();

interface PolledTopic {
  readonly topic: string;
  readonly cursor?: string;
}

const poll = async (person: Companion, ...topics: readonly PolledTopic[]) =>
  LivePollAnswer.parse((await person.call('POST', '/api/live', { topics })).body);

/** Polls live topics like a page that has read everything, so that the gateway may wait for news. */
const pollWaiting = async (person: Companion, waitMs: number, ...topics: readonly PolledTopic[]) =>
  LivePollAnswer.parse((await person.call('POST', '/api/live', { topics, waitMs })).body);

/** Returns the position that a client has in a topic after it has read the answer's frames. */
const cursorOf = ({ frames }: LivePollAnswer, topic: string): string => {
  const liveFrame = frames.find((frame) => frame.op === 'live' && frame.id === topic);
  if (liveFrame?.op !== 'live') throw new Error(`${topic} has not caught up: ${JSON.stringify(frames)}`);
  return liveFrame.cursor;
};

describe('live topics over HTTP', () => {
  let gateway: TestGateway;
  let anna: Companion;
  let ben: Companion;

  beforeAll(async () => {
    gateway = await gateways.start();
    [anna, ben] = [await registerCompanion(gateway, 'anna'), await registerCompanion(gateway, 'ben')];
    await makeContacts(gateway, [anna, ben]);
  });

  it('give a snapshot first, and then what has changed since the cursor', async () => {
    const chatKey = await anna.chatWith(ben);
    const topic = `chat/${chatKey}`;
    const snapshot = await poll(ben, { topic }, { topic: 'me' });
    expect(snapshot.now).toBe(gateway.clock.now());
    expect(snapshot.frames.map(({ op }) => op)).toEqual(expect.arrayContaining(['snap', 'live']));
    const cursor = cursorOf(snapshot, topic);
    const unchanged = await poll(ben, { topic, cursor });
    expect(unchanged.frames).toEqual([{ op: 'live', id: topic, cursor }]);
    await anna.say(chatKey, 'Heute Mittag?');
    const changed = await poll(ben, { topic, cursor });
    expect(JSON.stringify(changed.frames)).toContain('Heute Mittag?');
    expect(changed.frames.map(({ op }) => op)).not.toContain('snap');
    expect(cursorOf(changed, topic)).not.toBe(cursor);
  });

  it('tell a foreign cursor by a reset with a snapshot', async () => {
    const { frames } = await poll(anna, { topic: 'me', cursor: 'elsewhere.3' });
    expect(frames.map(({ op }) => op)).toEqual(['reset', 'snap', 'live']);
  });

  it('are refused as over the socket: what others may not read, and what does not exist', async () => {
    const chatKey = await anna.chatWith(ben);
    const cem = await registerCompanion(gateway, 'cem');
    const { frames } = await poll(cem, { topic: `chat/${chatKey}` }, { topic: 'nonsense' });
    expect(frames).toEqual(
      expect.arrayContaining([
        { op: 'err', id: `chat/${chatKey}`, code: 'notFound' },
        { op: 'err', id: 'nonsense', code: 'notFound' },
      ]),
    );
    expect(frames).toHaveLength(2);
  });

  it('wait for news, and answer as soon as some come, with each change once', async () => {
    const chatKey = await anna.chatWith(ben);
    const topic = `chat/${chatKey}`;
    const cursor = cursorOf(await poll(ben, { topic }), topic);
    const answer = pollWaiting(ben, 25_000, { topic, cursor });
    await anna.say(chatKey, 'Bist du da?');
    const { frames } = await answer;
    expect(frames.map(({ op }) => op).filter((op) => op === 'delta')).toHaveLength(1);
    expect(JSON.stringify(frames)).toContain('Bist du da?');
  });

  it('answer without news when the time is over, and at once where the page lacks something', async () => {
    const cursor = cursorOf(await poll(ben, { topic: 'me' }), 'me');
    expect((await pollWaiting(ben, 50, { topic: 'me', cursor })).frames).toEqual([{ op: 'live', id: 'me', cursor }]);
    expect((await pollWaiting(ben, 25_000, { topic: 'me' })).frames.map(({ op }) => op)).toContain('snap');
  });

  it('are refused as soon as the session ends while they wait', async () => {
    const dora = await registerCompanion(gateway, 'dora');
    const cursor = cursorOf(await poll(dora, { topic: 'me' }), 'me');
    const waiting = dora.call('POST', '/api/live', { topics: [{ topic: 'me', cursor }], waitMs: 25_000 });
    await dora.browser.call('POST', '/api/auth/logout', { body: {}, headers: { 'X-Mahlzeit': '1' } });
    expect((await waiting).status).toBe(401);
  });

  it('leave no subscription behind', async () => {
    await poll(anna, { topic: 'me' }, { topic: 'global' });
    expect(await (await fetch(`${gateway.url}/metrics`)).text()).toMatch(/live_subscriptions 0\b/);
  });

  it('answer a page without topics', async () => {
    expect((await poll(anna)).frames).toEqual([]);
  });
});
