import { FileAnswer, statusOf } from '@mahlzeit/contract';
import type { ErrorCode, Route, RouteAnswer } from '@mahlzeit/contract';
import { getResponse, http, HttpResponse } from 'msw';
import type { HttpResponseResolver, RequestHandler } from 'msw';
import type { SendRequest } from '../../platform/api/transport';

/**
 * Response of the gateway to one route in a scenario. For each request, the first response that matches is used. Each
 * shell creates its own handler, so that counters start again.
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

/** Responds with a success whose value is computed for each request. */
export const answerWith =
  <R extends Route>(route: R, value: () => RouteAnswer<R>): ScenarioAnswer =>
  () =>
    handlerOf(route, () => responseOf(route, value()));

/**
 * Responds with a success. With several values, the first call gets the first value, the second call the second one;
 * the last value serves all further calls.
 */
export const answer =
  <R extends Route>(route: R, ...values: readonly [RouteAnswer<R>, ...RouteAnswer<R>[]]): ScenarioAnswer =>
  () => {
    let callCount = 0;
    return answerWith(route, () => {
      callCount += 1;
      return values[Math.min(callCount, values.length) - 1] ?? values[0];
    })();
  };

/** Responds with an error: a code of the contract, with the HTTP status of that code. */
export const refuseWith =
  (route: Route, code: ErrorCode, details?: Readonly<Record<string, unknown>>): ScenarioAnswer =>
  () =>
    handlerOf(route, () =>
      HttpResponse.json(
        { code, message: code, requestId: 'scenario', ...(details === undefined ? {} : { details }) },
        { status: statusOf(code) },
      ),
    );

/** Responds to every request with `notFound`. */
export const notFoundForAll: ScenarioAnswer = () =>
  http.all('*', () =>
    HttpResponse.json(
      { code: 'notFound', message: 'notFound', requestId: 'scenario' },
      { status: statusOf('notFound') },
    ),
  );

/** Leaves the requests of a route without a response, for loading states. */
export const neverRespond =
  (route: Route): ScenarioAnswer =>
  () =>
    handlerOf(route, () => new Promise<never>(() => undefined));

/** Fails the requests of a route like a browser that can't reach the gateway. */
export const failAsUnreachable =
  (route: Route): ScenarioAnswer =>
  () =>
    handlerOf(route, () => {
      throw new TypeError('Failed to fetch');
    });

/** Gateway of a scenario: responds to HTTP requests. */
interface ScenarioGateway {
  readonly sendRequest: SendRequest;
  /** Adds responses that take precedence over the existing ones. */
  useAnswers(...answers: readonly ScenarioAnswer[]): void;
  /** Adds responses that are used when no existing one matches. */
  useDefaultAnswers(...answers: readonly ScenarioAnswer[]): void;
  /** Requests so far as method and path, `GET /api/users/me`, oldest first. */
  readonly requests: readonly string[];
}

const rejectOnAbort = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(new DOMException('The request was aborted', 'AbortError')));
  });

/**
 * Creates a gateway that responds from a scenario, without a network. A request without a matching response is a
 * mistake in the scenario: it is printed to the console and fails.
 */
export const createScenarioGateway = (answers: readonly ScenarioAnswer[] = []): ScenarioGateway => {
  const handlersOf = (answers: readonly ScenarioAnswer[]): RequestHandler[] =>
    answers.map((createHandler) => createHandler());
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
    useDefaultAnswers(...moreAnswers) {
      handlers = [...handlers, ...handlersOf(moreAnswers)];
    },
    sendRequest: (request) => Promise.race([respond(request), rejectOnAbort(request.signal)]),
  };
};
