import type { Route } from '@mahlzeit/contract';
import { combineSlices, configureStore, createAction } from '@reduxjs/toolkit';
import { createApi } from '@reduxjs/toolkit/query/react';
import type { BaseQueryFn } from '@reduxjs/toolkit/query/react';
import type { Store } from 'redux';
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

/** Dependencies of endpoints and thunks, passed to them as Redux's extra argument. */
export interface StoreExtra {
  readonly apiClient: ApiClient;
  readonly live: LiveClient;
  readonly clock: ShellClock;
  readonly timers: Timers;
}

// Redux passes the extra argument without a type. Only objects that `createStore` has registered are accepted.
const registeredServices = new WeakSet<object>();

const isStoreExtra = (extra: unknown): extra is StoreExtra =>
  typeof extra === 'object' && extra !== null && registeredServices.has(extra);

/** Registers the extra argument of a store, so that `storeExtraOf` accepts it. */
const registerExtra = (extra: StoreExtra): StoreExtra => {
  registeredServices.add(extra);
  return extra;
};

/**
 * Returns the extra argument of a thunk or an endpoint with its type. Throws when `createStore` didn't create the
 * store.
 */
export const storeExtraOf = (extra: unknown): StoreExtra => {
  if (!isStoreExtra(extra))
    throw new Error('The store has no registered extra argument: create it by createStore of the platform');
  return extra;
};

/** Call that an endpoint makes: a route with its parameters, query and body. */
interface ApiQueryCall extends AnyCallInput {
  readonly route: Route;
}

/** Base query of all endpoints. Responses are parsed by the route's schema; errors are of type ApiError. */
type ApiBaseQuery = BaseQueryFn<ApiQueryCall, unknown, ApiError>;

const apiBaseQuery: ApiBaseQuery = async ({ route, ...input }, { extra, signal }) => {
  const callAnswer = await storeExtraOf(extra).apiClient.callAny(route, input, signal);
  return callAnswer.ok ? { data: callAnswer.value } : { error: callAnswer.error };
};

/** RTK Query api of the page. Remotes add endpoints by `injectEndpoints`. */
export const api = createApi({
  reducerPath: 'api',
  baseQuery: apiBaseQuery,
  endpoints: () => ({}),
  // Only `refetchQueries` reports a reconnect.
  refetchOnReconnect: true,
});

/**
 * Returns the `query` of an endpoint for a route: `build.query<Restaurant[], Args>(apiQuery(loadByLocation, (args:
 * Args) => ({ body })))`.
 */
export const apiQuery = <R extends Route, Arg>(
  route: R,
  toInput: (arg: Arg) => CallInput<R>,
): { query(arg: Arg): ApiQueryCall } => ({
  query: (arg) => ({ route, ...toInput(arg) }),
});

/**
 * Action that is dispatched when the user changes. Slices with personal data reset their state on it. The platform
 * clears the query cache itself.
 */
export const userChanged = createAction<SessionUser | null>('platform/userChanged');

/** Reducer of the page. Remotes add their slices by `slice.injectInto(rootReducer)`. */
export const rootReducer = combineSlices(api);

/** State of the store. Slices of remotes are read by their own selectors. */
export type RootState = ReturnType<typeof rootReducer>;

/** Creates the Redux store of a page. Endpoints and thunks get `extra` as their extra argument. */
export const createStore = (extra: StoreExtra) =>
  configureStore({
    reducer: rootReducer,
    middleware: (getDefaultMiddleware) =>
      getDefaultMiddleware({ thunk: { extraArgument: registerExtra(extra) } }).concat(api.middleware),
  });

/** Requests all queries again that components use, and forgets the others, because their data may be old. */
export const refetchQueries = ({ dispatch }: Pick<AppStore, 'dispatch'>): void =>
  void dispatch(api.internalActions.onOnline());

/** Redux store of a page. Its `dispatch` also accepts thunks and actions of the API. */
export type AppStore = Store<RootState> & Pick<ReturnType<typeof createStore>, 'dispatch'>;

/** Returns the extra argument of a store: the dependencies of its endpoints and thunks. */
export const extraOfStore = (store: Pick<AppStore, 'dispatch'>): StoreExtra =>
  store.dispatch((_dispatch, _getState, extra) => extra);
