import express, { type ErrorRequestHandler, type Express, type RequestHandler, type Router } from 'express';
import type { Logger } from 'pino';
import { monotonicNow } from '../clock';
import type { Metrics } from '../metrics';
import type { BoundRoute, Clock } from '../types';
import { thrownErrorResult, errorResult } from './outcome';
import { giveRequestId, requestIdOf } from './request-id';
import { sendResult } from './send-outcome';

export interface HttpAppDeps {
  readonly clock: Clock;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly trustsProxy: boolean;
  readonly operation: Router;
  readonly routes: readonly BoundRoute[];
  serve(bound: BoundRoute): RequestHandler;
  /** Files, pictures and pages, asked after all routes. */
  readonly routers: readonly Router[];
}

const setTimeHeaders = (clock: Clock): RequestHandler => (_request, response, next) => {
  response.setHeader('X-Mahlzeit-Now', String(clock.now()));
  response.setHeader('X-Content-Type-Options', 'nosniff');
  next();
};

const observe = ({ log, metrics }: HttpAppDeps): RequestHandler => (request, response, next) => {
  const startedAt = monotonicNow();
  response.on('finish', () => {
    const ms = monotonicNow() - startedAt;
    const route: unknown = request.route?.path;
    const labels = { route: typeof route === 'string' ? route : 'other', method: request.method, status: String(response.statusCode) };
    metrics.requests.observe(labels, ms / 1000);
    const level = request.path.startsWith('/api/') || response.statusCode >= 500 ? 'info' : 'debug';
    log[level]({ requestId: requestIdOf(response), ...labels, ms: Math.round(ms) }, 'request');
  });
  next();
};

const mount = (app: Express, { routes, serve }: HttpAppDeps): void => {
  const methodsByPath = new Map<string, string[]>();
  for (const bound of routes) {
    const { method, path } = bound.contract;
    app.route(path)[methodNames[method]](serve(bound));
    methodsByPath.set(path, [...(methodsByPath.get(path) ?? []), method]);
  }
  // Behind all routes, so that no pattern hides another route's own path.
  for (const [path, methods] of methodsByPath) {
    app.all(path, (_request, response) => {
      response.setHeader('Allow', methods.join(', '));
      sendResult(response, errorResult('methodNotAllowed', requestIdOf(response)));
    });
  }
};

const methodNames = { GET: 'get', POST: 'post', PUT: 'put', PATCH: 'patch', DELETE: 'delete' } as const;

const answerUnknown: RequestHandler = (_request, response) => sendResult(response, errorResult('notFound', requestIdOf(response)));

const answerError = (log: Logger): ErrorRequestHandler => (error: unknown, _request, response, next) => {
  const result = thrownErrorResult(error, { requestId: requestIdOf(response), log });
  if (response.headersSent) next(error);
  else sendResult(response, result);
};

/** The HTTP app: operation, the API's routes, then files and pages; one handler answers every error. */
export const createHttpApp = (deps: HttpAppDeps): Express => {
  const app = express();
  app.disable('x-powered-by').disable('etag').set('trust proxy', deps.trustsProxy ? 1 : false);
  app.use(giveRequestId, observe(deps), deps.operation);
  app.use('/api', setTimeHeaders(deps.clock));
  mount(app, deps);
  for (const router of deps.routers) app.use(router);
  app.use(answerUnknown);
  app.use(answerError(deps.log));
  return app;
};
