import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { createServer as createNetServer } from 'node:net';
import type { AddressInfo, Server as NetServer, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { errorCodeOf } from '../errors';
import { createFairScheduler } from '../fair-scheduler';
import { clientAddress } from './client-address';
import { createConnectionScheduler } from './connection-scheduler';
import type { ConnectionScheduler } from './connection-scheduler';
import { createExpressMessages } from './express-messages';
import { errorResult } from './http-result';

// Pattern of headers with which a client offers to change the protocol.
const UPGRADE_HEADER = /^(connection|upgrade|http2-settings)$/i;

const headerLinesOf = ({ rawHeaders }: IncomingMessage): string[] =>
  rawHeaders.flatMap((name, index) =>
    index % 2 === 0 && !UPGRADE_HEADER.test(name) ? [`${name}: ${rawHeaders[index + 1] ?? ''}`] : [],
  );

/**
 * Returns the bytes of a request without its upgrade headers. `head` contains the data that arrived after the request's
 * headers.
 */
const withoutUpgrade = (request: IncomingMessage, head: Buffer): Buffer => {
  const requestLines = [
    `${request.method ?? 'GET'} ${request.url ?? '/'} HTTP/${request.httpVersion}`,
    ...headerLinesOf(request),
    'Connection: close',
    '',
    '',
  ];
  return Buffer.concat([Buffer.from(requestLines.join('\r\n'), 'latin1'), head]);
};

/** Type of the function that takes over the socket of a request that opens a WebSocket. */
type TakeOverSocket = (request: IncomingMessage, socket: Duplex, head: Buffer) => void;

/** An HTTP server that already listens before its request handler is set. */
export interface ListeningServer {
  readonly port: number;
  /** Sets the request handler. Before this call, the server responds to every request with `unavailable`. */
  serve(handleRequest: (request: IncomingMessage, response: ServerResponse) => void): void;
  /**
   * Sets the handler of WebSocket upgrades. The handler takes over the socket; the server doesn't read the socket
   * afterwards.
   */
  onUpgrade(takeOverSocket: TakeOverSocket): void;
  /** Closes each connection after its next response, so that `close` interrupts no request of a busy client. */
  endConnections(): void;
  /** Accepts no more connections and resolves when all have ended, idle ones at the latest after `graceMs`. */
  close(graceMs?: number): Promise<void>;
}

const answerUnavailable = (_request: IncomingMessage, response: ServerResponse): void => {
  const { status, headers, body } = errorResult({ code: 'unavailable', retryAfterMs: 1000 }, randomUUID());
  response
    .writeHead(status, { ...headers, 'Cache-Control': 'no-store', 'Content-Type': 'application/json; charset=utf-8' })
    .end(body);
};

const isAddressInfo = (address: string | AddressInfo | null): address is AddressInfo =>
  typeof address === 'object' && address !== null;

const isForWebSocket = ({ headers }: IncomingMessage): boolean => headers.upgrade?.toLowerCase() === 'websocket';

// Accepts only offers to open a WebSocket; RFC 9110 §7.8 allows a server to ignore others. Node passes every offer to
// the listener; `curl --http2` and Java's client send an offer with each request.
const takeUpgrades = (server: Server, takeOver: TakeOverSocket): void => {
  server.on('upgrade', (request, socket, head) => {
    if (isForWebSocket(request)) return takeOver(request, socket, head);
    socket.unshift(withoutUpgrade(request, head));
    server.emit('connection', socket);
  });
};

const STATUS_OF_BROKEN_REQUESTS: ReadonlyMap<string | null, string> = new Map([
  ['ERR_HTTP_REQUEST_TIMEOUT', '408 Request Timeout'],
  ['HPE_CHUNK_EXTENSIONS_OVERFLOW', '413 Payload Too Large'],
  ['HPE_HEADER_OVERFLOW', '431 Request Header Fields Too Large'],
]);

/** Client of broken requests, for turns in which addresses don't matter. */
const ANYBODY = { address: '', person: '' };

/**
 * Answers broken and late requests as Node does, and closes their connections without an error: Node computes a stack
 * for each error, which took 60 ms for the late connections of one attack. Node finds all late connections in the same
 * turn of the event loop; one is closed in each turn.
 */
const refuseBrokenRequests = (server: Server): void => {
  const scheduler = createFairScheduler();
  const answeringSockets = new WeakSet<Duplex>();
  const refusedSockets = new WeakSet<Duplex>();
  server.on('request', ({ socket }, response) => {
    answeringSockets.add(socket);
    response.once('close', () => answeringSockets.delete(socket));
  });
  server.on('clientError', (error, socket) => {
    if (refusedSockets.has(socket)) return;
    refusedSockets.add(socket);
    const status = STATUS_OF_BROKEN_REQUESTS.get(errorCodeOf(error)) ?? '400 Bad Request';
    scheduler.add(ANYBODY, {
      start() {
        if (socket.writable && !answeringSockets.has(socket))
          socket.write(`HTTP/1.1 ${status}\r\nConnection: close\r\n\r\n`);
        socket.destroy();
      },
    });
  });
};

/**
 * Returns a function that counts connections by IP address and returns false if an address has too many. A closed
 * connection no longer counts.
 */
const createConnectionLimit = (maxConnections: number): ((socket: Socket) => boolean) => {
  const countByAddress = new Map<string, number>();
  return (socket) => {
    const address = clientAddress({ ip: socket.remoteAddress });
    const count = countByAddress.get(address) ?? 0;
    if (count >= maxConnections) return false;
    countByAddress.set(address, count + 1);
    socket.once('close', () => {
      const remaining = (countByAddress.get(address) ?? 1) - 1;
      if (remaining === 0) countByAddress.delete(address);
      else countByAddress.set(address, remaining);
    });
    return true;
  };
};

/** Creates the server that owns the port. It passes each connection to `server` when it is the connection's turn. */
const createConnectionServer = (
  server: Server,
  connectionScheduler: ConnectionScheduler,
  maxConnections: number,
): NetServer => {
  const mayConnect = createConnectionLimit(maxConnections);
  const connectionServer = createNetServer({ pauseOnConnect: true, allowHalfOpen: true, noDelay: true }, (socket) => {
    if (mayConnect(socket)) connectionScheduler.accept(socket, () => server.emit('connection', socket));
    else socket.destroy();
  });
  // Node's HTTP server starts its checks for slow requests at its event `listening`. The server doesn't listen itself
  // here, so the event is passed on from the server that owns the port.
  connectionServer.once('listening', () => server.emit('listening'));
  return connectionServer;
};

/**
 * Accepts no more connections, and resolves when all have ended. For `graceMs` clients may still send requests on the
 * connections that they keep: closing one of these while a request is on its way would break the request.
 */
const closeServers = async (connectionServer: NetServer, server: Server, graceMs: number): Promise<void> => {
  const allEnded = new Promise<void>((resolve) => connectionServer.close(() => resolve()));
  if (graceMs > 0) {
    const graceEnd = new AbortController();
    await Promise.race([allEnded, delay(graceMs, undefined, { signal: graceEnd.signal }).catch(() => undefined)]);
    graceEnd.abort();
  }
  // Closes the idle connections; the others end with their present answer.
  server.close();
  await allEnded;
};

interface ListenOptions {
  readonly host: string;
  /** Port on which the server listens; 0 for any free port. */
  readonly port: number;
  /** Headers that every response has unless its route replaces them. */
  readonly headers?: Readonly<Record<string, string>>;
  /** True if a proxy opens all connections, so that their IP address is not that of a visitor. */
  readonly trustsProxy?: boolean;
  /** Milliseconds within which the headers of a request must arrive. */
  readonly headersTimeoutMs?: number;
}

/** Maximum number of open connections from one IP address. An office with hundreds of visitors may share an address. */
const MAX_CONNECTIONS_PER_ADDRESS = 1_024;

const HEADERS_TIMEOUT_MS = 10_000;

/** Number of checks for late connections within the timeout, which limits how much too late a connection is closed. */
const CHECKS_PER_TIMEOUT = 20;

/**
 * Starts to listen before the modules are created, so that a port in use is reported at once and the modules know their
 * URL. Rejects with the system's error.
 */
export const listen = async ({
  host,
  port,
  headers = {},
  trustsProxy = false,
  headersTimeoutMs = HEADERS_TIMEOUT_MS,
}: ListenOptions): Promise<ListeningServer> => {
  let requestHandler = answerUnavailable;
  const connectionScheduler = createConnectionScheduler();
  const messageClasses = createExpressMessages();
  const defaultHeaders = new Map(Object.entries(headers));
  const serverOptions = {
    ...messageClasses.classes,
    headersTimeout: headersTimeoutMs,
    connectionsCheckingInterval: headersTimeoutMs / CHECKS_PER_TIMEOUT,
  };
  const server = createServer(serverOptions, (request, response) => {
    response.setHeaders(defaultHeaders);
    connectionScheduler.onReceived(request.socket, response);
    requestHandler(request, response);
  });
  refuseBrokenRequests(server);
  const connectionServer = createConnectionServer(
    server,
    connectionScheduler,
    trustsProxy ? Infinity : MAX_CONNECTIONS_PER_ADDRESS,
  );
  await new Promise<void>((resolve, reject) => {
    connectionServer.once('error', reject).listen(port, host, () => resolve());
  });
  const address = connectionServer.address();
  if (!isAddressInfo(address)) throw new Error('The HTTP server has no port');
  return {
    port: address.port,
    serve(handle) {
      messageClasses.serveBy(handle);
      requestHandler = handle;
    },
    endConnections: () => defaultHeaders.set('Connection', 'close'),
    onUpgrade: (takeOver) =>
      takeUpgrades(server, (request, socket, head) => {
        connectionScheduler.leave(request.socket);
        takeOver(request, socket, head);
      }),
    close: (graceMs = 0) => closeServers(connectionServer, server, graceMs),
  };
};
