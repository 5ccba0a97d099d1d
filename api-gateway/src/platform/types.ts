import type { ErrorCode, Op, Result, Route } from '@mahlzeit/contract';
import type { Request, Response, Router } from 'express';
import type { Logger } from 'pino';
import type * as z from 'zod/mini';
import type { GatewayAddress, GatewayConfig } from './config/config';

export type { GatewayAddress };

/** The only source of time. `now` is the domain clock (may be moved), `realNow` never is; both epoch milliseconds. */
export interface Clock {
  now(): number;
  realNow(): number;
}

/**
 * A connection to the database or a transaction on one, closed: who isn't a repository can only hand it on. It is knex's
 * own object, of which this is all that shows; `knexOf` opens it.
 */
export interface Connection {
  readonly __knex__: string;
}

/** One write transaction: rows and their change-log rows commit together or not at all. */
export interface WriteTransaction {
  readonly knex: Connection;
  /** Appends `op` to the change log of `topic` in this transaction; subscribers hear of it after the commit. */
  record(topic: string, op: Op): void;
  /** Runs `work` once all of this is committed, and never where it isn't; what it throws is logged and reaches nobody. */
  afterCommit(work: () => void): void;
}

/** The database as modules see it: one writer at a time, consistent reads. */
export interface Database {
  /** For single reads; refuses to write. */
  readonly knex: Connection;
  /** One transaction; the lock is taken first. Must not be called inside another `write`. */
  write<T>(work: (tx: WriteTransaction) => Promise<T>): Promise<T>;
  /** One read transaction: everything in it is of one instant. */
  read<T>(work: (knex: Connection) => Promise<T>): Promise<T>;
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

/** Whom a partner's token speaks for. */
export interface PartnerCaller {
  /** Key of the one restaurant whose own token it is; null: the token for all of them. */
  readonly restaurantKey: string | null;
}

/** Finds out whose own token it is, `mzp_…`; null: nobody's any more. Implemented by discovery. */
export type FindTokenRestaurant = (token: string) => Promise<string | null>;

/** Verifies what partners send instead of a user's token; the address is that of who asks. */
export interface PartnerVerifier {
  verify(token: string, address: string): Promise<Result<PartnerCaller, RouteError | 'unauthenticated'>>;
}

/** A parsed request as a handler sees it: nothing unparsed reaches it. */
export interface RouteRequest<Params, Query, Body> {
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  /** null only on routes with access `none` or `partner`. */
  readonly session: CallerSession | null;
  /** null on all routes but those with access `partner`. */
  readonly partner: PartnerCaller | null;
  readonly requestId: string;
  readonly address: string;
  /** Aborts where whoever asked has gone before they were answered: what has not begun by then need not. */
  readonly signal: AbortSignal;
  /** The raw exchange, for cookies, headers and the client's own address alone. */
  readonly raw: { readonly request: Request; readonly response: Response };
}

/** The write transaction of one step. */
export interface StepTransaction extends WriteTransaction {
  /** Binds the request, in this commit, to what it begins: an order's key for instance. A request is bound once. */
  bind(reference: string): Promise<void>;
}

/**
 * How a handler works whose route has `idempotency: 'steps'`: it writes what it is about to do and binds the request to it,
 * asks whoever is outside, writes what came of it. Killed anywhere in between, it is called again with the reference, looks
 * how far it has come and goes on from there; it never begins a second one.
 */
export interface Steps {
  /** What an earlier try of this request was bound to; null: none has begun anything. */
  readonly reference: string | null;
  /** One step: a transaction of its own. Throws `requestInProgress` where another gateway has taken the request over. */
  write<T>(work: (tx: StepTransaction) => Promise<T>): Promise<T>;
  /** Asks somebody outside while no transaction is open; hand the signal to the request, it ends with this gateway's time. */
  ask<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T>;
}

/** How a request without an Idempotency-Key is recognised as a repeat of another one of the same caller, within a minute. */
export interface RepeatRule<Request> {
  /** What makes two requests the same: equal values are one. */
  sameBy(request: Request): unknown;
  /** Whether what the first one has begun is still open: an order that is paid is followed by a new one. */
  isOpen(reference: string): Promise<boolean>;
}

/** A request of a route that needs a session. */
export type SessionRequest<Params, Query, Body> = RouteRequest<Params, Query, Body> & { readonly session: CallerSession };

/** A request of a route for partners alone. */
export type PartnerRequest<Params, Query, Body> = Omit<RouteRequest<Params, Query, Body>, 'session'> & { readonly partner: PartnerCaller };

/** Who follows topics: a user's session, or a restaurant's counter, which is a nobody to everything but its own. */
export interface LiveReader extends CallerSession {
  /** Of the counter that came with its restaurant's own token; absent: a user. */
  readonly restaurantKey?: string;
}

/** Verifies the token of a hello; the error code is `unauthenticated` or `tokenExpired`. */
export interface LiveVerifier {
  verify(token: string): Promise<{ ok: true; session: LiveReader; expiresAt: number } | { ok: false; code: 'unauthenticated' | 'tokenExpired' }>;
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
  /** Whether `mayRead` is asked for counters of restaurants too; absent: none of them may follow it. */
  readonly isForCounters?: boolean;
  /** Name in the change log where it differs from the wire's: `me` is kept as `user/<uid>`. */
  logName?(session: CallerSession, param: string | null): string;
  /** Checked at `sub` and again when rights change; false answers `notFound`. */
  mayRead(reader: LiveReader, param: string | null, knex: Connection): Promise<boolean>;
  /** The items a fresh subscriber gets, read inside the caller's read transaction. */
  snapshot(session: CallerSession, param: string | null, knex: Connection): Promise<TopicItem[]>;
}

/** Work that runs beside requests; `run` is called at `everyMs` of real time and once after the domain clock moved. */
export interface Worker {
  readonly name: string;
  readonly everyMs: number;
  /** `stopping` aborts once the gateway is asked to stop: a run that takes long ends then, and leaves the rest to the next one. */
  run(stopping?: AbortSignal): Promise<void>;
}

/** What a job is enqueued with and how it is kept; one declaration that whoever enqueues and whoever runs it share. */
export interface JobKind<Payload> {
  /** `module/what`; stored with each job, so it never changes. */
  readonly name: string;
  /** Parsed before it is run: a job may have been enqueued by an earlier release. */
  readonly payload: z.ZodMiniType<Payload>;
  /** What its due time is told by, for ever as well. `domain` follows the sandbox's clock; pauses between tries are real time for both. */
  readonly clock: 'real' | 'domain';
  /** A job that has failed for this long, in real milliseconds after its first try, is given up. */
  readonly giveUpAfterMs: number;
  /** Whose data the payload holds; null: nobody's. */
  readonly personal: PersonalPayload<Payload> | null;
}

/** How a person's jobs are found and told of. */
export interface PersonalPayload<Payload> {
  /** The uid or the e-mail address of the person. */
  personOf(payload: Payload): string;
  /** What their export tells of it, no secrets. */
  present(payload: Payload): object;
}

/** Why a try failed. */
export interface JobError {
  /** `refused`: no try will ever succeed; `later`: another may; `unreachable`: at the moment no job of this kind would. */
  readonly kind: 'refused' | 'later' | 'unreachable';
  /** Kept with the dead letter and shown to operators: a code, never personal data. */
  readonly reason: string;
  readonly cause?: unknown;
}

/** What a job gets beside its payload. */
export interface JobContext {
  /** Stays the same over all tries, so that whoever is asked twice can tell. */
  readonly id: string;
  /** Which try this is, from 1. */
  readonly attempts: number;
  /**
   * Ends the job as part of `tx`, so that what the job writes there counts once: both are committed or neither is. Throws
   * where the job isn't this try's any more, which takes the write back. A job that returns without it is ended behind it.
   */
  complete(tx: Pick<WriteTransaction, 'knex' | 'afterCommit'>): Promise<void>;
}

/** A kind of job with what it does, made by `bindJob`. */
export interface BoundJob {
  readonly kind: Pick<JobKind<never>, 'name' | 'clock' | 'giveUpAfterMs'>;
  /** What a stored payload says of its person; null: nothing, or it can't be read. */
  present(payload: unknown): object | null;
  /** Parses the payload and does the job, which must end within a minute; what it throws is another `later`. null: nobody here can do it, such jobs wait. */
  readonly run: ((payload: unknown, context: JobContext) => Promise<Result<void, JobError>>) | null;
}

/** Where modules hand in work that is to be done beside the request. */
export interface JobQueue {
  /**
   * Writes a job inside the caller's transaction: it runs once that is committed, and never when it isn't. Of one kind and
   * key one job waits at most: a second one takes its place, even while it runs.
   */
  enqueue<Payload>(tx: Pick<WriteTransaction, 'knex' | 'afterCommit'>, kind: JobKind<Payload>, job: NewJob<Payload>): Promise<void>;
}

/** A job to be enqueued. */
export interface NewJob<Payload> {
  readonly payload: Payload;
  /** What it is about; absent: nothing that another job could be about. */
  readonly key?: string;
  /** Epoch milliseconds of the kind's clock; absent: as soon as possible. */
  readonly dueAt?: number;
}

/** Why a request fails: an expected error, answered with the status of its code. */
export interface RouteError {
  readonly code: ErrorCode;
  /** For logs and developers; the code itself where absent. */
  readonly message?: string;
  readonly details?: Readonly<Record<string, unknown>>;
  /** Real milliseconds until another try makes sense. */
  readonly retryAfterMs?: number;
  /** The same request may be answered otherwise a moment later, by what somebody does outside: it isn't kept for repeats. */
  readonly mayChange?: true;
}

/** What a handler returns: the contract's answer, or an error (its code alone is enough). */
export type RouteResult<Answer> = Result<Answer, RouteError | ErrorCode>;

/** Who sends a file, and from where. */
export interface FileSender {
  /** The uid; the address where there is no session. */
  readonly who: string;
  readonly address: string;
}

/** A route with its handler, made by `route` or `openRoute`; the app mounts it. */
export interface BoundRoute {
  readonly contract: Route;
  /** Whether a sender may send one more file; asked before it is read. */
  readonly admit?: (sender: FileSender) => Promise<Result<void, RouteError | ErrorCode>>;
  /**
   * Costly work on a file's bytes that comes before the write begins, so that nobody else's waits for it; the handler gets
   * what it answers.
   */
  readonly preprocess?: (file: Uint8Array) => Promise<Result<Uint8Array, RouteError | ErrorCode>>;
  /** On routes that work in steps: how requests without a key are told apart, once they are parsed. */
  readonly repeats?: {
    /** What makes it the same as others, or why it breaks the contract; undefined: no other is the same. */
    sameBy(parts: UnparsedParts): Result<unknown, RouteError>;
    isOpen(reference: string): Promise<boolean>;
  };
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
export type RouteContext = Omit<RouteRequest<unknown, unknown, unknown>, 'params' | 'query' | 'body'> & {
  /** null on routes that don't work in steps. */
  readonly steps: Steps | null;
};

/** Whose data it is. */
export interface DataSubject {
  readonly uid: string;
  /** The address as it is now; null while anonymous. */
  readonly email: string | null;
}

/** Which tables a module has; a test compares them with the schema. Each table is named once. */
interface TableNames {
  /** Tables with personal data, and their columns that name a person or hold something of one. */
  readonly personalTables: Readonly<Record<string, readonly string[]>>;
  /** All others. */
  readonly impersonalTables: readonly string[];
}

/** A module that stores data of users: it exports the data to them, and erases it with them. */
export interface PersonalDataProvider extends TableNames {
  /** Key of its part in the export. */
  readonly name: string;
  /** Everything that is stored of the user, but no secrets; inside the caller's read transaction. */
  export(knex: Connection, subject: DataSubject): Promise<unknown>;
  /**
   * Removes it inside the write in which the user goes. What the law wants kept (orders and receipts, § 147 AO) stays
   * without whatever leads to the person: such rows must not hang on the row of the user.
   */
  erase(tx: WriteTransaction, subject: DataSubject): Promise<void>;
}

/** A module that stores nothing of anybody. */
export interface NoPersonalData extends Pick<TableNames, 'impersonalTables'> {
  readonly storesNothingBecause: string;
}

/** What a module's front door gives the composition root. */
export interface GatewayModule {
  readonly routes?: readonly BoundRoute[];
  /** Whatever is not JSON under /api: files and pages. Mounted behind all routes. */
  readonly router?: Router;
  /** Sources of one pattern in several modules are joined: all must let the reader in, their snapshots are put together. */
  readonly topics?: readonly TopicSource[];
  /** Work of each gateway on its own. */
  readonly workers?: readonly Worker[];
  /** Work that one gateway of all on this database does at that pace. */
  readonly periodicJobs?: readonly Worker[];
  readonly jobs?: readonly BoundJob[];
  readonly personalData: PersonalDataProvider | NoPersonalData;
}

/** What the live socket offers to modules. */
export interface LivePort {
  /**
   * The rights of this user change with the write `tx`: once it is committed their open sockets are checked again on every
   * gateway, and are sent nothing of what was committed with it or later before that is done. A socket whose session is over
   * loses its topics and is closed.
   */
  rightsChanged(tx: Pick<WriteTransaction, 'record'>, uid: string): void;
  /** This user goes on under another session: told inside the write that ends the others, so that what it brings about reaches no socket before it has shown a token of the new one. Their rights have changed as well. */
  sessionReplaced(tx: Pick<WriteTransaction, 'record'>, uid: string): void;
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

/** Remembers values for a while and may lose any of them at any time. What is stored is plain JSON. */
export interface Cache<Value> {
  /** undefined: not known, or not any more. */
  get(key: string): Promise<Value | undefined>;
  /** Remembers it for that many real milliseconds at most. */
  set(key: string, value: Value, ttlMs: number): Promise<void>;
}

/** Makes the cache of that name, which forgets what was set first where it would grow beyond `maxEntries`. */
export type CreateCache = <Value>(name: string, limit: { readonly maxEntries: number }) => Cache<Value>;

/** What gateways count and remember for a while and nobody misses after a restart; one that gateways share counts for all of them. */
export interface EphemeralStore {
  readonly createRateLimiter: CreateRateLimiter;
  readonly createCache: CreateCache;
}

/** What every module's factory may take; each names the few parts that it needs. */
export interface ModuleDeps extends EphemeralStore {
  readonly config: GatewayConfig;
  readonly address: GatewayAddress;
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Logger;
  readonly live: LivePort;
  readonly jobs: JobQueue;
}
