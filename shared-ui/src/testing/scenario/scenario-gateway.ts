import { FileAnswer, statusOf } from '@mahlzeit/contract';
import type { ErrorCode, Route, RouteAnswer } from '@mahlzeit/contract';
import { getResponse, http, HttpResponse } from 'msw';
import type { HttpResponseResolver, RequestHandler } from 'msw';
import type { SendRequest } from '../../platform/api/transport';

/**
 * Response of the gateway for one route in a scenario. The first one that matches a request is used. Created anew for
 * each shell.
 */
export type ScenarioAnswer = () => RequestHandler;

const handlerOf = ({ method, path }: Route, resolver: HttpResponseResolver): RequestHandler => {
  const pattern = `*${path}`;
  switch (method) {
    case 'GET':
      return http.get(pattern, resolver);
    case 'POST':
      return http.post(pattern, resolver);
    case 'PUT':
      return http.put(pattern, resolver);
    case 'PATCH':
      return http.patch(pattern, resolver);
    case 'DELETE':
      return http.delete(pattern, resolver);
  }
};

const responseOf = ({ answersFile }: Route, value: unknown): HttpResponse<BodyInit> => {
  if (answersFile === undefined)
    return new HttpResponse(JSON.stringify(value), { headers: { 'Content-Type': 'application/json' } });
  return new HttpResponse(new Uint8Array(FileAnswer.parse(value).bytes), { headers: { 'Content-Type': answersFile } });
};

/** Returns a success whose value is computed at each request. */
export const answerWith =
  <R extends Route>(route: R, value: () => RouteAnswer<R>): ScenarioAnswer =>
  () =>
    handlerOf(route, () => responseOf(route, value()));

/** Returns a success. Several values respond to one call after the other, the last one to all further calls. */
export const answer =
  <R extends Route>(route: R, ...values: readonly [RouteAnswer<R>, ...RouteAnswer<R>[]]): ScenarioAnswer =>
  () => {
    let calls = 0;
    return answerWith(route, () => {
      calls += 1;
      return values[Math.min(calls, values.length) - 1] ?? values[0];
    })();
  };

/** Returns an error with the contract's code and its status. */
export const refuseWith =
  (route: Route, code: ErrorCode, details?: Readonly<Record<string, unknown>>): ScenarioAnswer =>
  () =>
    handlerOf(route, () =>
      HttpResponse.json(
        { code, message: code, requestId: 'scenario', ...(details === undefined ? {} : { details }) },
        { status: statusOf(code) },
      ),
    );

/** Responds to every route with `notFound`. */
export const knowsNothing: ScenarioAnswer = () =>
  http.all('*', () =>
    HttpResponse.json(
      { code: 'notFound', message: 'notFound', requestId: 'scenario' },
      { status: statusOf('notFound') },
    ),
  );

/** Never responds: for loading states. */
export const hang =
  (route: Route): ScenarioAnswer =>
  () =>
    handlerOf(route, () => new Promise<never>(() => undefined));

/** Fails like a network without a gateway. */
export const unreachable =
  (route: Route): ScenarioAnswer =>
  () =>
    handlerOf(route, () => {
      throw new TypeError('Failed to fetch');
    });

/** HTTP side of a scenario. */
interface ScenarioGateway {
  readonly sendRequest: SendRequest;
  /** Adds responses before the present ones. */
  useAnswers(...answers: readonly ScenarioAnswer[]): void;
  /** Adds responses after the present ones. */
  byDefault(...answers: readonly ScenarioAnswer[]): void;
  /** Requests as `GET /api/users/me`, oldest first. */
  readonly requests: readonly string[];
}

const untilAborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(new DOMException('The request was aborted', 'AbortError')));
  });

/**
 * Creates a gateway that responds from a scenario, without a network. A request without a matching response is an error
 * of the scenario.
 */
export const createScenarioGateway = (answers: readonly ScenarioAnswer[] = []): ScenarioGateway => {
  const handlersOf = (answers: readonly ScenarioAnswer[]): RequestHandler[] => answers.map((make) => make());
  let handlers = handlersOf(answers);
  const requests: string[] = [];

  const respond = async (request: Request): Promise<Response> => {
    const { pathname } = new URL(request.url);
    requests.push(`${request.method} ${pathname}`);
    const response = await getResponse(handlers, request);
    if (response !== undefined) return response;
    console.error(`The scenario has no answer to ${request.method} ${pathname}`);
    throw new TypeError('Failed to fetch');
  };

  return {
    requests,
    useAnswers(...moreAnswers) {
      handlers = [...handlersOf(moreAnswers), ...handlers];
    },
    byDefault(...moreAnswers) {
      handlers = [...handlers, ...handlersOf(moreAnswers)];
    },
    sendRequest: (request) => Promise.race([respond(request), untilAborted(request.signal)]),
  };
};
