import type { Result, Route, RouteAnswer } from '@mahlzeit/contract';
import { callAsSession } from './call-as-session';
import type { AnyCallInput, CallInput } from './call-input';
import type { ApiError } from './gateway-failure';
import { createIdempotencyKey } from './idempotency-key';
import { tokensOfActiveUser } from './tokens-of-stayer';
import type { KnownTokens } from './tokens-of-stayer';
import type { Transport } from './transport';

/** Calls the gateway as the user of the session. */
export interface ApiClient {
  /** Calls a route of the contract; expected refusals come back as a failure, nothing is thrown. */
  call<R extends Route>(route: R, input: CallInput<R>, signal?: AbortSignal): Promise<Result<RouteAnswer<R>, ApiError>>;
  /** The same where the route is only known at run time. */
  callAny(route: Route, input: AnyCallInput, signal?: AbortSignal): Promise<Result<unknown, ApiError>>;
}

// Reads carry no key: the gateway would store the whole answer for a day.
const withKey = (route: Route, input: AnyCallInput): AnyCallInput =>
  route.method === 'GET' || route.isRead === true ? input : { ...input, idempotencyKey: input.idempotencyKey ?? createIdempotencyKey() };

/** Calls with the session's token; a write keeps its idempotency key when it is sent a second time. */
export const createApiClient = (transport: Transport, session: KnownTokens): ApiClient => {
  const activeUserTokens = tokensOfActiveUser(session);
  const call = <R extends Route>(route: R, given: AnyCallInput, signal?: AbortSignal): Promise<Result<RouteAnswer<R>, ApiError>> => {
    const input = withKey(route, given);
    if (route.access === 'none' && route.takesOptionalBearer !== true) return transport.send(route, input, { signal });
    const tokens = route.isOpenToDeleted === true ? session : activeUserTokens;
    return callAsSession(tokens, (token) => transport.send(route, input, { token, signal }));
  };
  return { call, callAny: call };
};
