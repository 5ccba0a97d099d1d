import type { ServerFrame } from '@mahlzeit/contract';
import type { LiveBus } from '../live/live-bus';
import { changeThings, openLiveHarness, type LiveHarness, type LiveHarnessOptions } from './live-harness';
import type { LiveTestClient } from './live-test-client';
import type { TestDatabases } from './temporary-database';

const FOLLOWED_LIST_KEY = 'a';

/** Name of the live topic that the tests of the hub follow. */
export const FOLLOWED_TOPIC = `list/${FOLLOWED_LIST_KEY}`;

/**
 * Subscribes a test's client to the followed topic, from a position if there is one. Returns the position from which
 * the subscription is live.
 */
export const followList = async (client: LiveTestClient, cursor?: string): Promise<string> => {
  client.say({ op: 'sub', id: FOLLOWED_TOPIC, topic: FOLLOWED_TOPIC, ...(cursor === undefined ? {} : { cursor }) });
  return (await client.next('live')).cursor;
};

/** Reads frames up to the one with a change of this key. Returns the position of that frame. */
export const waitForKey = async (client: LiveTestClient, key: string): Promise<string> => {
  for (;;) {
    const deltaFrame = await client.next('delta');
    if (deltaFrame.ops.some((deltaOp) => deltaOp.key === key)) return deltaFrame.cursor;
  }
};

/** Returns the keys of all changes in the frames, in their sequence. */
export const deltaKeysOf = (frames: readonly ServerFrame[]): string[] =>
  frames.flatMap((frame) => (frame.op === 'delta' ? frame.ops.map((op) => op.key) : []));

/**
 * Creates a bus for tests that loses all hints of gateways. It passes on only the hints that a test sends; `reconnect`
 * makes the hub compare the positions of the topics that it follows.
 */
export const createLossyBus = (): LiveBus & { reconnect(): void; hint(topic: string, seq: number): void } => {
  const hintListeners: ((topic: string, seq: number) => void)[] = [];
  const followedListeners: ((topics: readonly string[]) => void)[] = [];
  const followedTopics = new Set<string>();
  return {
    publish: () => {},
    onHint: (listener) => void hintListeners.push(listener),
    follow: (topic) => void followedTopics.add(topic),
    unfollow: (topic) => void followedTopics.delete(topic),
    onFollowed: (listener) => void followedListeners.push(listener),
    isConnected: () => true,
    hint: (topic, seq) => hintListeners.forEach((listener) => listener(topic, seq)),
    reconnect: () => followedListeners.forEach((listener) => listener([...followedTopics])),
  };
};

/** Creates functions by which tests open live servers. All of them are closed after each test. */
export const openLiveHarnesses = (databases: TestDatabases) => {
  const harnesses: LiveHarness[] = [];
  let lastWriteTime = Date.parse('2026-06-24T09:30:00Z');

  afterEach(async () => {
    for (const harness of harnesses.splice(0)) await harness.close();
  });

  return {
    async open(options?: LiveHarnessOptions): Promise<LiveHarness> {
      const harness = await openLiveHarness(await databases.open({ realNow: () => lastWriteTime }), options);
      harnesses.push(harness);
      return harness;
    },
    /** Writes one item for each key into the list that tests follow, all in one write. */
    put: (harness: LiveHarness, ...keys: string[]): Promise<void> =>
      changeThings(
        harness.database,
        FOLLOWED_LIST_KEY,
        keys.map((key) => ({ key, text: `text ${key}` })),
      ),
    /** Returns the time that the next write of the test gets, in epoch milliseconds. */
    writtenAt: (): number => lastWriteTime,
    passTime(ms: number): void {
      lastWriteTime += ms;
    },
  };
};
