import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { WebSocketServer } from 'ws';

/** The least that a message can take: a socket of its own, and a page that appends what comes. */
export interface BareMessages {
  readonly url: string;
  /** Sends a text to the pages that are open. */
  send(text: string): void;
  close(): Promise<void>;
}

const PAGE = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Bare</title><ul></ul><script>
const list = document.querySelector('ul');
new WebSocket(location.origin.replace('http', 'ws')).onmessage = ({ data }) => {
  list.append(Object.assign(document.createElement('li'), { textContent: data }));
};
</script></html>`;

/** Serves that page, and its socket, on a port of its own. */
export const serveBareMessages = async (): Promise<BareMessages> => {
  const server = createServer((_request, response) => {
    response.setHeader('Content-Type', 'text/html; charset=utf-8');
    response.end(PAGE);
  });
  const sockets = new WebSocketServer({ server });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address: AddressInfo | string | null = server.address();
  if (address === null || typeof address === 'string') throw new Error('listens on no port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    send(text) {
      for (const socket of sockets.clients) socket.send(text);
    },
    close: () => new Promise((resolve) => {
      for (const socket of sockets.clients) socket.terminate();
      server.close(() => resolve());
    }),
  };
};
