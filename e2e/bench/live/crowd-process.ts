import { ServerFrame } from '@mahlzeit/contract';
import { constants, setPriority } from 'node:os';
import WebSocket from 'ws';
import * as z from 'zod/mini';

/** User with an open page of the product: the access token of the user and the topics that the page follows. */
export const TopicWatcher = z.object({ token: z.string(), topics: z.array(z.string()) });
export type TopicWatcher = z.infer<typeof TopicWatcher>;

/**
 * Connections to open: one for each watcher of the product, or one socket to each of these URLs of a bare server (a
 * minimal server, for comparison).
 */
export const CrowdStart = z.union([
  z.object({ url: z.string(), watchers: z.array(TopicWatcher) }),
  z.object({ addresses: z.array(z.string()) }),
]);
export type CrowdStart = z.infer<typeof CrowdStart>;

const openSocket = (url: string): WebSocket =>
  new WebSocket(url.replace(/^http/, 'ws'), { headers: { Origin: new URL(url).origin } });

/** Connects like a page and stays connected. Resolves once all the page's topics are live. */
const watchTopics = (url: string, { token, topics }: TopicWatcher): Promise<void> =>
  new Promise((resolve, reject) => {
    const waitingTopics = new Set(topics);
    const socket = openSocket(`${url}/live`);
    const sendFrame = (frame: object): void => socket.send(JSON.stringify(frame));
    socket.on('open', () => sendFrame({ op: 'hello', v: 1, token }));
    socket.on('message', (messageData) => {
      // Later messages of the gateway are ignored: the bench doesn't measure the work that users' machines do with a
      // message.
      if (waitingTopics.size === 0) return;
      const frame = ServerFrame.parse(JSON.parse(String(messageData)));
      if (frame.op === 'welcome') for (const topic of topics) sendFrame({ op: 'sub', id: topic, topic });
      if (frame.op === 'live' && waitingTopics.delete(frame.id) && waitingTopics.size === 0) resolve();
      if (frame.op === 'err') reject(new Error(`The topic was refused: ${frame.code}`));
    });
    socket.on('error', reject);
    socket.on('close', () => reject(new Error('The socket was closed')));
  });

/** Connects to a bare server (a minimal server, for comparison) and stays connected. */
const connectBare = (url: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const socket = openSocket(url);
    socket.on('open', () => resolve());
    socket.on('error', reject);
    socket.on('close', () => reject(new Error('The socket was closed')));
  });

// The crowd runs in a separate process with low priority. Real users have machines of their own, so their work on a
// frame must not count as the gateway's time.
setPriority(constants.priority.PRIORITY_LOW);
process.on('message', (startMessage) => {
  const crowdStart = CrowdStart.parse(startMessage);
  const connections =
    'watchers' in crowdStart
      ? crowdStart.watchers.map((topicWatcher) => watchTopics(crowdStart.url, topicWatcher))
      : crowdStart.addresses.map(connectBare);
  void Promise.all(connections).then(
    () => process.send?.('connected'),
    (error: unknown) => process.send?.(String(error)),
  );
});
process.on('disconnect', () => process.exit(0));
