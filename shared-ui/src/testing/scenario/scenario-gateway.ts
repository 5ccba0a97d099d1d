import { FileAnswer, httpStatusOf } from '@mahlzeit/contract';
import type { ErrorCode, Route, RouteAnswer } from '@mahlzeit/contract';
import { getResponse, http, HttpResponse } from 'msw';
import type { HttpResponseResolver, RequestHandler } from 'msw';
import type { SendRequest } from '../../platform/api/transport';

/**
 * Response of a scenario's gateway to one route. For each request, the first response that matches is used. Each
 * simulated shell creates its own handler, so that counters start again.
 */
export type ScenarioAnswer = () => RequestHandler;

const requestHandlerOf = ({ method, path }: Route, resolver: HttpResponseResolver): RequestHandler => {
  const pathPattern = `*${path}`;
  switch (method) {
    case 'GET':
      return http.get(pathPattern, resolver);
    case 'POST':
      return http.post(pathPattern, resolver);
    case 'PUT':
      return http.put(pathPattern, resolver);
    case 'PATCH':
      return http.patch(pathPattern, resolver);
    case 'DELETE':
      return http.delete(pathPattern, resolver);
  }
};

const responseOf = ({ answersFile }: Route, answerValue: unknown): HttpResponse<BodyInit> => {
  if (answersFile === undefined)
    return new HttpResponse(JSON.stringify(answerValue), { headers: { 'Content-Type': 'application/json' } });
  return new HttpResponse(new Uint8Array(FileAnswer.parse(answerValue).bytes), {
    headers: { 'Content-Type': answersFile },
  });
};

/** Responds with a success whose value is computed for each request. */
export const answerWith =
  <R extends Route>(route: R, createValue: () => RouteAnswer<R>): ScenarioAnswer =>
  () =>
    requestHandlerOf(route, () => responseOf(route, createValue()));

/**
 * Responds with a success. With several values, the first call gets the first value, the second call the second one;
 * the last value serves all further calls.
 */
export const answer =
  <R extends Route>(route: R, ...answerValues: readonly [RouteAnswer<R>, ...RouteAnswer<R>[]]): ScenarioAnswer =>
  () => {
    let callCount = 0;
    return answerWith(route, () => {
      callCount += 1;
      return answerValues[Math.min(callCount, answerValues.length) - 1] ?? answerValues[0];
    })();
  };

/** Responds with an error: a code of the contract, with the HTTP status of that code. */
export const refuseWith =
  (route: Route, code: ErrorCode, details?: Readonly<Record<string, unknown>>): ScenarioAnswer =>
  () =>
    requestHandlerOf(route, () =>
      HttpResponse.json(
        { code, message: code, requestId: 'scenario', ...(details === undefined ? {} : { details }) },
        { status: httpStatusOf(code) },
      ),
    );

/** Responds to every request with `notFound`. */
export const notFoundForAll: ScenarioAnswer = () =>
  http.all('*', () =>
    HttpResponse.json(
      { code: 'notFound', message: 'notFound', requestId: 'scenario' },
      { status: httpStatusOf('notFound') },
    ),
  );

/** Leaves the requests of a route without a response, for loading states. */
export const neverRespond =
  (route: Route): ScenarioAnswer =>
  () =>
    requestHandlerOf(route, () => new Promise<never>(() => undefined));

/** Fails the requests of a route like a browser that can't reach the gateway. */
export const failAsUnreachable =
  (route: Route): ScenarioAnswer =>
  () =>
    requestHandlerOf(route, () => {
      throw new TypeError('Failed to fetch');
    });

/** Simulated gateway of a scenario, which responds to HTTP requests. */
interface ScenarioGateway {
  readonly sendRequest: SendRequest;
  /** Adds responses that have priority over the existing ones. */
  useAnswers(...answers: readonly ScenarioAnswer[]): void;
  /** Adds responses that are used when no existing one matches. */
  useDefaultAnswers(...answers: readonly ScenarioAnswer[]): void;
  /** Requests that were sent so far, as method and path (`GET /api/users/me`), oldest first. */
  readonly requests: readonly string[];
}

const rejectOnAbort = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(new DOMException('The request was aborted', 'AbortError')));
  });

/**
 * Creates a gateway that responds from a scenario, without a network. A request without a matching response is a
 * mistake in the scenario: it fails, and the console shows it.
 */
export const createScenarioGateway = (answers: readonly ScenarioAnswer[] = []): ScenarioGateway => {
  const handlersOf = (answers: readonly ScenarioAnswer[]): RequestHandler[] =>
    answers.map((createHandler) => createHandler());
  let requestHandlers = handlersOf(answers);
  const requestLines: string[] = [];

  const respond = async (request: Request): Promise<Response> => {
    const { pathname } = new URL(request.url);
    requestLines.push(`${request.method} ${pathname}`);
    const response = await getResponse(requestHandlers, request);
    if (response !== undefined) return response;
    console.error(`The scenario has no answer to ${request.method} ${pathname}`);
    throw new TypeError('Failed to fetch');
  };

  return {
    requests: requestLines,
    useAnswers(...moreAnswers) {
      requestHandlers = [...handlersOf(moreAnswers), ...requestHandlers];
    },
    useDefaultAnswers(...moreAnswers) {
      requestHandlers = [...requestHandlers, ...handlersOf(moreAnswers)];
    },
    sendRequest: (request) => Promise.race([respond(request), rejectOnAbort(request.signal)]),
  };
};
