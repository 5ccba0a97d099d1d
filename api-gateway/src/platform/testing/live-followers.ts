import type { ServerFrame } from '@mahlzeit/contract';
import type { Bus } from '../live/hub';
import { changeThings, openLiveHarness, type LiveHarness, type LiveHarnessOptions } from './live-harness';
import type { LiveTestClient } from './live-test-client';
import type { TestDatabases } from './temporary-database';

const LIST = 'a';

/** Topic that the hub tests follow. */
export const FOLLOWED_TOPIC = `list/${LIST}`;

/** Subscribes to the followed topic, from a cursor if given. Returns the cursor at which it is live. */
export const followList = async (client: LiveTestClient, cursor?: string): Promise<string> => {
  client.say({ op: 'sub', id: FOLLOWED_TOPIC, topic: FOLLOWED_TOPIC, ...(cursor === undefined ? {} : { cursor }) });
  return (await client.next('live')).cursor;
};

/** Reads until the delta with a key. Returns its cursor. */
export const untilKey = async (client: LiveTestClient, key: string): Promise<string> => {
  for (;;) {
    const delta = await client.next('delta');
    if (delta.ops.some((op) => op.key === key)) return delta.cursor;
  }
};

/** Returns the keys in deltas, in order. */
export const keysOf = (frames: readonly ServerFrame[]): string[] =>
  frames.flatMap((frame) => (frame.op === 'delta' ? frame.ops.map((op) => op.key) : []));

/** Creates a bus that loses all hints except those that a test sends, until heads are compared. */
export const createLossyBus = (): Bus & { reconnect(): void; hint(topic: string, seq: number): void } => {
  const hints: ((topic: string, seq: number) => void)[] = [];
  const reconnects: (() => void)[] = [];
  return {
    publish: () => {},
    onHint: (listener) => void hints.push(listener),
    onReconnect: (listener) => void reconnects.push(listener),
    isConnected: () => true,
    hint: (topic, seq) => hints.forEach((listener) => listener(topic, seq)),
    reconnect: () => reconnects.forEach((listener) => listener()),
  };
};

/** Opens live harnesses for a suite and closes them after each test. */
export const openLiveHarnesses = (databases: TestDatabases) => {
  const harnesses: LiveHarness[] = [];
  let clockOfWrites = Date.parse('2026-06-24T09:30:00Z');

  afterEach(async () => {
    for (const harness of harnesses.splice(0)) await harness.close();
  });

  return {
    async open(options?: LiveHarnessOptions): Promise<LiveHarness> {
      const harness = await openLiveHarness(await databases.open({ realNow: () => clockOfWrites }), options);
      harnesses.push(harness);
      return harness;
    },
    /** Puts things into the followed list in one write. */
    put: (harness: LiveHarness, ...keys: string[]): Promise<void> =>
      changeThings(
        harness.database,
        LIST,
        keys.map((key) => ({ key, text: `text ${key}` })),
      ),
    /** Returns the time of the next write. */
    writtenAt: (): number => clockOfWrites,
    passTime(ms: number): void {
      clockOfWrites += ms;
    },
  };
};
