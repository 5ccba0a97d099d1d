import type { Route } from '@mahlzeit/contract';
import { createApi } from '@reduxjs/toolkit/query/react';
import type { BaseQueryFn } from '@reduxjs/toolkit/query/react';
import type { AnyCallInput, CallInput } from '../gateway/call-input';
import type { GatewayFailure } from '../gateway/gateway-failure';
import { storeExtraOf } from './store-extra';

/** One call of the gateway as an endpoint asks for it. */
export interface GatewayCall extends AnyCallInput {
  readonly route: Route;
}

/** How endpoints reach the gateway: answers are parsed by the route's schema, errors are a GatewayFailure. */
export type GatewayBaseQuery = BaseQueryFn<GatewayCall, unknown, GatewayFailure>;

const gatewayBaseQuery: GatewayBaseQuery = async ({ route, ...input }, { extra, signal }) => {
  const answer = await storeExtraOf(extra).gateway.callAny(route, input, signal);
  return answer.ok ? { data: answer.value } : { error: answer.error };
};

/** The one RTK Query api. Remotes add endpoints by `injectEndpoints`. */
export const api = createApi({ reducerPath: 'api', baseQuery: gatewayBaseQuery, endpoints: () => ({}) });

/** The `query` of an endpoint for a route: `build.query<Restaurant[], Args>(gatewayQuery(loadByLocation, (args: Args) => ({ body })))`. */
export const gatewayQuery = <R extends Route, Arg>(route: R, input: (arg: Arg) => CallInput<R>): { query(arg: Arg): GatewayCall } => ({
  query: (arg) => ({ route, ...input(arg) }),
});
