import type { Route } from '@mahlzeit/contract';
import { combineSlices, configureStore, createAction } from '@reduxjs/toolkit';
import { createApi } from '@reduxjs/toolkit/query/react';
import type { BaseQueryFn } from '@reduxjs/toolkit/query/react';
import type { ApiClient } from '../session/api-client';
import type { AnyCallInput, CallInput } from '../api/transport';
import type { ApiError } from '../api/api-error';
import type { ShellClock, Timers } from '../browser/clock';
import type { LiveClient } from '../live/live-client';
import type { SessionUser } from '../session/session-state';

export { createSlice } from '@reduxjs/toolkit';
export type { PayloadAction } from '@reduxjs/toolkit';
export { copyWithStructuralSharing, skipToken } from '@reduxjs/toolkit/query/react';
export { useSelector } from 'react-redux';

/** What endpoints and thunks get beside the store. */
export interface StoreExtra {
  readonly apiClient: ApiClient;
  readonly live: LiveClient;
  readonly clock: ShellClock;
  readonly timers: Timers;
}

// Redux hands the extra argument on untyped; only what `createStore` was given is taken for it.
const known = new WeakSet<object>();

const isStoreExtra = (extra: unknown): extra is StoreExtra =>
  typeof extra === 'object' && extra !== null && known.has(extra);

/** Marks what a store is made with. */
const registerExtra = (extra: StoreExtra): StoreExtra => {
  known.add(extra);
  return extra;
};

/** The extra argument of a thunk or an endpoint, typed. */
export const storeExtraOf = (extra: unknown): StoreExtra => {
  if (!isStoreExtra(extra)) throw new Error('This store was not made by createStore of the platform');
  return extra;
};

/** One call of the gateway as an endpoint asks for it. */
interface ApiCall extends AnyCallInput {
  readonly route: Route;
}

/** How endpoints reach the gateway: answers are parsed by the route's schema, errors are an ApiError. */
type ApiBaseQuery = BaseQueryFn<ApiCall, unknown, ApiError>;

const apiBaseQuery: ApiBaseQuery = async ({ route, ...input }, { extra, signal }) => {
  const answer = await storeExtraOf(extra).apiClient.callAny(route, input, signal);
  return answer.ok ? { data: answer.value } : { error: answer.error };
};

/** The one RTK Query api. Remotes add endpoints by `injectEndpoints`. */
export const api = createApi({ reducerPath: 'api', baseQuery: apiBaseQuery, endpoints: () => ({}) });

/**
 * The `query` of an endpoint for a route: `build.query<Restaurant[], Args>(apiQuery(loadByLocation, (args: Args) => ({
 * body })))`.
 */
export const apiQuery = <R extends Route, Arg>(
  route: R,
  input: (arg: Arg) => CallInput<R>,
): { query(arg: Arg): ApiCall } => ({
  query: (arg) => ({ route, ...input(arg) }),
});

/** Another user, or nobody: slices with personal data reset on it. The query cache is cleared by the platform. */
export const userChanged = createAction<SessionUser | null>('platform/userChanged');

/** The one reducer; remotes add slices by `slice.injectInto(rootReducer)`. */
export const rootReducer = combineSlices(api);

/** State of the one store. Parts of remotes are read by the selectors of their injected slices. */
export type RootState = ReturnType<typeof rootReducer>;

/** The one store of a page. */
export const createStore = (extra: StoreExtra) =>
  configureStore({
    reducer: rootReducer,
    middleware: (defaults) => defaults({ thunk: { extraArgument: registerExtra(extra) } }).concat(api.middleware),
  });

/** The one store. */
export type AppStore = ReturnType<typeof createStore>;

/** What a store was made with. */
export const extraOfStore = (store: Pick<AppStore, 'dispatch'>): StoreExtra =>
  store.dispatch((_dispatch, _getState, extra) => extra);
