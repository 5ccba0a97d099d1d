import { chatTopic, meTopic, ServerFrame } from '@mahlzeit/contract';
import { constants, setPriority } from 'node:os';
import WebSocket from 'ws';
import * as z from 'zod/mini';

/** Whoever has a page open: their token, and the chat that they look at. */
export const Watcher = z.object({ token: z.string(), chatKey: z.nullable(z.string()) });
export type Watcher = z.infer<typeof Watcher>;

const Start = z.object({ url: z.string(), watchers: z.array(Watcher) });

/** Connects like a page does and stays; resolves once everything that it follows is live. */
const follow = (url: string, { token, chatKey }: Watcher): Promise<void> =>
  new Promise((resolve, reject) => {
    const topics = ['global', meTopic, ...(chatKey === null ? [] : [chatTopic(chatKey)])];
    const waiting = new Set(topics);
    const socket = new WebSocket(`${url.replace(/^http/, 'ws')}/live`, { headers: { Origin: url } });
    const say = (frame: object): void => socket.send(JSON.stringify(frame));
    socket.on('open', () => say({ op: 'hello', v: 1, token }));
    socket.on('message', (data) => {
      const frame = ServerFrame.parse(JSON.parse(String(data)));
      if (frame.op === 'welcome') for (const topic of topics) say({ op: 'sub', id: topic, topic });
      if (frame.op === 'live' && waiting.delete(frame.id) && waiting.size === 0) resolve();
      if (frame.op === 'err') reject(new Error(`refused: ${frame.code}`));
    });
    socket.on('error', reject);
    socket.on('close', () => reject(new Error('closed')));
  });

// A process of its own, as those people have machines of their own: what they do with a frame is not the gateway's time.
setPriority(constants.priority.PRIORITY_LOW);
process.on('message', (message) => {
  const { url, watchers } = Start.parse(message);
  void Promise.all(watchers.map((watcher) => follow(url, watcher))).then(
    () => process.send?.('connected'),
    (error: unknown) => process.send?.(String(error)),
  );
});
process.on('disconnect', () => process.exit(0));
