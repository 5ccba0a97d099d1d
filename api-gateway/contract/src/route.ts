import type * as z from '@mahlzeit/contract/zod';
import type { ErrorCode } from './errors';

/** Type of every schema in this contract. */
export type Schema = z.ZodMiniType;

/** HTTP methods that routes may have. */
export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * Callers that may use a route: everybody, any session, a registered user, a user with a verified e-mail address, a
 * partner token, the token of a team that publishes a remote, a moderation token of the operator, or a reader of live
 * topics: any session, also that of a deleted account, or a restaurant's own token.
 */
export type Access = 'none' | 'any' | 'loggedIn' | 'verified' | 'partner' | 'team' | 'moderator' | 'live';

/** Schema without fields, for a part of the request that a route does not take. */
export type NoFields = z.ZodMiniObject<Record<never, never>>;

/** One HTTP route of the gateway: its request, its response and its own errors. */
export interface Route<
  Params extends Schema = Schema,
  Query extends Schema = Schema,
  Body extends Schema = Schema,
  Answer extends Schema = Schema,
> {
  /** Unique name of the route, also the operation's id in OpenAPI. */
  readonly name: string;
  readonly method: HttpMethod;
  /** Path in Express notation, `/api/restaurants/:key`. */
  readonly path: string;
  readonly access: Access;
  /** True on routes with access `none` that accept an optional Bearer token. */
  readonly takesOptionalBearer?: boolean;
  /**
   * True when users with a deleted account may still call the route. All other routes with a session answer these users
   * with `accountDeleted`.
   */
  readonly isOpenToDeleted?: boolean;
  /**
   * True on a route whose success ends all sessions of the user, so that the response may arrive after its session has
   * ended.
   */
  readonly endsSessions?: boolean;
  /**
   * True on a POST that a client may repeat freely without an Idempotency-Key: it changes nothing, or its repetition
   * changes nothing more.
   */
  readonly isRead?: boolean;
  /**
   * Way in which the gateway performs a write only once for its Idempotency-Key. `transaction` (the default): the write
   * is one database transaction, and a repeated request gets the first response. `steps`: the route calls an external
   * system, such as a payment provider, between several transactions; a repeated request resumes the first call or
   * returns its state, and never begins a second one.
   */
  readonly idempotency?: 'transaction' | 'steps';
  /**
   * True when a client may cache and revalidate the response. The response has a strong ETag, and a matching
   * `If-None-Match` gets 304.
   */
  readonly isRevalidated?: boolean;
  /** Schema of the path's parameters. */
  readonly params?: Params;
  /** Schema of the query string. Parses text, so its output may contain numbers. */
  readonly query?: Query;
  /** Schema of the JSON body. Unknown fields are dropped. */
  readonly body?: Body;
  /** Maximum bytes of a body that is a raw file and not JSON. The schema of this body is `FileBytes`. */
  readonly takesFile?: { readonly maxBytes: number };
  /**
   * Media type of a response that is a file and not JSON. The schema of this response is `FileAnswer`, and the response
   * has a strong ETag. Only GET routes return files.
   */
  readonly answersFile?: 'application/pdf' | 'image/png' | 'text/calendar';
  /**
   * True when a success is a stream of server-sent events (`text/event-stream`) without an end of its own. `answer` is
   * then the schema of the JSON in each event's `data`.
   */
  readonly answersStream?: boolean;
  /** True when a URL always returns the same file to everybody, so that caches may store the file for a year. */
  readonly isImmutable?: boolean;
  /** Schema of the JSON response of a success (200). Responses may contain additional fields. */
  readonly answer: Answer;
  /** Errors of this route in addition to those of access checks, parsing and the platform. */
  readonly errors: readonly ErrorCode[];
  /** HTTP statuses of error codes for which this route uses another status than `httpStatusOf` returns. */
  readonly statuses?: Readonly<Partial<Record<ErrorCode, number>>>;
}

/** Type of a route's parsed path parameters. */
export type RouteParams<R extends Route> = z.output<NonNullable<R['params']>>;
/** Type of a route's parsed query. */
export type RouteQuery<R extends Route> = z.output<NonNullable<R['query']>>;
/** Type of a route's body as a client writes it: fields with a default are optional. */
export type RouteBodyInput<R extends Route> = z.input<NonNullable<R['body']>>;
/** Type of a route's parsed response body. */
export type RouteAnswer<R extends Route> = z.output<R['answer']>;

/**
 * Declares a route and keeps the exact types of its schemas. The doc comment of the route is its summary in the OpenAPI
 * document.
 */
export const defineRoute = <
  Answer extends Schema,
  Params extends Schema = NoFields,
  Query extends Schema = NoFields,
  Body extends Schema = NoFields,
>(
  route: Route<Params, Query, Body, Answer>,
): Route<Params, Query, Body, Answer> => route;

/** Parsed path parameters and query, from which a URL is built. */
export interface PathParts<R extends Route> {
  readonly params?: RouteParams<R>;
  readonly query?: RouteQuery<R>;
}

const entriesOf = (fields: unknown): [string, unknown][] =>
  typeof fields === 'object' && fields !== null ? Object.entries(fields) : [];

/** Builds path and query of a call, with each part encoded once: `pathOf(getRestaurant, { params: { key } })`. */
export const pathOf = <R extends Route>(route: R, pathParts: PathParts<R> = {}): string => {
  const params = new Map(entriesOf(pathParts.params));
  const path = route.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params.get(name))));
  const query = new URLSearchParams();
  for (const [name, value] of entriesOf(pathParts.query)) {
    if (value !== undefined && value !== null) query.set(name, String(value));
  }
  return query.size === 0 ? path : `${path}?${query.toString()}`;
};
