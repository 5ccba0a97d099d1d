import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { createServer as createNetServer } from 'node:net';
import type { AddressInfo, Server as NetServer } from 'node:net';
import type { Duplex } from 'node:stream';
import { getLiveness, getReadiness, getVersion } from '@mahlzeit/contract';
import type { Readiness, Version } from '@mahlzeit/contract';
import express, { Router } from 'express';
import type { ErrorRequestHandler, Express, RequestHandler } from 'express';
import type { Logger } from 'pino';
import { monotonicNow } from '../clock';
import type { Clock } from '../clock';
import type { OpenDatabase } from '../database/open-database';
import type { Metrics } from '../metrics';
import { createExpressMessages } from './express-messages';
import { createFairQueueing } from './fair-queueing';
import { createFairReading } from './fair-reading';
import type { FairReading } from './fair-reading';
import { errorResult, assignRequestId, requestIdOf, sendResult, successResult, thrownErrorResult } from './http-result';
import type { BoundRoute } from './route-types';

// Names of headers with which a client offers to change the protocol.
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

/** Takes over the socket of a request that opens a WebSocket. */
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
  close(): Promise<void>;
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

// RFC 9110 §7.8 allows a server to ignore an upgrade offer. Node passes every offer to the listener; `curl --http2` and
// Java's client send an offer with each request.
const takeUpgrades = (server: Server, takeOver: TakeOverSocket): void => {
  server.on('upgrade', (request, socket, head) => {
    if (isForWebSocket(request)) return takeOver(request, socket, head);
    socket.unshift(withoutUpgrade(request, head));
    server.emit('connection', socket);
  });
};

/** Creates the server that owns the port. It passes each connection to `server` when it is the connection's turn. */
const createConnectionServer = (server: Server, fairReading: FairReading): NetServer => {
  const connectionServer = createNetServer({ pauseOnConnect: true, allowHalfOpen: true, noDelay: true }, (socket) =>
    fairReading.accept(socket, () => server.emit('connection', socket)),
  );
  // Node's HTTP server starts its checks for slow requests at its event `listening`. The server doesn't listen itself
  // here, so the event is passed on from the server that owns the port.
  connectionServer.once('listening', () => server.emit('listening'));
  return connectionServer;
};

const closeServers = (connectionServer: NetServer, server: Server): Promise<void> =>
  new Promise((resolve) => {
    connectionServer.close(() => resolve());
    server.close();
  });

/**
 * Starts to listen before the modules exist, so that a port in use is reported at once and the modules know their
 * address. Rejects with the system's error.
 */
export const listen = async ({ host, port }: { host: string; port: number }): Promise<ListeningServer> => {
  let requestHandler = answerUnavailable;
  const fairReading = createFairReading();
  const messageClasses = createExpressMessages();
  const server = createServer(messageClasses.classes, (request, response) => {
    fairReading.onReceived(request.socket, response);
    requestHandler(request, response);
  });
  const connectionServer = createConnectionServer(server, fairReading);
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
    onUpgrade: (takeOver) =>
      takeUpgrades(server, (request, socket, head) => {
        fairReading.leave(request.socket);
        takeOver(request, socket, head);
      }),
    close: () => closeServers(connectionServer, server),
  };
};

/** Dependencies of the routes for operation. */
export interface OperationDeps {
  readonly version: Version;
  readonly metrics: Metrics;
  /** Checks the database and its migrations, on which the gateway depends, and the parts that it can do without. */
  checkReadiness(): Promise<Omit<Readiness, 'ok'>>;
  /** Checks whether the gateway is about to stop, so that proxies must send requests to other gateways. */
  isDraining(): boolean;
}

/** Serves `/livez`, `/readyz`, `/version` and `/metrics`. */
export const createOperationRouter = ({ version, metrics, checkReadiness, isDraining }: OperationDeps): Router => {
  const router = Router();
  router.get(getLiveness.path, (_request, response) => sendResult(response, successResult({ ok: true })));
  router.get(getVersion.path, (_request, response) => sendResult(response, successResult(version)));
  router.get(getReadiness.path, async (_request, response) => {
    const readiness = await checkReadiness();
    const isReady = readiness.database && readiness.migrations && !isDraining();
    sendResult(response, { ...successResult({ ok: isReady, ...readiness }), status: isReady ? 200 : 503 });
  });
  router.get('/metrics', async (_request, response) => {
    response.setHeader('Cache-Control', 'no-store');
    response.type(metrics.registry.contentType).send(await metrics.registry.metrics());
  });
  return router;
};

interface HttpAppDeps {
  readonly database: Pick<OpenDatabase, 'toAppError'>;
  readonly clock: Clock;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly trustsProxy: boolean;
  readonly operation: Router;
  readonly routes: readonly BoundRoute[];
  serve(boundRoute: BoundRoute): RequestHandler;
  /** Files, pictures and pages, mounted after all routes. */
  readonly routers: readonly Router[];
}

const setTimeHeaders =
  (clock: Clock): RequestHandler =>
  (_request, response, next) => {
    response.setHeader('X-Mahlzeit-Now', String(clock.now()));
    response.setHeader('X-Content-Type-Options', 'nosniff');
    next();
  };

const observeRequests =
  ({ log, metrics }: HttpAppDeps): RequestHandler =>
  (request, response, next) => {
    const startedAt = monotonicNow();
    response.on('finish', () => {
      const durationMs = monotonicNow() - startedAt;
      const routePath: unknown = request.route?.path;
      const metricLabels = {
        route: typeof routePath === 'string' ? routePath : 'other',
        method: request.method,
        status: String(response.statusCode),
      };
      metrics.requests.observe(metricLabels, durationMs / 1000);
      const logLevel = request.path.startsWith('/api/') || response.statusCode >= 500 ? 'info' : 'debug';
      log[logLevel]({ requestId: requestIdOf(response), ...metricLabels, ms: Math.round(durationMs) }, 'request');
    });
    next();
  };

const expressMethodNames = { GET: 'get', POST: 'post', PUT: 'put', PATCH: 'patch', DELETE: 'delete' } as const;

const mountRoutes = (app: Express, { routes, serve }: HttpAppDeps): void => {
  const methodsByPath = new Map<string, string[]>();
  for (const boundRoute of routes) {
    const { method, path } = boundRoute.contract;
    app.route(path)[expressMethodNames[method]](serve(boundRoute));
    methodsByPath.set(path, [...(methodsByPath.get(path) ?? []), method]);
  }
  // These handlers are mounted after all routes, so that no pattern hides another route's path.
  for (const [path, methods] of methodsByPath) {
    app.all(path, (_request, response) => {
      response.setHeader('Allow', methods.join(', '));
      sendResult(response, errorResult('methodNotAllowed', requestIdOf(response)));
    });
  }
};

const answerUnknownPath: RequestHandler = (_request, response) =>
  sendResult(response, errorResult('notFound', requestIdOf(response)));

const answerRouteError =
  ({ database, log }: HttpAppDeps): ErrorRequestHandler =>
  (error: unknown, _request, response, next) => {
    const result = thrownErrorResult(database.toAppError(error), { requestId: requestIdOf(response), log });
    if (response.headersSent) next(error);
    else sendResult(response, result);
  };

/**
 * Creates the HTTP app: routes for operation, then API routes, then files and pages. One handler turns every error into
 * a response.
 */
export const createHttpApp = (deps: HttpAppDeps): Express => {
  const app = express();
  app
    .disable('x-powered-by')
    .disable('etag')
    .set('trust proxy', deps.trustsProxy ? 1 : false);
  // The routes for operation come before the queue, because the liveness check must not wait in the queue.
  app.use(assignRequestId, observeRequests(deps), deps.operation, createFairQueueing());
  app.use('/api', setTimeHeaders(deps.clock));
  mountRoutes(app, deps);
  for (const router of deps.routers) app.use(router);
  app.use(answerUnknownPath);
  app.use(answerRouteError(deps));
  return app;
};
