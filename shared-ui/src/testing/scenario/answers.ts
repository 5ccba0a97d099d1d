import { statusOf } from '@mahlzeit/contract';
import type { ErrorCode, Route, RouteAnswer } from '@mahlzeit/contract';
import { http, HttpResponse } from 'msw';
import type { HttpResponseResolver, RequestHandler } from 'msw';

/** What the gateway says to one route in a scenario. The first that fits a request answers it. Made anew for each shell. */
export type ScenarioAnswer = () => RequestHandler;

const handlerOf = ({ method, path }: Route, resolver: HttpResponseResolver): RequestHandler => {
  const pattern = `*${path}`;
  switch (method) {
    case 'GET': return http.get(pattern, resolver);
    case 'POST': return http.post(pattern, resolver);
    case 'PUT': return http.put(pattern, resolver);
    case 'PATCH': return http.patch(pattern, resolver);
    case 'DELETE': return http.delete(pattern, resolver);
  }
};

/** A success that is made when it is asked for. */
export const answerWith = <R extends Route>(route: R, value: () => RouteAnswer<R>): ScenarioAnswer => () =>
  handlerOf(route, () => new HttpResponse(JSON.stringify(value()), { headers: { 'Content-Type': 'application/json' } }));

/** A success. Several values answer one call after the other, the last one all further calls. */
export const answer = <R extends Route>(route: R, ...values: readonly [RouteAnswer<R>, ...RouteAnswer<R>[]]): ScenarioAnswer => () => {
  let calls = 0;
  return answerWith(route, () => {
    calls += 1;
    return values[Math.min(calls, values.length) - 1] ?? values[0];
  })();
};

/** A refusal with the contract's code and its status. */
export const refuse = (route: Route, code: ErrorCode, details?: Readonly<Record<string, unknown>>): ScenarioAnswer => () =>
  handlerOf(route, () => HttpResponse.json({ code, message: code, requestId: 'scenario', ...(details === undefined ? {} : { details }) }, { status: statusOf(code) }));

/** No answer ever: for loading states. */
export const hang = (route: Route): ScenarioAnswer => () => handlerOf(route, () => new Promise<never>(() => undefined));

/** The gateway can't be reached. */
export const unreachable = (route: Route): ScenarioAnswer => () => handlerOf(route, () => {
  throw new TypeError('Failed to fetch');
});
