import type { Account, Result, Route, RouteAnswer } from '@mahlzeit/contract';
import type { ApiError } from '../api/api-error';
import { accountOf } from './session-state';
import type { SessionView } from './session-state';
import { callAsSession } from '../api/transport';
import type { AnyCallInput, CallInput, TokenSource, Transport } from '../api/transport';

/** Tokens with their session. */
interface SessionTokens extends TokenSource {
  get(): SessionView;
  /** Returns an unsubscribe function. */
  subscribe(listener: () => void): () => void;
}

/**
 * Makes calls of an account that is flagged as deleted wait until it is restored (contract §0). When the user logs out
 * instead, these calls get no token: the next user sends their own.
 */
const tokensOfActiveUser = (session: SessionTokens): TokenSource => {
  const accountHere = (): Account | null => accountOf(session.get());
  const whenDecided = (uid: string): Promise<void> =>
    new Promise((resolve) => {
      const stop = session.subscribe(() => {
        const account = accountHere();
        if (account?.uid === uid && account.deleted) return;
        stop();
        resolve();
      });
    });
  return {
    async token() {
      const token = await session.token();
      const account = accountHere();
      if (account?.deleted !== true) return token;
      await whenDecided(account.uid);
      return accountHere()?.uid === account.uid ? session.token() : null;
    },
    renew: session.renew,
  };
};

/** Calls the gateway as the user of the session. */
export interface ApiClient {
  /** Calls a route of the contract; expected errors are returned as a failure, nothing is thrown. */
  call<R extends Route>(route: R, input: CallInput<R>, signal?: AbortSignal): Promise<Result<RouteAnswer<R>, ApiError>>;
  /** Calls a route that is known only at run time. */
  callAny(route: Route, input: AnyCallInput, signal?: AbortSignal): Promise<Result<unknown, ApiError>>;
}

const KEY_BYTES = 16;

/**
 * Creates a unique key: it identifies a write, so that a repeat is recognized, or a new thing. Works without
 * `crypto.randomUUID`, which plain http doesn't have.
 */
export const createRandomKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(KEY_BYTES)), (byte) => byte.toString(16).padStart(2, '0')).join('');

// Reads carry no key: the gateway would store the whole response for a day.
const withKey = (route: Route, input: AnyCallInput): AnyCallInput =>
  route.method === 'GET' || route.isRead === true
    ? input
    : { ...input, idempotencyKey: input.idempotencyKey ?? createRandomKey() };

/**
 * Creates an API client that calls with the session's token; a write keeps its idempotency key when it is sent a second
 * time.
 */
export const createApiClient = (transport: Transport, session: SessionTokens): ApiClient => {
  const activeUserTokens = tokensOfActiveUser(session);
  const call = <R extends Route>(
    route: R,
    callInput: AnyCallInput,
    signal?: AbortSignal,
  ): Promise<Result<RouteAnswer<R>, ApiError>> => {
    const input = withKey(route, callInput);
    if (route.access === 'none' && route.takesOptionalBearer !== true) return transport.send(route, input, { signal });
    const tokens = route.isOpenToDeleted === true ? session : activeUserTokens;
    return callAsSession(tokens, (token) => transport.send(route, input, { token, signal }));
  };
  return { call, callAny: call };
};
