import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** An HTTP server that has its port, before there is anything to serve. */
export interface Listening {
  readonly server: Server;
  readonly port: number;
  /** From now on this answers; until then everybody is asked to come back. */
  serve(handle: (request: IncomingMessage, response: ServerResponse) => void): void;
  close(): Promise<void>;
}

const askToComeBack = (_request: IncomingMessage, response: ServerResponse): void => {
  response.writeHead(503, { 'Retry-After': '1', 'Content-Length': '0' }).end();
};

const isBound = (address: string | AddressInfo | null): address is AddressInfo => typeof address === 'object' && address !== null;

const closeServer = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    server.close(() => resolve());
    server.closeIdleConnections();
  });

/** Takes the port first: one that is taken shows at once, and modules know the address that they hand out. Rejects with the system's error. */
export const listen = async ({ host, port }: { host: string; port: number }): Promise<Listening> => {
  let handler = askToComeBack;
  const server = createServer((request, response) => handler(request, response));
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, host, () => resolve());
  });
  const address = server.address();
  if (!isBound(address)) throw new Error('the server listens on no port');
  return {
    server,
    port: address.port,
    serve(handle) {
      handler = handle;
    },
    close: () => closeServer(server),
  };
};
