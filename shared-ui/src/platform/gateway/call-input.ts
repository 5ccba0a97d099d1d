import type { Route, RouteBodyInput, RouteParams, RouteQuery } from '@mahlzeit/contract';

// An object schema without fields comes out as Record<string, never>.
type HasFields<Fields> = string extends keyof Fields ? false : keyof Fields extends never ? false : true;
type WithParams<R extends Route> = HasFields<RouteParams<R>> extends true ? { readonly params: RouteParams<R> } : { readonly params?: undefined };
type WithBody<R extends Route> = HasFields<RouteBodyInput<R>> extends true ? { readonly body: RouteBodyInput<R> } : { readonly body?: undefined };

/** Parameters, query and body of a call to a route. */
export type CallInput<R extends Route> = WithParams<R> & WithBody<R> & {
  readonly query?: RouteQuery<R>;
  /** Repeats one write under the key of its first try; without it each call gets a key of its own. */
  readonly idempotencyKey?: string;
};

/** The same for any route. */
export interface AnyCallInput {
  readonly params?: unknown;
  readonly query?: unknown;
  readonly body?: unknown;
  readonly idempotencyKey?: string;
}
