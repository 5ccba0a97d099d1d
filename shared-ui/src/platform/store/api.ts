import type { Route } from '@mahlzeit/contract';
import { createApi } from '@reduxjs/toolkit/query/react';
import type { BaseQueryFn } from '@reduxjs/toolkit/query/react';
import type { AnyCallInput, CallInput } from '../gateway/call-input';
import type { ApiError } from '../gateway/gateway-failure';
import { storeExtraOf } from './store-extra';

/** One call of the gateway as an endpoint asks for it. */
export interface ApiCall extends AnyCallInput {
  readonly route: Route;
}

/** How endpoints reach the gateway: answers are parsed by the route's schema, errors are a ApiError. */
export type ApiBaseQuery = BaseQueryFn<ApiCall, unknown, ApiError>;

const apiBaseQuery: ApiBaseQuery = async ({ route, ...input }, { extra, signal }) => {
  const answer = await storeExtraOf(extra).apiClient.callAny(route, input, signal);
  return answer.ok ? { data: answer.value } : { error: answer.error };
};

/** The one RTK Query api. Remotes add endpoints by `injectEndpoints`. */
export const api = createApi({ reducerPath: 'api', baseQuery: apiBaseQuery, endpoints: () => ({}) });

/** The `query` of an endpoint for a route: `build.query<Restaurant[], Args>(apiQuery(loadByLocation, (args: Args) => ({ body })))`. */
export const apiQuery = <R extends Route, Arg>(route: R, input: (arg: Arg) => CallInput<R>): { query(arg: Arg): ApiCall } => ({
  query: (arg) => ({ route, ...input(arg) }),
});
