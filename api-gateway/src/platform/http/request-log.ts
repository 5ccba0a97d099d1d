import type { Request, RequestHandler, Response } from 'express';
import type { Logger } from 'pino';
import { monotonicNow } from '../clock';
import type { Metrics } from '../metrics';
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

/**
 * Creates the handler that measures each request and logs it in one line: time, caller, route and result. The line
 * contains no path, query, header, body or IP address, because they may hold secrets, or texts that somebody else has
 * chosen.
 */
export const createRequestLog =
  ({ log, metrics }: { readonly log: Logger; readonly metrics: Metrics }): RequestHandler =>
  (request, response, next) => {
    const startedAt = monotonicNow();
    response.on('finish', () => {
      const durationMs = monotonicNow() - startedAt;
      const routePath: unknown = request.route?.path;
      const metricLabels = {
        route: typeof routePath === 'string' ? routePath : 'other',
        method: methodNameOf(request),
        status: String(response.statusCode),
      };
      metrics.requests.observe(metricLabels, durationMs / 1000);
      const logLevel = request.path.startsWith('/api/') || response.statusCode >= 500 ? 'info' : 'debug';
      const caller = callerByResponse.get(response);
      const code = refusalCodeOf(response);
      const ms = Math.round(durationMs);
      log[logLevel]({ requestId: requestIdOf(response), caller, ...metricLabels, code, ms }, 'request');
    });
    next();
  };
