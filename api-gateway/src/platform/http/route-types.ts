import type { ErrorCode, Result, Route } from '@mahlzeit/contract';
import type { Request, Response } from 'express';
import type { CallerSession, PartnerCaller } from '../callers';
import type { WriteTransaction } from '../database/database';
import type { RouteError } from '../errors';

/** Result of a handler: the contract's answer, or an error (its code alone is enough). */
export type RouteResult<Answer> = Result<Answer, RouteError | ErrorCode>;

/** A parsed request. No unparsed data reaches the handler. */
export interface RouteRequest<Params, Query, Body> {
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  /** null only on routes with access `none` or `partner`. */
  readonly session: CallerSession | null;
  /** null on all routes except those with access `partner`. */
  readonly partner: PartnerCaller | null;
  readonly requestId: string;
  readonly address: string;
  /** Aborts when the client disconnects before its answer. Work that has not begun by then can be skipped. */
  readonly signal: AbortSignal;
  /** The raw exchange, only for cookies, headers and the client's address. */
  readonly raw: { readonly request: Request; readonly response: Response };
}

/** A request of a route that needs a session. */
export type SessionRequest<Params, Query, Body> = RouteRequest<Params, Query, Body> & {
  readonly session: CallerSession;
};

/** A request of a partner route. */
export type PartnerRequest<Params, Query, Body> = Omit<RouteRequest<Params, Query, Body>, 'session'> & {
  readonly partner: PartnerCaller;
};

/** The write transaction of one step. */
export interface StepTransaction extends WriteTransaction {
  /**
   * Binds the request, in this commit, to the thing that it begins, for example an order's key. A request can be bound
   * once.
   */
  bind(reference: string): Promise<void>;
}

/**
 * Steps of a handler with `idempotency: 'steps'`: it writes its intent and binds the request to it, calls an external
 * system, and writes the result. After a crash it is called again with the reference, reads its progress and continues
 * from there. It never begins a second one.
 */
export interface Steps {
  /** Reference that an earlier attempt has bound; null when no attempt has begun anything. */
  readonly reference: string | null;
  /**
   * Runs one step in its own transaction. Throws `requestInProgress` when another gateway has taken over the request.
   */
  write<T>(work: (tx: StepTransaction) => Promise<T>): Promise<T>;
  /**
   * Calls an external system outside of any transaction. Pass the signal to the call; it aborts at the end of this
   * gateway's lease.
   */
  ask<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T>;
}

/** Rule that recognises a request without an Idempotency-Key as a repeat of the same caller within a minute. */
export interface RepeatRule<Request> {
  /** Returns the content that identifies a request. Requests with equal values are the same. */
  repeatIdentity(request: Request): unknown;
  /** Checks whether the thing that the first request has begun is still open. A paid order is followed by a new one. */
  isOpen(reference: string): Promise<boolean>;
}

/** The sender of a file. */
export interface FileSender {
  /** Uid; the client address without a session. */
  readonly who: string;
  readonly address: string;
}

/** Parts of a request before the contract's schemas parse them. */
export interface UnparsedParts {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
}

/** Data for a handler beside the parsed parts. */
export type RouteContext = Omit<RouteRequest<unknown, unknown, unknown>, 'params' | 'query' | 'body'> & {
  /** null on routes without steps. */
  readonly steps: Steps | null;
};

/** A route with its handler, created by `route` or `openRoute` and mounted by the app. */
export interface BoundRoute {
  readonly contract: Route;
  /** Checks whether a sender may send one more file, before it is read. */
  readonly admit?: (sender: FileSender) => Promise<Result<void, RouteError | ErrorCode>>;
  /**
   * Costly work on a file's bytes, done before the write begins so that it blocks no other write. The handler gets its
   * result.
   */
  readonly preprocess?: (file: Uint8Array) => Promise<Result<Uint8Array, RouteError | ErrorCode>>;
  /** Routes with steps: recognises repeats without a key, after parsing. */
  readonly repeats?: {
    /**
     * Returns the content that identifies a request, or the error of a request that breaks the contract; undefined for
     * a request without equals.
     */
    repeatIdentity(parts: UnparsedParts): Result<unknown, RouteError>;
    isOpen(reference: string): Promise<boolean>;
  };
  /** Parses the parts and calls the handler. */
  run(parts: UnparsedParts, context: RouteContext): Promise<RouteResult<unknown>>;
}
