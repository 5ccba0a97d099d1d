import express from 'express';
import type { ErrorRequestHandler, Express, RequestHandler, Router } from 'express';
import type { Logger } from 'pino';
import * as z from 'zod/mini';
import type { Clock } from '../clock';
import type { OpenDatabase } from '../database/open-database';
import type { Metrics } from '../metrics';
import type { RequestContext } from '../request-context';
import type { Tracer } from '../tracing';
import { createFairQueueing } from './fair-queueing';
import { errorResult, createRequestIdHandler, requestIdOf, sendResult, thrownErrorResult } from './http-result';
import { createRequestLog, createRequestTracing } from './request-log';
import type { BoundRoute } from './route-types';

interface HttpAppDeps {
  readonly database: Pick<OpenDatabase, 'toAppError'>;
  readonly clock: Clock;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly requestContext: Pick<RequestContext, 'run'>;
  readonly tracer: Tracer;
  readonly trustsProxy: boolean;
  /** Routes for health checks, which don't wait in the queue of requests. */
  readonly health: Router;
  readonly routes: readonly BoundRoute[];
  serve(boundRoute: BoundRoute): RequestHandler;
  /** Routers for files, pictures and pages, mounted after all routes. */
  readonly routers: readonly Router[];
}

const setTimeHeader =
  (clock: Clock): RequestHandler =>
  (_request, response, next) => {
    response.setHeader('X-Mahlzeit-Now', String(clock.now()));
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
  // Mounts the handlers that refuse other methods after all routes, so that no pattern hides another route's path.
  for (const [path, methods] of methodsByPath) {
    // Registers one handler for all methods. `app.all` would register each of the more than thirty methods that Node
    // knows.
    app.route(path).all((_request, response) => {
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
 * Creates the HTTP app: health checks, then API routes, then files and pages. One handler turns every error into
 * a response.
 */
export const createHttpApp = (deps: HttpAppDeps): Express => {
  const app = express();
  app
    .disable('x-powered-by')
    .disable('etag')
    .set('trust proxy', deps.trustsProxy ? 1 : false);
  app.use(
    createRequestIdHandler(deps.requestContext),
    createRequestTracing(deps),
    createRequestLog(deps),
    deps.health,
    createFairQueueing(),
  );
  app.use('/api', setTimeHeader(deps.clock));
  mountRoutes(app, deps);
  for (const router of deps.routers) app.use(router);
  app.use(answerUnknownPath);
  app.use(answerRouteError(deps));
  return app;
};

/** Layer of an Express router: a route with the handlers of its methods, or a mounted router. */
const RouterLayer = z.object({
  route: z.optional(
    z.object({
      path: z.union([z.string(), z.instanceof(RegExp)]),
      stack: z.array(z.object({ method: z.optional(z.string()) })),
    }),
  ),
  handle: z.custom<{ readonly stack?: readonly unknown[] }>((handle) => typeof handle === 'function'),
});

const routesBelow = (stack: readonly unknown[]): string[] =>
  stack.flatMap((layer) => {
    const { route, handle } = RouterLayer.parse(layer);
    if (route === undefined) return routesBelow(handle.stack ?? []);
    const methods = [...new Set(route.stack.map(({ method }) => method?.toUpperCase() ?? 'ALL'))];
    return methods.map((method) => `${method} ${String(route.path)}`);
  });

/** Lists the method and path of each route of an Express app, also of mounted routers: `GET /media/:kind/:file`. */
export const listRoutes = ({ router }: Express): readonly string[] => routesBelow(router.stack);
