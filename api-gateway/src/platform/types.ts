import type { Op } from '@mahlzeit/contract';
import type { Request, Response } from 'express';
import type { Knex } from 'knex';

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
  readonly knex: Knex;
  write<T>(work: (tx: WriteTransaction) => Promise<T>): Promise<T>;
  read<T>(work: (knex: Knex) => Promise<T>): Promise<T>;
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
