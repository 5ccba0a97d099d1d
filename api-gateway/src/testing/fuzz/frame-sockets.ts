import { ClientFrame, globalTopic, liveCloseCodes, liveLimits, type ServerFrame } from '@mahlzeit/contract';
import { connectLive, type LiveTestClient } from '../../platform/testing/live-test-client';
import { waitUntil } from '../../platform/testing/until';
import { LAST_CURSOR, OWN_TOKEN, type FramePlan, type Reader } from './frame-plans';
import type { FuzzWorld } from './fuzz-world';

/** WebSockets that send generated frames, one for each reader. */
export interface FrameSockets {
  /**
   * Sends a frame. Returns a description of the frame and its answer, and each rule of the contract that the answer
   * breaks.
   */
  send(plan: FramePlan): Promise<{ readonly sent: string; readonly faults: readonly string[] }>;
  close(): void;
}

type FrameEnd = 'open' | number;

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

const isTopicParts = (value: unknown): value is [string, string] =>
  Array.isArray(value) && value.length === 2 && value.every((part) => typeof part === 'string');

const parseFrame = (text: string): ClientFrame | null => {
  try {
    const frame = ClientFrame.safeParse(JSON.parse(text));
    return frame.success ? frame.data : null;
  } catch {
    // A text that isn't JSON is no valid frame.
    return null;
  }
};

/** Returns how the socket must react to a frame according to the contract. */
const expectedEnd = (data: string | Uint8Array, token: string): FrameEnd => {
  if (Buffer.byteLength(data) > liveLimits.frameBytes) return liveCloseCodes.frameTooLarge;
  const frame = typeof data === 'string' ? parseFrame(data) : null;
  if (frame === null || frame.op === 'hello') return liveCloseCodes.invalidFrame;
  if (frame.op === 'sub' && frame.id !== frame.topic) return liveCloseCodes.invalidFrame;
  return frame.op === 'auth' && frame.token !== token ? liveCloseCodes.unauthenticated : 'open';
};

const cursorOf = (frames: readonly ServerFrame[]): string =>
  frames.reduce((last, frame) => ('cursor' in frame ? frame.cursor : last), '');

const isAnswerTo = (topic: string) => (frame: ServerFrame) =>
  (frame.op === 'live' || frame.op === 'err') && frame.id === topic;

/** Waits until the frames that a client has received fulfil a condition. Returns how the socket has reacted. */
const waitForFrames = async (
  client: LiveTestClient,
  isFulfilled: (frames: readonly ServerFrame[]) => boolean,
): Promise<FrameEnd> => {
  let end: FrameEnd = 'open';
  void client.whenClosed.then((closeCode) => {
    end = closeCode;
  });
  await waitUntil(() => end !== 'open' || isFulfilled(client.frames));
  return end;
};

/** Waits for a frame after the first `length` frames. Throws when the socket closes before. */
const waitForFrame = async (
  client: LiveTestClient,
  length: number,
  isExpected: (frame: ServerFrame) => boolean,
): Promise<void> => {
  const end = await waitForFrames(client, (frames) => frames.slice(length).some(isExpected));
  if (end !== 'open') throw new Error(`closed with ${end}: ${JSON.stringify(client.frames.slice(-4))}`);
};

/** Creates the WebSockets of all readers. Each one follows the topic `global`, whichever frames it sends. */
export const createFrameSockets = (world: FuzzWorld): FrameSockets => {
  const { gateway, keys, secrets } = world;
  const sockets = new Map<Reader, LiveTestClient>();
  let changeCount = 0;

  const follow = async (client: LiveTestClient): Promise<void> => {
    const { length } = client.frames;
    client.say({ op: 'sub', id: globalTopic, topic: globalTopic });
    await waitForFrame(client, length, (frame) => frame.op === 'live' && frame.id === globalTopic);
  };

  const openSocket = async (reader: Reader): Promise<LiveTestClient> => {
    const openClient = sockets.get(reader);
    if (openClient !== undefined) return openClient;
    const client = await connectLive(gateway.url, { token: world.callerOf(reader).token ?? '' });
    sockets.set(reader, client);
    await follow(client);
    return client;
  };

  const dataOf = ({ reader, frame }: FramePlan, client: LiveTestClient): string | Uint8Array => {
    if ('raw' in frame) return frame.raw;
    const fill = (value: unknown): unknown => {
      if (value === OWN_TOKEN) return world.callerOf(reader).token;
      if (value === LAST_CURSOR) return cursorOf(client.frames);
      return isTopicParts(value) ? value.map((part) => String(keys.withKeys(part))).join('') : value;
    };
    const { json } = frame;
    const filled = isRecord(json)
      ? Object.fromEntries(Object.entries(json).map(([name, value]) => [name, fill(value)]))
      : fill(json);
    return JSON.stringify(filled) ?? '';
  };

  /** Sends a ping after the frame, and waits until the socket has answered it or has closed. */
  const endOf = (client: LiveTestClient, length: number, frame: ClientFrame | null): Promise<FrameEnd> => {
    const pongCount = frame?.op === 'ping' ? 2 : 1;
    client.say({ op: 'ping' });
    return waitForFrames(
      client,
      (frames) => frames.slice(length).filter(({ op }) => op === 'pong').length >= pongCount,
    );
  };

  /** Changes the topic that the socket follows, and waits until the socket receives the change. */
  const expectNews = async (client: LiveTestClient): Promise<void> => {
    changeCount += 1;
    const version = `fuzz-${changeCount}`;
    const { length } = client.frames;
    await gateway.database.write(async (tx) =>
      tx.record(globalTopic, {
        kind: 'put',
        collection: 'registry',
        key: 'mf-fuzz',
        value: { key: 'mf-fuzz', version, rollout: null },
      }),
    );
    await waitForFrame(client, length, (frame) => JSON.stringify(frame).includes(`"${version}"`));
  };

  return {
    async send(plan) {
      const { reader } = plan;
      const client = await openSocket(reader);
      const { length } = client.frames;
      const data = dataOf(plan, client);
      const sent = `${reader}: ${String(data).slice(0, 600)}`;
      secrets.noteNamed(reader, String(data));
      client.sayRaw(typeof data === 'string' ? data : Buffer.from(data));
      const frame = typeof data === 'string' ? parseFrame(data) : null;
      const end = await endOf(client, length, frame);
      if (end === 'open' && frame?.op === 'sub') await waitForFrame(client, length, isAnswerTo(frame.topic));
      if (end !== 'open') sockets.delete(reader);
      else if (frame?.op === 'unsub' && frame.id === globalTopic) await follow(client);
      if (end === 'open') await expectNews(client);
      const answerText = JSON.stringify(client.frames.slice(length));
      const expected = expectedEnd(data, world.callerOf(reader).token ?? '');
      return {
        sent: `${sent}\n${answerText.slice(0, 1000)}`,
        faults: [
          ...(end === expected ? [] : [`the socket is ${end} instead of ${expected}`]),
          ...(answerText.includes('"code":"internal"') ? ['the answer is an internal error'] : []),
          ...secrets.foreignIn(reader, answerText).map((text) => `the answer shows ${text}`),
        ],
      };
    },
    close() {
      for (const client of sockets.values()) client.terminate();
    },
  };
};
