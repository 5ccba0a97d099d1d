import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { errorResult } from './outcome';
import { withoutUpgrade } from './without-upgrade';

/** Takes over the socket of a request that asked for WebSocket. */
type TakeOver = (request: IncomingMessage, socket: Duplex, head: Buffer) => void;

/** An HTTP server that has its port, before there is anything to serve. */
export interface Listening {
  readonly port: number;
  /** From now on this answers; until then everybody is asked to come back. */
  serve(handle: (request: IncomingMessage, response: ServerResponse) => void): void;
  /** From now on this takes WebSockets over. */
  onUpgrade(takeOver: TakeOver): void;
  close(): Promise<void>;
}

const answerUnavailable = (_request: IncomingMessage, response: ServerResponse): void => {
  const { status, headers, body } = errorResult({ code: 'unavailable', retryAfterMs: 1000 }, randomUUID());
  response.writeHead(status, { ...headers, 'Cache-Control': 'no-store', 'Content-Type': 'application/json; charset=utf-8' }).end(body);
};

const isBound = (address: string | AddressInfo | null): address is AddressInfo => typeof address === 'object' && address !== null;

const closeServer = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    server.close(() => resolve());
    server.closeIdleConnections();
  });

const isForWebSocket = ({ headers }: IncomingMessage): boolean => headers.upgrade?.toLowerCase() === 'websocket';

// RFC 9110 §7.8: an offer may be ignored. Node leaves every one to the listener, `curl --http2` and Java's client make one with each request.
const takeUpgrades = (server: Server, takeOver: TakeOver): void => {
  server.on('upgrade', (request, socket, head) => {
    if (isForWebSocket(request)) return takeOver(request, socket, head);
    socket.unshift(withoutUpgrade(request, head));
    server.emit('connection', socket);
  });
};

/** Takes the port first: one that is taken shows at once, and modules know the address that they hand out. Rejects with the system's error. */
export const listen = async ({ host, port }: { host: string; port: number }): Promise<Listening> => {
  let handler = answerUnavailable;
  const server = createServer((request, response) => handler(request, response));
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, host, () => resolve());
  });
  const address = server.address();
  if (!isBound(address)) throw new Error('the server listens on no port');
  return {
    port: address.port,
    serve(handle) {
      handler = handle;
    },
    onUpgrade: (takeOver) => takeUpgrades(server, takeOver),
    close: () => closeServer(server),
  };
};
