import { ErrorBody, errorCodesOf, httpStatusOf, isErrorCode, type ErrorCode, type Route } from '@mahlzeit/contract';
import * as z from 'zod/mini';
import type { FuzzWorld } from './fuzz-world';
import type { RawClient, RawRequest, RawResponse } from './raw-client';
import { brokenPartsOf, routeOf, type RequestPlan } from './request-plans';

/** Generated request that was sent, with its response. */
export interface Exchange {
  readonly plan: RequestPlan;
  readonly request: RawRequest;
  readonly response: RawResponse;
  /** Whether the path leads to the intended route. A path with an empty parameter leads to another route. */
  readonly isRoutePath: boolean;
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

const textOf = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));

// Maximum number of characters of a part of the URL. A request with a longer URL never reaches the app.
const MAX_PART_LENGTH = 1000;

// Encodes a value for a URL. A URL can't contain half of a surrogate pair, so the bytes that UTF-8 forbids for it are
// used.
const encoded = (value: unknown): string =>
  textOf(value)
    .slice(0, MAX_PART_LENGTH)
    .replace(/\p{Surrogate}|[^\p{Surrogate}]+/gu, (part) =>
      /^\p{Surrogate}$/u.test(part) ? '%ED%A0%80' : encodeURIComponent(part),
    );

const pathOfPlan = ({ path }: Route, params: unknown, query: unknown): string => {
  const values = isRecord(params) ? params : {};
  const filledPath = path.replace(/:(\w+)/g, (_, name: string) => encoded(values[name]));
  const fields = Object.entries(isRecord(query) ? query : {}).filter(([, value]) => value !== undefined);
  const queryText = fields.map(([name, value]) => `${encoded(name)}=${encoded(value)}`).join('&');
  return queryText === '' ? filledPath : `${filledPath}?${queryText}`;
};

const requestOf = (plan: RequestPlan, { keys, callerOf }: FuzzWorld): Omit<Exchange, 'response' | 'plan'> => {
  const { caller, rawBody, idempotencyKey, sendsCookie } = plan;
  const route = routeOf(plan);
  const { params, query, body } = brokenPartsOf({ ...plan, parts: withKeys(plan.parts, keys.withKeys) });
  const { token, person } = callerOf(caller);
  const hasBody = route.method !== 'GET';
  const isFile = route.takesFile !== undefined;
  const cookie = sendsCookie ? (person?.browser.cookie ?? null) : null;
  return {
    request: {
      method: route.method,
      path: pathOfPlan(route, params, query),
      headers: {
        'X-Mahlzeit': '1',
        ...(hasBody ? { 'Content-Type': isFile ? 'application/octet-stream' : 'application/json' } : {}),
        ...(token === null ? {} : { Authorization: `Bearer ${token}` }),
        ...(idempotencyKey === null ? {} : { 'Idempotency-Key': idempotencyKey }),
        ...(cookie === null ? {} : { Cookie: cookie }),
      },
      body: hasBody ? (rawBody ?? JSON.stringify(body) ?? '') : null,
    },
    isRoutePath: [...route.path.matchAll(/:(\w+)/g)].every(
      ([, name = '']) => isRecord(params) && encoded(params[name]) !== '',
    ),
  };
};

const withKeys = (parts: RequestPlan['parts'], fill: (value: unknown) => unknown): RequestPlan['parts'] => ({
  params: fill(parts.params),
  query: fill(parts.query),
  body: fill(parts.body),
});

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    // The response is no JSON at all, which the checks of the response report.
    return undefined;
  }
};

const SESSION_ACCESSES: readonly Route['access'][] = ['any', 'loggedIn', 'verified'];
const ENDED_SESSION_CODES: readonly unknown[] = ['unauthenticated', 'tokenExpired', 'accountDeleted'];

/** Sends a generated request, and stores the keys of its response for later requests. */
export const sendPlan = async (plan: RequestPlan, world: FuzzWorld, client: RawClient): Promise<Exchange> => {
  const { caller } = plan;
  const route = routeOf(plan);
  const { request, isRoutePath } = requestOf(plan, world);
  world.secrets.noteNamed(caller, decodeURIComponent(`${request.path} ${textOf(request.body)}`.replaceAll('%', '%25')));
  const response = await client.send(request);
  const answer = parseJson(response.text);
  if (response.status === 200) {
    world.keys.addFromAnswer(route.path, answer);
    if (world.callerOf(caller).person !== null) world.secrets.addFromAnswer(caller, route.path, answer);
  } else if (
    caller !== 'deleted' &&
    SESSION_ACCESSES.includes(route.access) &&
    isRecord(answer) &&
    ENDED_SESSION_CODES.includes(answer['code'])
  )
    await world.renew(caller);
  return { plan, request, response, isRoutePath };
};

const answerFaults = ({ answer, answersFile, answersStream }: Route, { type, text }: RawResponse): string[] => {
  const expectedType = answersStream === true ? 'text/event-stream' : (answersFile ?? 'application/json');
  if (!type.startsWith(expectedType)) return [`the type is ${type} instead of ${expectedType}`];
  if (expectedType !== 'application/json') return [];
  const parsedAnswer = z.safeParse(answer, parseJson(text));
  return parsedAnswer.success ? [] : [`the answer breaks its schema: ${z.prettifyError(parsedAnswer.error)}`];
};

// Names of the two routes that report `unavailable` when the gateway has no built frontends.
const ROUTES_OF_A_WHOLE_GATEWAY = new Set(['getRegistry', 'getReadiness']);

const isAllowedCode = ({ plan, isRoutePath }: Exchange, code: ErrorCode): boolean =>
  errorCodesOf(routeOf(plan)).some((declaredCode) => declaredCode === code && code !== 'internal') ||
  // A request to any path may be refused as malformed.
  code === 'invalidRequest' ||
  (code === 'unavailable' && ROUTES_OF_A_WHOLE_GATEWAY.has(plan.routeName)) ||
  // The path leads to another route, or to no route.
  (!isRoutePath && httpStatusOf(code) < 500);

const refusalFaults = (exchange: Exchange): string[] => {
  const route = routeOf(exchange.plan);
  const { status, text } = exchange.response;
  const body = z.safeParse(ErrorBody, parseJson(text));
  if (!body.success) return [`the refusal is no error: ${z.prettifyError(body.error)}`];
  const { code } = body.data;
  if (!isErrorCode(code) || !isAllowedCode(exchange, code)) return [`the route doesn't declare ${code}`];
  // A route that gives an error code a status of its own may also use the usual status of this code for a malformed
  // request.
  return [route.statuses?.[code], httpStatusOf(code)].includes(status) ? [] : [`${code} has the status ${status}`];
};

/** Returns each rule of the contract that a response breaks. */
export const faultsOf = (exchange: Exchange, { secrets }: FuzzWorld): readonly string[] => {
  const { plan, response, isRoutePath } = exchange;
  const { caller } = plan;
  const foreignTexts = secrets.foreignIn(caller, response.text);
  return [
    ...(response.status !== 200 ? refusalFaults(exchange) : isRoutePath ? answerFaults(routeOf(plan), response) : []),
    ...(foreignTexts.length === 0 ? [] : [`the answer shows ${[...new Set(foreignTexts)].join(', ')}`]),
  ];
};

const MAX_DESCRIBED_LENGTH = 2000;

/** Describes a request and its response for a report, so that they can be repeated by hand. */
export const describeExchange = ({ plan, request, response }: Exchange): string =>
  [
    `${plan.caller}: ${request.method} ${request.path}`,
    String(request.body).slice(0, MAX_DESCRIBED_LENGTH),
    `${response.status} ${response.text.slice(0, MAX_DESCRIBED_LENGTH)}`,
  ].join('\n');
