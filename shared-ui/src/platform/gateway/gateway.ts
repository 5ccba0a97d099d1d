import type { Result, Route, RouteAnswer } from '@mahlzeit/contract';
import { callAsSession } from './call-as-session';
import type { AnyCallInput, CallInput } from './call-input';
import type { GatewayFailure } from './gateway-failure';
import { createIdempotencyKey } from './idempotency-key';
import { tokensOfStayer } from './tokens-of-stayer';
import type { KnownTokens } from './tokens-of-stayer';
import type { Transport } from './transport';

/** The gateway as the session's user sees it. */
export interface Gateway {
  /** Calls a route of the contract; expected refusals come back as a failure, nothing is thrown. */
  call<R extends Route>(route: R, input: CallInput<R>, signal?: AbortSignal): Promise<Result<RouteAnswer<R>, GatewayFailure>>;
  /** The same where the route is only known at run time. */
  callAny(route: Route, input: AnyCallInput, signal?: AbortSignal): Promise<Result<unknown, GatewayFailure>>;
}

// What changes nothing needs no memory of it: the gateway would keep a whole list for a day.
const withKey = (route: Route, input: AnyCallInput): AnyCallInput =>
  route.method === 'GET' || route.isRead === true ? input : { ...input, idempotencyKey: input.idempotencyKey ?? createIdempotencyKey() };

/** Calls with the session's token; a write keeps its idempotency key when it is sent a second time. */
export const createGateway = (transport: Transport, session: KnownTokens): Gateway => {
  const stayer = tokensOfStayer(session);
  const call = <R extends Route>(route: R, given: AnyCallInput, signal?: AbortSignal): Promise<Result<RouteAnswer<R>, GatewayFailure>> => {
    const input = withKey(route, given);
    if (route.access === 'none' && route.takesOptionalBearer !== true) return transport.send(route, input, { signal });
    const tokens = route.isOpenToDeleted === true ? session : stayer;
    return callAsSession(tokens, (token) => transport.send(route, input, { token, signal }));
  };
  return { call, callAny: call };
};
