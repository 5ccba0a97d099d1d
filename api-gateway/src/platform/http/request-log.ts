import type { Request, RequestHandler, Response } from 'express';
import type { Logger } from 'pino';
import { monotonicNow } from '../clock';
import type { Metrics } from '../metrics';
import { idleTracer } from '../tracing';
import type { Tracer } from '../tracing';
import { refusalCodeOf, requestIdOf } from './http-result';

const callerByResponse = new WeakMap<Response, string>();

/**
 * Stores for the log who sent the request to which this response belongs: the uid of a person, or the name of a partner
 * or a team. The last call counts, so that a sign-in is logged with the person who has signed in.
 */
export const noteCaller = (response: Response, caller: string): void => void callerByResponse.set(response, caller);

// Returns the name of a request's method for the metrics. Node accepts thirty more methods, each of which would become
// a separate time series.
const methodNameOf = ({ method }: Request): string =>
  /^(GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS)$/.test(method) ? method : 'other';

interface RequestLogDeps {
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly tracer: Tracer;
}

const routeNameOf = ({ route }: Request): string => {
  const routePath: unknown = route?.path;
  return typeof routePath === 'string' ? routePath : 'other';
};

/**
 * Creates the handler that measures each request and logs it in one line: time, caller, route and result. The line
 * contains no path, query, header, body or IP address, because they may hold secrets, or texts that somebody else has
 * chosen.
 */
export const createRequestLog =
  ({ log, metrics, tracer }: RequestLogDeps): RequestHandler =>
  (request, response, next) => {
    const startedAt = monotonicNow();
    // The response ends in a context of its own.
    const traceId = tracer.traceId() ?? undefined;
    response.on('finish', () => {
      const durationMs = monotonicNow() - startedAt;
      const metricLabels = {
        route: routeNameOf(request),
        method: methodNameOf(request),
        status: String(response.statusCode),
      };
      metrics.requests.observe(metricLabels, durationMs / 1000);
      const logLevel = request.path.startsWith('/api/') || response.statusCode >= 500 ? 'info' : 'debug';
      const caller = callerByResponse.get(response);
      const code = refusalCodeOf(response);
      const ms = Math.round(durationMs);
      log[logLevel]({ requestId: requestIdOf(response), traceId, caller, ...metricLabels, code, ms }, 'request');
    });
    next();
  };

/**
 * Creates the handler that reports each request as a span. A client's own trace isn't continued: it could choose what
 * is recorded.
 */
export const createRequestTracing = ({ tracer }: { readonly tracer: Tracer }): RequestHandler => {
  if (tracer === idleTracer) return (_request, _response, next) => next();
  return (request, response, next) => {
    const method = methodNameOf(request);
    const span = tracer.begin(method, {
      kind: 'server',
      attributes: { 'http.request.method': method, 'mahlzeit.request.id': requestIdOf(response) },
    });
    response.once('close', () => {
      const routeName = routeNameOf(request);
      span.rename(`${method} ${routeName}`);
      span.set({ 'http.route': routeName, 'http.response.status_code': response.statusCode });
      span.end(response.statusCode >= 500 ? (refusalCodeOf(response) ?? 'internal') : undefined);
    });
    span.run(next);
  };
};
