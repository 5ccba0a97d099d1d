import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import WebSocket from 'ws';
import { CHAT } from './bare-page';

/** The least that a message can take: from a client through a server of its own to pages that append what comes. */
export interface BareMessages {
  /** Address of the page. */
  readonly url: string;
  /** Address of the sockets that receive messages, as the pages do. Sockets of `url` are only connected. */
  readonly chatUrl: string;
  close(): void;
}

/** Serves that page, and its sockets, from a process of its own. */
export const serveBareMessages = async (): Promise<BareMessages> => {
  const child = fork(fileURLToPath(new URL('bare-process.ts', import.meta.url)));
  const [message] = await once(child, 'message');
  const url = String(message);
  return { url, chatUrl: url + CHAT, close: () => child.disconnect() };
};

/** Sends texts as the author of a chat does: over a connection that is open already. */
export const openBareSender = async ({ url }: BareMessages): Promise<(text: string) => void> => {
  const socket = new WebSocket(url.replace(/^http/, 'ws'), { headers: { Origin: url } });
  await once(socket, 'open');
  return (text) => socket.send(text);
};
