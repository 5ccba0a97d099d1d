import type { ErrorCode, Result, Route } from '@mahlzeit/contract';
import type { Request, Response } from 'express';
import type { CallerSession, PartnerCaller } from '../callers';
import type { WriteTransaction } from '../database/database';
import type { RouteError } from '../errors';

/** What a handler returns: the contract's answer, or an error (its code alone is enough). */
export type RouteResult<Answer> = Result<Answer, RouteError | ErrorCode>;

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

/** A request of a route that needs a session. */
export type SessionRequest<Params, Query, Body> = RouteRequest<Params, Query, Body> & {
  readonly session: CallerSession;
};

/** A request of a route for partners alone. */
export type PartnerRequest<Params, Query, Body> = Omit<RouteRequest<Params, Query, Body>, 'session'> & {
  readonly partner: PartnerCaller;
};

/** The write transaction of one step. */
export interface StepTransaction extends WriteTransaction {
  /** Binds the request, in this commit, to what it begins: an order's key for instance. A request is bound once. */
  bind(reference: string): Promise<void>;
}

/**
 * How a handler works whose route has `idempotency: 'steps'`: it writes what it is about to do and binds the request to
 * it, asks whoever is outside, writes what came of it. Killed anywhere in between, it is called again with the
 * reference, looks how far it has come and goes on from there; it never begins a second one.
 */
export interface Steps {
  /** What an earlier try of this request was bound to; null: none has begun anything. */
  readonly reference: string | null;
  /**
   * One step: a transaction of its own. Throws `requestInProgress` where another gateway has taken the request over.
   */
  write<T>(work: (tx: StepTransaction) => Promise<T>): Promise<T>;
  /**
   * Asks somebody outside while no transaction is open; hand the signal to the request, it ends with this gateway's
   * time.
   */
  ask<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T>;
}

/**
 * How a request without an Idempotency-Key is recognised as a repeat of another one of the same caller, within a
 * minute.
 */
export interface RepeatRule<Request> {
  /** What makes two requests the same: equal values are one. */
  sameBy(request: Request): unknown;
  /** Whether what the first one has begun is still open: an order that is paid is followed by a new one. */
  isOpen(reference: string): Promise<boolean>;
}

/** Who sends a file, and from where. */
export interface FileSender {
  /** The uid; the address where there is no session. */
  readonly who: string;
  readonly address: string;
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

/** A route with its handler, made by `route` or `openRoute`; the app mounts it. */
export interface BoundRoute {
  readonly contract: Route;
  /** Whether a sender may send one more file; asked before it is read. */
  readonly admit?: (sender: FileSender) => Promise<Result<void, RouteError | ErrorCode>>;
  /**
   * Costly work on a file's bytes that comes before the write begins, so that nobody else's waits for it; the handler
   * gets what it answers.
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
