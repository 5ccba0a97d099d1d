import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { WebSocketServer } from 'ws';

/** The least that a message can take: a socket of its own, and a page that appends what comes. Its button sends a text, which goes to every page. */
export interface BareMessages {
  readonly url: string;
  /** Sends a text to the pages that are open, in the order in which they were opened. */
  send(text: string): void;
  close(): Promise<void>;
}

const PAGE = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Bare</title><button>Send</button><ul></ul><script>
const list = document.querySelector('ul');
const button = document.querySelector('button');
const socket = new WebSocket(location.origin.replace('http', 'ws'));
socket.onmessage = ({ data }) => {
  list.append(Object.assign(document.createElement('li'), { textContent: data }));
};
button.onclick = () => socket.send(button.value);
</script></html>`;

/** Serves that page, and its socket, on a port of its own. */
export const serveBareMessages = async (): Promise<BareMessages> => {
  const server = createServer((_request, response) => {
    response.setHeader('Content-Type', 'text/html; charset=utf-8');
    response.end(PAGE);
  });
  const sockets = new WebSocketServer({ server });
  const send = (text: string): void => {
    for (const socket of sockets.clients) socket.send(text);
  };
  sockets.on('connection', (socket) => socket.on('message', (data) => send(String(data))));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address: AddressInfo | string | null = server.address();
  if (address === null || typeof address === 'string') throw new Error('listens on no port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    send,
    close: () => new Promise((resolve) => {
      for (const socket of sockets.clients) socket.terminate();
      server.close(() => resolve());
    }),
  };
};
