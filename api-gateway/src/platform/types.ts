import type { ErrorCode, Op, Result, Route } from '@mahlzeit/contract';
import type { Request, Response, Router } from 'express';
import type { Knex } from 'knex';
import type { Logger } from 'pino';
import type { GatewayConfig } from './config/config';

/** The only source of time. `now` is the domain clock (may be moved), `realNow` never is; both epoch milliseconds. */
export interface Clock {
  now(): number;
  realNow(): number;
}

/** One write transaction: rows and their change-log rows commit together or not at all. */
export interface WriteTransaction {
  readonly knex: Knex.Transaction;
  /** Appends `op` to the change log of `topic` in this transaction; subscribers hear of it after the commit. */
  record(topic: string, op: Op): void;
}

/** The database as modules see it: one writer at a time, consistent reads. */
export interface Database {
  /** For single reads; refuses to write. */
  readonly knex: Knex;
  /** One transaction; the lock is taken first. Must not be called inside another `write`. */
  write<T>(work: (tx: WriteTransaction) => Promise<T>): Promise<T>;
  /** One read transaction: everything in it is of one instant. */
  read<T>(work: (knex: Knex) => Promise<T>): Promise<T>;
  /** What was read after this number was read is still valid while the number is the same; null: unknown. */
  dataVersion(): number | null;
}

/** Who calls: taken from the verified id token. `authTime` is epoch milliseconds of the last proof of identity. */
export interface CallerSession {
  readonly uid: string;
  /** The session itself: one sign-in of one browser; ends with logout. */
  readonly sessionId: string;
  readonly isAnonymous: boolean;
  readonly isVerified: boolean;
  readonly isDeleted: boolean;
  readonly authTime: number;
}

/** Verifies a Bearer token; the error code is `unauthenticated` or `tokenExpired`. Implemented by the identity module. */
export interface TokenVerifier {
  verify(token: string): Promise<{ ok: true; session: CallerSession; expiresAt: number } | { ok: false; code: 'unauthenticated' | 'tokenExpired' }>;
}

/** A parsed request as a handler sees it: nothing unparsed reaches it. */
export interface RouteRequest<Params, Query, Body> {
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  /** null only on routes with access `none` or `partner`. */
  readonly session: CallerSession | null;
  readonly requestId: string;
  readonly address: string;
  /** The raw exchange, for cookies and headers alone. */
  readonly raw: { readonly request: Request; readonly response: Response };
}

/** A request of a route that needs a session. */
export type SessionRequest<Params, Query, Body> = RouteRequest<Params, Query, Body> & { readonly session: CallerSession };

/** One item of a live snapshot. */
export interface TopicItem {
  readonly collection: string;
  readonly key: string;
  readonly value: object;
}

/** What a module offers on the live socket: `pattern` is a topic name with at most one `:param`, e.g. `restaurant/:key`. */
export interface TopicSource {
  readonly pattern: string;
  /** Name in the change log where it differs from the wire's: `me` is kept as `user/<uid>`. */
  logName?(session: CallerSession, param: string | null): string;
  /** Checked at `sub` and again when rights change; false answers `notFound`. */
  mayRead(session: CallerSession, param: string | null, knex: Knex): Promise<boolean>;
  /** The items a fresh subscriber gets, read inside the caller's read transaction. */
  snapshot(session: CallerSession, param: string | null, knex: Knex): Promise<TopicItem[]>;
}

/** Work that runs beside requests; `run` is called at `everyMs` of real time and once after the domain clock moved. */
export interface Worker {
  readonly name: string;
  readonly everyMs: number;
  run(): Promise<void>;
}

/** Why a request fails: an expected error, answered with the status of its code. */
export interface RouteError {
  readonly code: ErrorCode;
  /** For logs and developers; the code itself where absent. */
  readonly message?: string;
  readonly details?: Readonly<Record<string, unknown>>;
  /** Real milliseconds until another try makes sense. */
  readonly retryAfterMs?: number;
}

/** What a handler returns: the contract's answer, or an error (its code alone is enough). */
export type RouteResult<Answer> = Result<Answer, RouteError | ErrorCode>;

/** A route with its handler, made by `route` or `openRoute`; the app mounts it. */
export interface BoundRoute {
  readonly contract: Route;
  /**
   * Costly work on a file's bytes that comes before the write begins, so that nobody else's waits for it; the handler gets
   * what it answers.
   */
  readonly preprocess?: (file: Uint8Array) => Promise<Result<Uint8Array, RouteError | ErrorCode>>;
  /** Parses the parts and calls the handler. */
  run(parts: UnparsedParts, context: RouteContext): Promise<RouteResult<unknown>>;
}

/** The parts of a request before the contract's schemas have seen them. */
export interface UnparsedParts {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
}

/** What a handler gets beside the parsed parts. */
export type RouteContext = Omit<RouteRequest<unknown, unknown, unknown>, 'params' | 'query' | 'body'>;

/** Whose data it is. */
export interface DataSubject {
  readonly uid: string;
  /** The address as it is now; null while anonymous. */
  readonly email: string | null;
}

/** A module that stores data of users: it exports the data to them, and erases it with them. */
export interface PersonalDataProvider {
  /** Key of its part in the export. */
  readonly name: string;
  /** Everything that is stored of the user, but no secrets; inside the caller's read transaction. */
  export(knex: Knex, subject: DataSubject): Promise<unknown>;
  /**
   * Removes it inside the write in which the user goes. What the law wants kept (orders and receipts, § 147 AO) stays
   * without whatever leads to the person: such rows must not hang on the row of the user.
   */
  erase(tx: WriteTransaction, subject: DataSubject): Promise<void>;
}

/** What a module's front door gives the composition root. */
export interface GatewayModule {
  readonly routes?: readonly BoundRoute[];
  /** Whatever is not JSON under /api: files and pages. Mounted behind all routes. */
  readonly router?: Router;
  /** Sources of one pattern in several modules are joined: all must let the reader in, their snapshots are put together. */
  readonly topics?: readonly TopicSource[];
  readonly workers?: readonly Worker[];
  readonly personalData?: PersonalDataProvider;
}

/** What the live socket offers to modules. */
export interface LivePort {
  /** The rights of this user have changed: their open sockets are checked again once it is committed; one whose session is over loses its topics and is closed. */
  rightsChanged(uid: string): void;
  /** This user goes on under another session: told inside the write that ends the others, so that what it brings about reaches no socket before it has shown a token of the new one. */
  sessionReplaced(uid: string): void;
}

/** Counts tries in real time, per key. */
export interface RateLimiter {
  /** Takes one try; refused when none is left. */
  consume(key: string): Promise<{ readonly ok: true } | { readonly ok: false; readonly retryAfterMs: number }>;
  /** Gives one try back, where only wrong ones count. */
  refund(key: string): Promise<void>;
  /** Gives all of them back. */
  forget(key: string): Promise<void>;
}

/** Makes the limiter of that name; RATE_LIMITS=off makes one that never refuses. */
export type CreateRateLimiter = (name: string, limit: { readonly points: number; readonly durationMs: number }) => RateLimiter;

/** Where this gateway is reached; known once it listens. */
export interface GatewayAddress {
  readonly port: number;
  /** Without a slash at the end. */
  readonly publicUrl: string;
}

/** What every module's factory may take; each names the few parts that it needs. */
export interface ModuleDeps {
  readonly config: GatewayConfig;
  readonly address: GatewayAddress;
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Logger;
  readonly live: LivePort;
  readonly createRateLimiter: CreateRateLimiter;
}
