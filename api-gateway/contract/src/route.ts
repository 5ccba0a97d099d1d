import type * as z from '@mahlzeit/contract/zod';
import type { ErrorCode } from './errors';

/** Any schema of this contract. */
export type Schema = z.ZodMiniType;

/** HTTP method of a route. */
export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * Who may call: nobody in particular, any session, a registered user, one with a verified e-mail, or the partner token.
 */
export type Access = 'none' | 'any' | 'loggedIn' | 'verified' | 'partner';

/** Shape of the parts that a route does not take. */
export type NoFields = z.ZodMiniObject<Record<never, never>>;

/** One route of the gateway: its request, its answer and the errors that are its own. */
export interface Route<
  Params extends Schema = Schema,
  Query extends Schema = Schema,
  Body extends Schema = Schema,
  Answer extends Schema = Schema,
> {
  /** Unique name, also the operation's id in OpenAPI. */
  readonly name: string;
  readonly method: HttpMethod;
  /** Path in express form, `/api/restaurants/:key`. */
  readonly path: string;
  readonly access: Access;
  /** True on routes with access `none` that take a Bearer token where there is one. */
  readonly takesOptionalBearer?: boolean;
  /**
   * True where a user who is flagged deleted may still call; all other routes with a session answer them
   * `accountDeleted`.
   */
  readonly isOpenToDeleted?: boolean;
  /** True on a POST that changes nothing: a client may repeat it as it likes and needs no Idempotency-Key. */
  readonly isRead?: boolean;
  /**
   * How a write is performed once under its Idempotency-Key. `transaction` (the default): in one transaction, a repeat
   * gets the first answer. `steps`: it asks somebody outside, such as a payment provider, between commits of its own; a
   * repeat goes on where the first one came to, or tells how it stands, and never begins a second one.
   */
  readonly idempotency?: 'transaction' | 'steps';
  /**
   * True where a client may keep the answer and ask whether it still holds: it carries a strong ETag, and
   * `If-None-Match` is answered 304.
   */
  readonly isRevalidated?: boolean;
  /** Schema of the path's parameters. */
  readonly params?: Params;
  /** Schema of the query string; parses text, so its output may hold numbers. */
  readonly query?: Query;
  /** Schema of the JSON body. Unknown fields are dropped. */
  readonly body?: Body;
  /** Where the body is a file's raw bytes and no JSON: how many at most. Its schema is `FileBytes`. */
  readonly takesFile?: { readonly maxBytes: number };
  /**
   * Where the answer of a success is a file and no JSON: its media type. Its schema is `FileAnswer`; it carries a
   * strong ETag. Only GET answers files.
   */
  readonly answersFile?: 'application/pdf' | 'image/png' | 'text/calendar';
  /** True where the same address always answers the same file, whoever asks: everybody may keep it for a year. */
  readonly isImmutable?: boolean;
  /** Schema of the JSON answer of a success (200). Answers may hold more fields. */
  readonly answer: Answer;
  /** Errors of this route beside those that follow from access, parsing and the platform. */
  readonly errors: readonly ErrorCode[];
  /** HTTP status of a code where it is another one on this route. */
  readonly statuses?: Readonly<Partial<Record<ErrorCode, number>>>;
}

/** Parsed path parameters of a route. */
export type RouteParams<R extends Route> = z.output<NonNullable<R['params']>>;
/** Parsed query of a route. */
export type RouteQuery<R extends Route> = z.output<NonNullable<R['query']>>;
/** Body of a route as a client writes it: fields with a default may be left out. */
export type RouteBodyInput<R extends Route> = z.input<NonNullable<R['body']>>;
/** Answer of a route. */
export type RouteAnswer<R extends Route> = z.output<R['answer']>;

/**
 * Declares a route; keeps the exact types of its schemas. The comment above it is its summary in the OpenAPI document.
 */
export const defineRoute = <
  Answer extends Schema,
  Params extends Schema = NoFields,
  Query extends Schema = NoFields,
  Body extends Schema = NoFields,
>(
  route: Route<Params, Query, Body, Answer>,
): Route<Params, Query, Body, Answer> => route;

/** What fills a route's path: parameters and query in their parsed form. */
export interface PathParts<R extends Route> {
  readonly params?: RouteParams<R>;
  readonly query?: RouteQuery<R>;
}

const entriesOf = (fields: unknown): [string, unknown][] =>
  typeof fields === 'object' && fields !== null ? Object.entries(fields) : [];

/** Path and query of a call, each part encoded once: `pathOf(getRestaurant, { params: { key } })`. */
export const pathOf = <R extends Route>(route: R, parts: PathParts<R> = {}): string => {
  const params = new Map(entriesOf(parts.params));
  const path = route.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params.get(name))));
  const query = new URLSearchParams();
  for (const [name, value] of entriesOf(parts.query)) {
    if (value !== undefined && value !== null) query.set(name, String(value));
  }
  return query.size === 0 ? path : `${path}?${query.toString()}`;
};
