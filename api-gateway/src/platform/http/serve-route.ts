import { err, ok, type ErrorCode, type Result } from '@mahlzeit/contract';
import type { Request, RequestHandler, Response } from 'express';
import type { Logger } from 'pino';
import * as z from 'zod/mini';
import type { BoundRoute, CallerSession, RouteError } from '../types';
import type { Authenticate } from './authenticator';
import { withETag } from './entity-tag';
import { isIdempotencyKey, type Idempotency, type RequestIdentity } from './idempotency';
import { createFileUpload, type FileUpload } from './file-intake';
import { readJsonBody } from './json-body';
import { thrownErrorResult, errorResult, successResult, type HttpResult } from './outcome';
import { isDecodable } from './readable-text';
import { invalidRequest } from './route';
import { requestIdOf } from './request-id';
import { sendAnswer, sendResult } from './send-outcome';

export interface RouteServerDeps {
  readonly authenticate: Authenticate;
  readonly idempotency: Idempotency;
  readonly log: Logger;
  /** In tests: an answer that breaks its contract is a failure. */
  readonly checksAnswers: boolean;
}

interface Call {
  readonly bound: BoundRoute;
  readonly request: Request;
  readonly response: Response;
  readonly session: CallerSession | null;
  readonly body: unknown;
  /** The body as it was sent, where it is a file. */
  readonly sent?: Uint8Array;
}

const assertAnswer = ({ contract }: BoundRoute, answer: unknown): void => {
  const parsed = z.safeParse(contract.answer, answer);
  if (!parsed.success) throw new Error(`${contract.name} answers what its contract forbids: ${z.prettifyError(parsed.error)}`);
};

const runHandler = async ({ bound, request, response, session, body }: Call, deps: RouteServerDeps): Promise<HttpResult> => {
  const requestId = requestIdOf(response);
  try {
    const result = await bound.run(
      { params: request.params, query: request.query, body },
      { session, requestId, address: request.ip ?? '', raw: { request, response } },
    );
    if (!result.ok) return errorResult(result.error, requestId, bound.contract.statuses);
    if (deps.checksAnswers) assertAnswer(bound, result.value);
    return successResult(result.value);
  } catch (error) {
    return thrownErrorResult(error, { requestId, log: deps.log });
  }
};

// Answers of /api/auth hold tokens and are never kept; a write that nobody signs has no scope.
const identityOf = ({ bound: { contract }, request, session, body, sent }: Call): Result<RequestIdentity | null, RouteError> => {
  const key = request.get('Idempotency-Key');
  const who = contract.access === 'partner' ? 'partner' : session?.uid;
  if (key === undefined || who === undefined || contract.method === 'GET' || contract.path.startsWith('/api/auth/')) return ok(null);
  if (!isIdempotencyKey(key)) return err(invalidRequest([{ path: 'Idempotency-Key', rule: 'invalid_format' }]));
  return ok({ scope: `${who} ${contract.method} ${request.path}`, key, body: sent ?? body });
};

// What was asked for once and still holds needs no second transport.
const revalidated = ({ bound, request }: Call, result: HttpResult): HttpResult =>
  bound.contract.isRevalidated === true && result.status === 200 ? withETag(result, request.get('If-None-Match')) : result;

const perform = async (call: Call, deps: RouteServerDeps): Promise<HttpResult> => {
  const refuse = (reason: RouteError | ErrorCode): HttpResult => errorResult(reason, requestIdOf(call.response));
  const identity = identityOf(call);
  if (!identity.ok) return refuse(identity.error);
  if (identity.value === null) return revalidated(call, await runHandler(call, deps));
  const result = await deps.idempotency(identity.value, () => runHandler(call, deps));
  return result.ok ? result.value : refuse(result.error);
};

type Arrival = Pick<Call, 'bound' | 'request' | 'response' | 'session'>;

const readBody = async ({ bound, request, response, session }: Arrival, readUpload: FileUpload): Promise<Result<Pick<Call, 'body' | 'sent'>, RouteError | ErrorCode>> => {
  if (bound.contract.takesFile !== undefined) return readUpload(bound, session, { request, response });
  return ok({ body: bound.contract.body === undefined ? {} : await readJsonBody(request, response) });
};

/** Creates the express handler of a route: authenticates, reads the body, runs the handler once and sends its result. */
export const createRouteServer = (deps: RouteServerDeps): ((bound: BoundRoute) => RequestHandler) => {
  const readUpload = createFileUpload();
  return (bound) => async (request, response) => {
    const refuse = (reason: RouteError | ErrorCode): void => sendResult(response, errorResult(reason, requestIdOf(response)));
    if (!isDecodable(request.originalUrl)) return refuse(invalidRequest([{ path: '', rule: 'malformed' }]));
    const caller = await deps.authenticate(bound.contract, request.get('Authorization'));
    if (!caller.ok) return refuse(caller.error);
    const arrival = { bound, request, response, session: caller.value };
    const read = await readBody(arrival, readUpload);
    if (!read.ok) return refuse(read.error);
    await sendAnswer(response, await perform({ ...arrival, ...read.value }, deps));
  };
};
