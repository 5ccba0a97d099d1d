import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import WebSocket from 'ws';
import { CHAT_PATH } from './bare-page';

/**
 * A minimal message service, for comparison with the product: a client sends a message to a separate server, which
 * sends it to pages that only append it.
 */
export interface BareMessages {
  /** URL of the minimal page. A WebSocket opened to it stays connected and receives nothing. */
  readonly url: string;
  /** URL to which a WebSocket is opened that receives the messages. */
  readonly chatUrl: string;
  close(): void;
}

/** Starts a separate process that serves the bare page and its sockets. */
export const serveBareMessages = async (): Promise<BareMessages> => {
  const serverProcess = fork(fileURLToPath(new URL('bare-process.ts', import.meta.url)));
  const [addressMessage] = await once(serverProcess, 'message');
  const url = String(addressMessage);
  return { url, chatUrl: url + CHAT_PATH, close: () => serverProcess.disconnect() };
};

/** Creates a function that sends texts over an open connection, like the author of a chat. */
export const openBareSender = async ({ url }: BareMessages): Promise<(text: string) => void> => {
  const socket = new WebSocket(url.replace(/^http/, 'ws'), { headers: { Origin: url } });
  await once(socket, 'open');
  return (text) => socket.send(text);
};
