import { err } from '@mahlzeit/contract';
import type { Account, Result, Route, RouteAnswer } from '@mahlzeit/contract';
import { apiErrorOf } from '../api/api-error';
import type { ApiError } from '../api/api-error';
import { accountOf, uidOf } from './session-state';
import type { SessionView } from './session-state';
import { callAsSession } from '../api/transport';
import type { AnyCallInput, CallInput, TokenSource, Transport } from '../api/transport';

/** Provider of the tokens that requests of the session need. */
interface SessionTokens extends TokenSource {
  get(): SessionView;
  /** Calls the listener after each change of the session. Returns an unsubscribe function. */
  subscribe(listener: () => void): () => void;
}

/**
 * Returns tokens for calls of the session. When the account is marked as deleted, calls wait until the user restores it
 * (contract §0). If the user logs out instead, the waiting calls get no token, so that they aren't sent as the next
 * user.
 */
const tokenSourceOfActiveUser = (session: SessionTokens): TokenSource => {
  const currentAccount = (): Account | null => accountOf(session.get());
  const waitForDeletionDecision = (uid: string): Promise<void> =>
    new Promise((resolve) => {
      const unsubscribe = session.subscribe(() => {
        const account = currentAccount();
        if (account?.uid === uid && account.deleted) return;
        unsubscribe();
        resolve();
      });
    });
  return {
    async token() {
      const token = await session.token();
      const account = currentAccount();
      if (account?.deleted !== true) return token;
      await waitForDeletionDecision(account.uid);
      return currentAccount()?.uid === account.uid ? session.token() : null;
    },
    renew: session.renew,
  };
};

/** Sends requests to the gateway as the user of the session. */
export interface ApiClient {
  /**
   * Calls a route of the contract. Expected errors are returned as a failure; the function doesn't throw. A response
   * that arrives after the user has changed is replaced by the error `aborted` (A06).
   */
  call<R extends Route>(route: R, input: CallInput<R>, signal?: AbortSignal): Promise<Result<RouteAnswer<R>, ApiError>>;
  /** Calls a route that the caller's code knows only at run time, so that its types are unknown. */
  callAny(route: Route, input: AnyCallInput, signal?: AbortSignal): Promise<Result<unknown, ApiError>>;
}

const RANDOM_KEY_BYTES = 16;

/**
 * Creates a random key. It identifies a new object, or a write, so that the gateway recognizes a repeated request.
 * `crypto.randomUUID` isn't used, because browsers don't offer it on plain http.
 */
export const createRandomKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(RANDOM_KEY_BYTES)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');

// Adds an idempotency key to a write. Requests that only read get none, because the gateway would store their whole
// response for a day.
const withIdempotencyKey = (route: Route, input: AnyCallInput): AnyCallInput =>
  route.method === 'GET' || route.isRead === true
    ? input
    : { ...input, idempotencyKey: input.idempotencyKey ?? createRandomKey() };

/**
 * Creates an API client that sends calls with the session's token. When a write is sent again with a new token, it
 * keeps its idempotency key.
 */
export const createApiClient = (transport: Transport, session: SessionTokens): ApiClient => {
  const activeUserTokenSource = tokenSourceOfActiveUser(session);
  const call = <R extends Route>(
    route: R,
    originalInput: AnyCallInput,
    signal?: AbortSignal,
  ): Promise<Result<RouteAnswer<R>, ApiError>> => {
    const input = withIdempotencyKey(route, originalInput);
    if (route.access === 'none' && route.takesOptionalBearer !== true) return transport.send(route, input, { signal });
    const tokenSource = route.isOpenToDeleted === true ? session : activeUserTokenSource;
    return callAsSession(tokenSource, async (token) => {
      const senderUid = uidOf(session.get());
      const callAnswer = await transport.send<R>(route, input, { token, signal });
      // The caller must not take the response to a former user's request for one of the current user (A06). A visitor
      // who registers meanwhile keeps the uid, so the response still counts.
      const isOfPresentUser = uidOf(session.get()) === senderUid;
      return isOfPresentUser || route.endsSessions === true ? callAnswer : err(apiErrorOf('aborted'));
    });
  };
  return { call, callAny: call };
};
