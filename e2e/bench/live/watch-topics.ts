import { ServerFrame } from '@mahlzeit/contract';
import WebSocket from 'ws';
import * as z from 'zod/mini';

/** User with an open page of the product: the access token of the user and the topics that the page follows. */
export const TopicWatcher = z.object({
  token: z.string(),
  topics: z.array(z.string()),
  /** Address of this machine from which the page connects; absent for the default one. */
  localAddress: z.optional(z.string()),
});
export type TopicWatcher = z.infer<typeof TopicWatcher>;

/** Opens a socket of a gateway, whose pages may have another origin, as a program does: without an origin. */
export const openSocket = (url: string, localAddress?: string): WebSocket =>
  new WebSocket(url.replace(/^http/, 'ws'), localAddress === undefined ? {} : { localAddress });

/**
 * Connects like a page and stays connected. Resolves with the socket once all the page's topics are live. Later frames
 * go to `onFrame` as text, because the bench doesn't measure the work that users' machines do with a frame.
 */
export const watchTopics = (
  url: string,
  { token, topics, localAddress }: TopicWatcher,
  onFrame: (frameText: string) => void,
): Promise<WebSocket> =>
  new Promise((resolve, reject) => {
    const waitingTopics = new Set(topics);
    const socket = openSocket(`${url}/live`, localAddress);
    const sendFrame = (frame: object): void => socket.send(JSON.stringify(frame));
    socket.on('open', () => sendFrame({ op: 'hello', v: 1, token }));
    socket.on('message', (messageData) => {
      const frameText = String(messageData);
      if (waitingTopics.size === 0) return onFrame(frameText);
      const frame = ServerFrame.parse(JSON.parse(frameText));
      if (frame.op === 'welcome') for (const topic of topics) sendFrame({ op: 'sub', id: topic, topic });
      if (frame.op === 'live' && waitingTopics.delete(frame.id) && waitingTopics.size === 0) resolve(socket);
      if (frame.op === 'err') reject(new Error(`The topic was refused: ${frame.code}`));
    });
    socket.on('error', reject);
    socket.on('close', (code) => reject(new Error(`The socket was closed with ${code}`)));
  });
