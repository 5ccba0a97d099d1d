import { err, ok } from '@mahlzeit/contract';
import type { ErrorCode, Result, Route } from '@mahlzeit/contract';
import type { RequestHandler } from 'express';
import type { Logger } from 'pino';
import * as z from 'zod/mini';
import type {
  CallerSession,
  ModeratorCaller,
  ModeratorVerifier,
  PartnerCaller,
  PartnerVerifier,
  TeamCaller,
  TeamVerifier,
  TokenVerifier,
} from '../callers';
import type { OpenDatabase } from '../database/open-database';
import { randomKey } from '../database/rows';
import type { RateLimiter } from '../ephemeral-store';
import type { RouteError } from '../errors';
import { createFairScheduler } from '../fair-scheduler';
import { consumeAttempt } from '../rate-limit';
import { bearerTokenOf } from './bearer-token';
import { clientAddress } from './client-address';
import { createFileUpload } from './file-upload';
import type { FileUpload } from './file-upload';
import {
  errorResult,
  fileResult,
  requestIdOf,
  sendAnswer,
  sendResult,
  streamResult,
  successResultInTurns,
  thrownErrorResult,
  withETag,
} from './http-result';
import { noteCaller } from './request-log';
import type { HttpResult } from './http-result';
import { isIdempotencyKey } from './idempotency';
import type { Idempotency } from './idempotency';
import { contentHash } from './idempotency-rows';
import type { RequestIdentity } from './idempotency-rows';
import { moderatorCallerName } from './moderator-access';
import { partnerCallerName } from './partner-access';
import { readJsonBody } from './request-body';
import type { Exchange } from './request-body';
import { invalidRequestError, MALFORMED_ISSUE } from './route';
import type { BoundRoute, Steps } from './route-types';
import type { StepRequest } from './steps';
import { teamCallerName } from './team-caller';

/** Checks whether a URL can be decoded. Express leaves a query unchanged that can't be decoded. */
export const isDecodableUrl = (requestUrl: string): boolean => {
  try {
    decodeURIComponent(requestUrl);
    return true;
  } catch {
    // Returns false where `decodeURIComponent` throws: for an incomplete escape or invalid UTF-8.
    return false;
  }
};

/** The caller of a request: a user with a session, a partner, a team, a moderator, or none of them. */
interface Caller {
  readonly session: CallerSession | null;
  readonly partner: PartnerCaller | null;
  readonly team: TeamCaller | null;
  readonly moderator: ModeratorCaller | null;
}

const NO_CALLER: Caller = { session: null, partner: null, team: null, moderator: null };

interface Credentials {
  readonly authorization: string | undefined;
  readonly address: string;
}

/**
 * Type of the function that determines the caller from the header Authorization, and checks the access that the route's
 * contract requires.
 */
type Authenticate = (contract: Route, credentials: Credentials) => Promise<Result<Caller, RouteError | ErrorCode>>;

const checkAccess = (contract: Route, session: CallerSession): Result<CallerSession, ErrorCode> => {
  // Refuses users whose account is marked as deleted, except on routes by which they read, restore the account or log
  // out.
  if (session.isDeleted && contract.isOpenToDeleted !== true) return err('accountDeleted');
  if (contract.access === 'any' || contract.access === 'none') return ok(session);
  if (session.isAnonymous) return err('registrationRequired');
  if (contract.access === 'verified' && !session.isVerified) return err('verificationRequired');
  return ok(session);
};

/** Creates the function that authenticates a request. `verifier` comes from the identity module. */
export const createAuthenticator = ({
  verifier,
  partners,
  teams,
  moderators,
  anonymousWriteLimiter,
}: {
  readonly verifier: TokenVerifier;
  readonly partners: PartnerVerifier;
  readonly teams: TeamVerifier;
  readonly moderators: ModeratorVerifier;
  /** Limits the writes of anonymous visitors by IP address, because a new visitor costs nothing. */
  readonly anonymousWriteLimiter: RateLimiter;
}): Authenticate => {
  const authenticatePartner = async (
    token: string,
    address: string,
  ): Promise<Result<Caller, RouteError | ErrorCode>> => {
    const partner = await partners.verify(token, address);
    return partner.ok ? ok({ ...NO_CALLER, partner: partner.value }) : partner;
  };
  const authenticateTeam = async (token: string, address: string): Promise<Result<Caller, RouteError | ErrorCode>> => {
    const team = await teams.verify(token, address);
    return team.ok ? ok({ ...NO_CALLER, team: team.value }) : team;
  };
  const authenticateModerator = async (
    token: string,
    address: string,
  ): Promise<Result<Caller, RouteError | ErrorCode>> => {
    const moderator = await moderators.verify(token, address);
    return moderator.ok ? ok({ ...NO_CALLER, moderator: moderator.value }) : moderator;
  };

  return async (contract, { authorization, address }) => {
    const token = bearerTokenOf(authorization);
    if (contract.access === 'none' && (contract.takesOptionalBearer !== true || authorization === undefined))
      return ok(NO_CALLER);
    if (token === null) return err('unauthenticated');
    // Skips the check here for live routes: the live server verifies the token itself, at the moment at which it begins
    // to watch the rights of the caller.
    if (contract.access === 'live') return ok(NO_CALLER);
    if (contract.access === 'partner') return authenticatePartner(token, address);
    if (contract.access === 'team') return authenticateTeam(token, address);
    if (contract.access === 'moderator') return authenticateModerator(token, address);
    const tokenVerification = await verifier.verify(token);
    if (!tokenVerification.ok) return err(tokenVerification.code);
    const session = checkAccess(contract, tokenVerification.session);
    if (!session.ok) return session;
    const isAnonymousWrite = session.value.isAnonymous && contract.method !== 'GET' && contract.isRead !== true;
    const admission = isAnonymousWrite ? await consumeAttempt(anonymousWriteLimiter, address) : ok(undefined);
    return admission.ok ? ok({ ...NO_CALLER, session: session.value }) : admission;
  };
};

interface RouteServerDeps {
  readonly database: Pick<OpenDatabase, 'runsAgainAfter' | 'toAppError'>;
  readonly authenticate: Authenticate;
  readonly idempotency: Idempotency;
  readonly log: Logger;
  /** Setting of tests: a response that doesn't match its contract becomes an error. */
  readonly checksAnswers: boolean;
}

interface RouteCall extends Exchange, Caller {
  readonly bound: BoundRoute;
  readonly body: unknown;
  /** Bytes of the uploaded file; absent except on a route that takes a file. */
  readonly fileBytes?: Uint8Array;
}

const assertAnswer = ({ contract }: BoundRoute, answer: unknown): void => {
  const parsedAnswer = z.safeParse(contract.answer, answer);
  if (!parsedAnswer.success)
    throw new Error(`Route ${contract.name} breaks its contract: ${z.prettifyError(parsedAnswer.error)}`);
};

const unparsedPartsOf = ({ request: { params, query }, body }: RouteCall) => ({ params, query, body });

const disconnectSignalOf = ({ request, response }: Exchange): AbortSignal => {
  const disconnectController = new AbortController();
  if (request.socket.destroyed) disconnectController.abort();
  else
    response.once('close', () => {
      if (!response.writableFinished) disconnectController.abort();
    });
  return disconnectController.signal;
};

const runHandler = async (call: RouteCall, deps: RouteServerDeps, steps: Steps | null = null): Promise<HttpResult> => {
  const { bound, request, response, session, partner, team, moderator } = call;
  const requestId = requestIdOf(response);
  const disconnectSignal = disconnectSignalOf(call);
  try {
    const handlerResult = await bound.run(unparsedPartsOf(call), {
      session,
      partner,
      team,
      moderator,
      requestId,
      address: clientAddress(request),
      signal: disconnectSignal,
      raw: { request, response },
      steps,
    });
    if (!handlerResult.ok) return errorResult(handlerResult.error, requestId, bound.contract.statuses);
    if (bound.contract.answersStream === true) return streamResult(bound.contract, handlerResult.value);
    if (deps.checksAnswers) assertAnswer(bound, handlerResult.value);
    return bound.contract.answersFile === undefined
      ? await successResultInTurns(handlerResult.value)
      : fileResult(bound.contract, handlerResult.value);
  } catch (error) {
    // Reports no error if the handler has stopped because the client has disconnected.
    if (disconnectSignal.aborted && error === disconnectSignal.reason) return errorResult('unavailable', requestId);
    // Passes the error on if the write to which the handler belongs has conflicted with another one and runs the
    // handler again.
    if (deps.database.runsAgainAfter(error)) throw error;
    return thrownErrorResult(deps.database.toAppError(error), { requestId, log: deps.log });
  }
};

const callerOf = ({ session, partner, team, moderator }: Caller): string | undefined => {
  if (team !== null) return teamCallerName(team);
  if (moderator !== null) return moderatorCallerName(moderator);
  return partner === null ? session?.uid : partnerCallerName(partner);
};

const personOf = (session: CallerSession | null): string | null => session?.uid ?? null;

// Returns no identity for requests whose response is never stored: responses of /api/auth contain tokens, and a write
// without a caller has nobody to whom a stored key could belong.
const requestIdentityOf = (call: RouteCall): Result<RequestIdentity | null, RouteError> => {
  const {
    bound: { contract },
    request,
    session,
    body,
    fileBytes,
  } = call;
  const idempotencyKey = request.get('Idempotency-Key');
  const callerKey = callerOf(call);
  if (
    idempotencyKey === undefined ||
    callerKey === undefined ||
    contract.method === 'GET' ||
    contract.path.startsWith('/api/auth/')
  )
    return ok(null);
  if (!isIdempotencyKey(idempotencyKey))
    return err(invalidRequestError([{ path: 'Idempotency-Key', rule: 'invalid_format' }]));
  return ok({
    scope: `${callerKey} ${contract.method} ${request.path}`,
    key: idempotencyKey,
    person: personOf(session),
    body: fileBytes ?? body,
  });
};

/**
 * Builds the request for a route with steps. Its key is the client's, or is derived from its content, so that requests
 * with the same content have the same key.
 */
const stepRequestOf = (call: RouteCall, identity: RequestIdentity | null): Result<StepRequest, RouteError> => {
  const {
    bound: { contract, repeatRule },
    request,
    session,
  } = call;
  // Checks the content first, so that nothing is stored for a request that breaks the contract.
  const repeatContent = repeatRule?.repeatIdentity(unparsedPartsOf(call)) ?? ok(undefined);
  if (!repeatContent.ok) return repeatContent;
  const isReferenceOpen = async (reference: string, isAnswered: boolean): Promise<boolean> =>
    repeatRule?.isOpen(reference, isAnswered) ?? true;
  if (identity !== null) return ok({ ...identity, isKeyed: true, isOpen: isReferenceOpen });
  const key = repeatContent.value === undefined ? randomKey() : contentHash(repeatContent.value);
  return ok({
    scope: `unkeyed ${callerOf(call) ?? ''} ${contract.method} ${request.path}`,
    key,
    person: personOf(session),
    body: repeatContent.value ?? null,
    isKeyed: false,
    isOpen: isReferenceOpen,
  });
};

// Answers with 304 instead of the content when the response hasn't changed.
const revalidate = ({ bound: { contract }, request }: RouteCall, result: HttpResult): HttpResult =>
  result.status === 200 && (contract.isRevalidated === true || result.file !== undefined)
    ? withETag(result, request.get('If-None-Match'))
    : result;

const performCall = async (call: RouteCall, deps: RouteServerDeps): Promise<HttpResult> => {
  const refusalResult = (refusalReason: RouteError | ErrorCode): HttpResult =>
    errorResult(refusalReason, requestIdOf(call.response));
  const identity = requestIdentityOf(call);
  if (!identity.ok) return refusalResult(identity.error);
  if (call.bound.contract.idempotency === 'steps') {
    const request = stepRequestOf(call, identity.value);
    if (!request.ok) return refusalResult(request.error);
    const result = await deps.idempotency.inSteps(request.value, (steps) => runHandler(call, deps, steps));
    return result.ok ? result.value : refusalResult(result.error);
  }
  if (identity.value === null) return revalidate(call, await runHandler(call, deps));
  const result = await deps.idempotency.inTransaction(identity.value, () => runHandler(call, deps));
  return result.ok ? result.value : refusalResult(result.error);
};

type UnreadCall = Omit<RouteCall, 'body' | 'fileBytes'>;

const readBody = async (
  { bound, request, response, session }: UnreadCall,
  readUpload: FileUpload,
): Promise<Result<Pick<RouteCall, 'body' | 'fileBytes'>, RouteError | ErrorCode>> => {
  if (bound.contract.takesFile !== undefined) return readUpload(bound, session, { request, response });
  return ok({ body: bound.contract.body === undefined ? {} : await readJsonBody({ request, response }) });
};

/**
 * Creates a function that returns the Express handler of a route. The handler authenticates the caller, reads the body,
 * runs the route's handler once and sends its result.
 */
export const createRouteServer = (deps: RouteServerDeps): ((bound: BoundRoute) => RequestHandler) => {
  const readUpload = createFileUpload();
  // Scheduler for the work after reading: the bodies of many requests may become ready in one turn of the event loop,
  // so the work on them takes turns once more.
  const scheduler = createFairScheduler();
  return (boundRoute) => async (request, response) => {
    const sendRefusal = (refusalReason: RouteError | ErrorCode): void =>
      sendResult(response, errorResult(refusalReason, requestIdOf(response)));
    if (!isDecodableUrl(request.originalUrl)) return sendRefusal(invalidRequestError([MALFORMED_ISSUE]));
    const caller = await deps.authenticate(boundRoute.contract, {
      authorization: request.get('Authorization'),
      address: clientAddress(request),
    });
    if (!caller.ok) return sendRefusal(caller.error);
    const callerName = callerOf(caller.value);
    if (callerName !== undefined) noteCaller(response, callerName);
    const unreadCall = { bound: boundRoute, request, response, ...caller.value };
    const body = await readBody(unreadCall, readUpload);
    if (!body.ok) return sendRefusal(body.error);
    const client = { address: clientAddress(request), person: callerOf(unreadCall) ?? '' };
    const call = { ...unreadCall, ...body.value };
    await sendAnswer(response, await scheduler.run(client, () => performCall(call, deps)));
  };
};
