import { err, ok, type ErrorCode, type Result } from '@mahlzeit/contract';
import type { Request, RequestHandler, Response } from 'express';
import type { Logger } from 'pino';
import * as z from 'zod/mini';
import type { BoundRoute, CallerSession, Refusal } from '../types';
import type { Authenticate } from './authenticator';
import { withETag } from './entity-tag';
import { isIdempotencyKey, type Idempotency, type RequestIdentity } from './idempotency';
import { createFileIntake, type FileIntake } from './file-intake';
import { readJsonBody } from './json-body';
import { errorOutcome, refusalOutcome, successOutcome, type Outcome } from './outcome';
import { isDecodable } from './readable-text';
import { invalidRequest } from './route';
import { requestIdOf } from './request-id';
import { sendAnswer, sendOutcome } from './send-outcome';

/** What serving a route takes. */
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

const runHandler = async ({ bound, request, response, session, body }: Call, deps: RouteServerDeps): Promise<Outcome> => {
  const requestId = requestIdOf(response);
  try {
    const result = await bound.run(
      { params: request.params, query: request.query, body },
      { session, requestId, address: request.ip ?? '', raw: { request, response } },
    );
    if (!result.ok) return refusalOutcome(result.error, requestId, bound.contract.statuses);
    if (deps.checksAnswers) assertAnswer(bound, result.value);
    return successOutcome(result.value);
  } catch (error) {
    return errorOutcome(error, { requestId, log: deps.log });
  }
};

// Answers of /api/auth hold tokens and are never kept; a write that nobody signs has no scope.
const identityOf = ({ bound: { contract }, request, session, body, sent }: Call): Result<RequestIdentity | null, Refusal> => {
  const key = request.get('Idempotency-Key');
  const who = contract.access === 'partner' ? 'partner' : session?.uid;
  if (key === undefined || who === undefined || contract.method === 'GET' || contract.path.startsWith('/api/auth/')) return ok(null);
  if (!isIdempotencyKey(key)) return err(invalidRequest([{ path: 'Idempotency-Key', rule: 'invalid_format' }]));
  return ok({ scope: `${who} ${contract.method} ${request.path}`, key, body: sent ?? body });
};

// What was asked for once and still holds needs no second transport.
const revalidated = ({ bound, request }: Call, outcome: Outcome): Outcome =>
  bound.contract.isRevalidated === true && outcome.status === 200 ? withETag(outcome, request.get('If-None-Match')) : outcome;

const perform = async (call: Call, deps: RouteServerDeps): Promise<Outcome> => {
  const refuse = (reason: Refusal | ErrorCode): Outcome => refusalOutcome(reason, requestIdOf(call.response));
  const identity = identityOf(call);
  if (!identity.ok) return refuse(identity.error);
  if (identity.value === null) return revalidated(call, await runHandler(call, deps));
  const outcome = await deps.idempotency(identity.value, () => runHandler(call, deps));
  return outcome.ok ? outcome.value : refuse(outcome.error);
};

type Arrival = Pick<Call, 'bound' | 'request' | 'response' | 'session'>;

const readBody = async ({ bound, request, response, session }: Arrival, takeFile: FileIntake): Promise<Result<Pick<Call, 'body' | 'sent'>, Refusal | ErrorCode>> => {
  if (bound.contract.takesFile !== undefined) return takeFile(bound, session, { request, response });
  return ok({ body: bound.contract.body === undefined ? {} : await readJsonBody(request, response) });
};

/** Makes the express handler of a route: who calls, what he may, his body, once, parsed, handled, answered. */
export const createRouteServer = (deps: RouteServerDeps): ((bound: BoundRoute) => RequestHandler) => {
  const takeFile = createFileIntake();
  return (bound) => async (request, response) => {
    const refuse = (reason: Refusal | ErrorCode): void => sendOutcome(response, refusalOutcome(reason, requestIdOf(response)));
    if (!isDecodable(request.originalUrl)) return refuse(invalidRequest([{ path: '', rule: 'malformed' }]));
    const caller = await deps.authenticate(bound.contract, request.get('Authorization'));
    if (!caller.ok) return refuse(caller.error);
    const arrival = { bound, request, response, session: caller.value };
    const read = await readBody(arrival, takeFile);
    if (!read.ok) return refuse(read.error);
    await sendAnswer(response, await perform({ ...arrival, ...read.value }, deps));
  };
};
