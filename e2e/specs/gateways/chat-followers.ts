import { setTimeout as delay } from 'node:timers/promises';
import { liveCloseCodes, ServerFrame, streamLive } from '@mahlzeit/contract';
import * as z from 'zod/mini';
import { connectLive } from '../../../api-gateway/src/platform/testing/live-test-client';
import type { LiveTestClient } from '../../../api-gateway/src/platform/testing/live-test-client';

interface FollowedChat {
  readonly topic: string;
  readonly token: string;
}

/** Follows a chat over one connection after the other. Each goes on at the last cursor, after the pause of `bye`. */
export interface ChatFollower {
  /** Texts of the test's own messages, which begin with „Nachricht“; the demo town writes others at midnight. */
  receivedTexts(): string[];
  frameNames(): string[];
  /** Ends the last connection. Rejects when an earlier one has ended without a word of the gateway. */
  end(): Promise<void>;
}

const lastCursorOf = (frames: readonly ServerFrame[], topic: string): string | undefined =>
  frames.flatMap((frame) => ('cursor' in frame && frame.id === topic ? [frame.cursor] : [])).at(-1);

const retryMsOf = (frames: readonly ServerFrame[]): number | undefined =>
  frames.flatMap((frame) => (frame.op === 'bye' ? [frame.retryMs] : [])).at(-1);

const createFollower = (
  { topic }: FollowedChat,
  frames: () => readonly ServerFrame[],
  end: () => Promise<void>,
): ChatFollower => ({
  receivedTexts: () =>
    frames()
      .flatMap((frame) => (frame.op === 'delta' && frame.id === topic ? frame.ops : []))
      .flatMap((op) =>
        op.kind === 'put' && op.collection === 'messages' && 'content' in op.value ? [String(op.value.content)] : [],
      )
      .filter((text) => text.startsWith('Nachricht ')),
  frameNames: () => frames().map(({ op }) => op),
  end,
});

/** Follows a chat over sockets. */
export const followChatBySockets = async (url: string, followed: FollowedChat): Promise<ChatFollower> => {
  const { topic, token } = followed;
  const clients: LiveTestClient[] = [];
  let isOver = false;
  const frames = () => clients.flatMap((client) => client.frames);
  const connect = async (): Promise<LiveTestClient> => {
    const cursor = lastCursorOf(frames(), topic);
    const client = await connectLive(url, { token });
    clients.push(client);
    client.say({ op: 'sub', id: topic, topic, ...(cursor === undefined ? {} : { cursor }) });
    await client.next('live');
    return client;
  };
  const reconnect = async (client: LiveTestClient): Promise<void> => {
    await client.whenClosed;
    await delay(retryMsOf(client.frames));
    if (!isOver) await reconnect(await connect());
  };
  const whenOver = reconnect(await connect());
  return createFollower(followed, frames, async () => {
    isOver = true;
    clients.at(-1)?.terminate();
    await whenOver;
  });
};

const GOODBYE = `event: close\ndata: ${liveCloseCodes.bye}\n\n`;

/** Passes each event of a stream on as it arrives. Resolves with the end of its text. */
const readEvents = async (body: ReadableStream<Uint8Array>, onFrame: (frame: ServerFrame) => void): Promise<string> => {
  const decoder = new TextDecoder();
  let unread = '';
  let lastEvent = '';
  for await (const bytes of body) {
    const events = (unread + decoder.decode(bytes, { stream: true })).split('\n\n');
    unread = events.pop() ?? '';
    for (const event of events) {
      if (event.startsWith('data: ')) onFrame(z.parse(ServerFrame, JSON.parse(event.slice('data: '.length))));
      lastEvent = `${event}\n\n`;
    }
  }
  return lastEvent;
};

/** Follows a chat over streams of events, as pages do without WebSocket. */
export const followChatByStreams = async (url: string, followed: FollowedChat): Promise<ChatFollower> => {
  const { topic, token } = followed;
  const frames: ServerFrame[] = [];
  const stopping = new AbortController();
  const { signal } = stopping;
  let resolveLive = (): void => undefined;
  const whenLive = new Promise<void>((resolve) => {
    resolveLive = resolve;
  });
  const onFrame = (frame: ServerFrame): void => {
    frames.push(frame);
    if (frame.op === 'live') resolveLive();
  };
  const readStream = async (): Promise<void> => {
    const response = await fetch(`${url}${streamLive.path}`, {
      method: streamLive.method,
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ topics: [{ topic, cursor: lastCursorOf(frames, topic) }] }),
      signal,
    });
    if (response.status === 503) return delay(Number(response.headers.get('retry-after')) * 1_000);
    if (!response.ok || response.body === null) throw new Error(`The stream was refused: ${response.status}`);
    const lastEvent = await readEvents(response.body, onFrame);
    if (lastEvent !== GOODBYE) throw new Error(`A stream was cut after ${JSON.stringify(lastEvent)}`);
    await delay(retryMsOf(frames));
  };
  const readUntilStopped = async (): Promise<void> => {
    while (!signal.aborted) {
      try {
        await readStream();
      } catch (error) {
        if (!signal.aborted) throw error;
      }
    }
  };
  const whenOver = readUntilStopped();
  await Promise.race([whenLive, whenOver]);
  return createFollower(
    followed,
    () => frames,
    async () => {
      stopping.abort();
      await whenOver;
    },
  );
};
