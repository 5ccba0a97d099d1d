import type { ErrorCode, Result, Route } from '@mahlzeit/contract';
import type { Request, Response } from 'express';
import type { CallerSession, ModeratorCaller, PartnerCaller, TeamCaller } from '../callers';
import type { WriteTransaction } from '../database/database';
import type { RouteError } from '../errors';

/**
 * Result of a route's handler: the response that the contract defines, or an error, for which the code alone is enough.
 */
export type RouteResult<Answer> = Result<Answer, RouteError | ErrorCode>;

/** A request after parsing, as a route's handler gets it: all data are validated. */
export interface RouteRequest<Params, Query, Body> {
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  /** Session of the caller; null only on routes with access `none`, `partner`, `team`, `moderator` or `live`. */
  readonly session: CallerSession | null;
  /** Partner who calls; null on all routes except those with access `partner`. */
  readonly partner: PartnerCaller | null;
  /** Team that calls; null on all routes except those with access `team`. */
  readonly team: TeamCaller | null;
  /** Moderator who calls; null on all routes except those with access `moderator`. */
  readonly moderator: ModeratorCaller | null;
  readonly requestId: string;
  readonly address: string;
  /**
   * Signal that aborts when the client disconnects before it gets the response. Work that has not begun by then can be
   * skipped.
   */
  readonly signal: AbortSignal;
  /** The Express request and response, to be used only for cookies, headers and the client's IP address. */
  readonly raw: { readonly request: Request; readonly response: Response };
}

/** A request of a route that needs a session, so `session` is never null. */
export type SessionRequest<Params, Query, Body> = RouteRequest<Params, Query, Body> & {
  readonly session: CallerSession;
};

/** A request of a partner route: `partner` is never null, and there is no session. */
export type PartnerRequest<Params, Query, Body> = Omit<RouteRequest<Params, Query, Body>, 'session'> & {
  readonly partner: PartnerCaller;
};

/** A request of a team's route: `team` is never null, and there is no session. */
export type TeamRequest<Params, Query, Body> = Omit<RouteRequest<Params, Query, Body>, 'session'> & {
  readonly team: TeamCaller;
};

/** A request of a moderator's route: `moderator` is never null, and there is no session. */
export type ModeratorRequest<Params, Query, Body> = Omit<RouteRequest<Params, Query, Body>, 'session'> & {
  readonly moderator: ModeratorCaller;
};

/** The write transaction of one step of a handler. `bind` binds the request to the object that the step creates. */
export interface StepTransaction extends WriteTransaction {
  /**
   * Binds the request to the object that this step creates, for example by an order's key, with the commit of the step.
   * A request can be bound to one object only.
   */
  bind(reference: string): Promise<void>;
}

/**
 * Steps of a handler with `idempotency: 'steps'`. The handler stores what it is going to do and binds the request to
 * it, calls an external system, and stores the result. After a crash the handler is called again with the reference; it
 * reads the stored progress and continues from there, so that nothing begins twice.
 */
export interface Steps {
  /** Key of the object to which an earlier attempt has bound the request; null when no attempt has begun anything. */
  readonly reference: string | null;
  /**
   * Runs one step in its own transaction. Throws `requestInProgress` when another gateway has taken over the request.
   */
  write<T>(work: (tx: StepTransaction) => Promise<T>): Promise<T>;
  /**
   * Calls an external system outside of any transaction. `work` must pass its signal to the call. The signal aborts
   * when the gateway's lease of the request ends.
   */
  ask<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T>;
}

/**
 * Rule by which a request without an Idempotency-Key counts as a repetition: the same caller has sent the same content
 * within a minute.
 */
export interface RepeatRule<Request> {
  /** Returns the content that identifies a request. Requests with equal content count as the same request. */
  repeatIdentity(request: Request): unknown;
  /**
   * Checks whether the object that the first request has created is still open. After a paid order, for example, the
   * same request begins a new order.
   */
  isOpen(reference: string, isAnswered: boolean): Promise<boolean>;
}

/** Sender of an uploaded file. The gateway limits the uploads of each sender and of each IP address. */
export interface FileSender {
  /** Uid of the user; the client's IP address when there is no session. */
  readonly senderId: string;
  readonly address: string;
}

/** Parts of a request before the contract's schemas parse them. */
export interface UnparsedParts {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
}

/** Data that a route's handler gets in addition to the parsed parts. */
export type RouteContext = Omit<RouteRequest<unknown, unknown, unknown>, 'params' | 'query' | 'body'> & {
  /** Steps of the handler; null on routes without steps. */
  readonly steps: Steps | null;
};

/** A route with its handler, created by `route` or `openRoute` and mounted by the app. */
export interface BoundRoute {
  readonly contract: Route;
  /** Checks, before a file is read, whether its sender may send one more file. */
  readonly admit?: (sender: FileSender) => Promise<Result<void, RouteError | ErrorCode>>;
  /**
   * Costly work on a file's bytes. It runs before the write transaction, so that it blocks no other write. The handler
   * gets the resulting bytes.
   */
  readonly preprocess?: (uploadedFile: Uint8Array) => Promise<Result<Uint8Array, RouteError | ErrorCode>>;
  /** Recognises a repeated request without a key, after parsing. Only for routes with steps. */
  readonly repeatRule?: {
    /**
     * Returns the content that identifies a request, or the error of a request that breaks the contract. Returns
     * undefined for a request that never counts as a repetition.
     */
    repeatIdentity(unparsedParts: UnparsedParts): Result<unknown, RouteError>;
    isOpen(reference: string, isAnswered: boolean): Promise<boolean>;
  };
  /** Parses the parts of a request and calls the handler. */
  run(unparsedParts: UnparsedParts, context: RouteContext): Promise<RouteResult<unknown>>;
}
