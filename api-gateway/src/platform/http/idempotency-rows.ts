import { createHash } from 'node:crypto';
import type { Connection } from '../database/database';
import { knexOf } from '../database/knex-of';
import type { HttpResult } from './http-result';

/** Real milliseconds for which the gateway stores a request under the client's Idempotency-Key. */
export const idempotencyRetentionMs = 24 * 60 * 60 * 1000;

/** Identity of a request. Requests with equal fields count as the same request. */
export interface RequestIdentity {
  /** Text that consists of the caller, the method and the path of the request. */
  readonly scope: string;
  /** Uid of the caller, whose erasure also deletes the row; null for a partner. */
  readonly person: string | null;
  /** Value of the header Idempotency-Key, or a key derived from the content. */
  readonly key: string;
  readonly body: unknown;
}

/** Columns of a stored request that identify it, its content and its owner. */
export interface RequestRow {
  readonly scope_hash: string;
  readonly key: string;
  readonly request_hash: string;
  readonly person: string | null;
}

/** Row of the table `idempotency`: a request with its lease and its stored response. */
export interface IdempotencyRow extends RequestRow {
  /** HTTP status of the stored response; 0 while no response is stored. */
  readonly status: number;
  readonly body: string;
  readonly at: number | string;
  /**
   * Key of the object that the request's handler has begun to create, for example of an order; null while there is
   * none. Only for routes with steps.
   */
  readonly reference: string | null;
  /** Lease of the attempt in progress; null without one. Only for routes with steps. */
  readonly lease: string | null;
  /** Real time after which another attempt may take over the request. */
  readonly leased_until: number | string | null;
  /** Whether an attempt has ended with a response below 500. Only for routes with steps. */
  readonly is_answered: boolean | number;
}

const sha256 = (content: string | Uint8Array): string => createHash('sha256').update(content).digest('hex');

// Sorts the keys of an object, because their sequence must not matter for the hash.
const withSortedKeys = (_key: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([leftKey], [rightKey]) => (leftKey < rightKey ? -1 : 1)))
    : value;

/**
 * Returns a hash of a request's content: equal contents have equal hashes. The bytes of a file are hashed directly, not
 * as JSON.
 */
export const contentHash = (hashedContent: unknown): string =>
  sha256(hashedContent instanceof Uint8Array ? hashedContent : (JSON.stringify(hashedContent, withSortedKeys) ?? ''));

/** Returns the columns by which a request is stored. Scope and content are stored only as hashes. */
export const requestRowOf = ({ scope, key, person, body }: RequestIdentity): RequestRow => ({
  scope_hash: sha256(scope),
  key,
  request_hash: contentHash(body),
  person,
});

/**
 * Checks whether the response to a request is stored for repeated requests. Internal errors and errors after which the
 * client should retry are not stored.
 */
export const isStorable = ({ status, headers, mayChange }: HttpResult): boolean =>
  status < 500 && status !== 429 && headers['Retry-After'] === undefined && mayChange !== true;

/** Marks a response to a repeated request, which began nothing new. */
export const markReplayed = (result: HttpResult): HttpResult => ({
  ...result,
  headers: { ...result.headers, 'Idempotent-Replayed': 'true' },
});

/** Builds the response to a repeated request from the stored status and body. */
export const replayResultOf = ({ status, body }: Pick<IdempotencyRow, 'status' | 'body'>): HttpResult =>
  markReplayed({ status, headers: {}, body });

/** Returns a query of the table `idempotency`, on a reading connection or inside a write. */
export const idempotencyRows = (connection: Connection) => knexOf(connection)<IdempotencyRow>('idempotency');

/** Checks whether an attempt of the request is in progress at `realNow`. */
export const isLeaseActive = (
  { lease, leased_until: leasedUntil }: Pick<IdempotencyRow, 'lease' | 'leased_until'>,
  realNow: number,
): boolean => lease !== null && Number(leasedUntil) > realNow;

/** Finds a request that is at most `keptMs` old or still in progress. */
export const findRequest = async (
  knex: Connection,
  { scope_hash, key }: Pick<RequestRow, 'scope_hash' | 'key'>,
  { realNow, keptMs }: { readonly realNow: number; readonly keptMs: number },
): Promise<IdempotencyRow | null> => {
  const requestRow = await idempotencyRows(knex).where({ scope_hash, key }).first();
  return requestRow !== undefined && (Number(requestRow.at) >= realNow - keptMs || isLeaseActive(requestRow, realNow))
    ? requestRow
    : null;
};

/** Deletes expired requests, except those in progress. */
export const pruneIdempotency = async (knex: Connection, realNow: number): Promise<void> => {
  await idempotencyRows(knex)
    .where('at', '<', realNow - idempotencyRetentionMs)
    .andWhere((query) => void query.whereNull('leased_until').orWhere('leased_until', '<=', realNow))
    .delete();
};

/**
 * Deletes a user's stored responses that contain the key of a removed object. If such a request is repeated, it runs
 * again.
 */
export const forgetAnswersNaming = async (
  knex: Connection,
  { person, key }: { readonly person: string; readonly key: string },
): Promise<void> => {
  await idempotencyRows(knex).where({ person, lease: null }).whereLike('body', `%"${key}"%`).delete();
};

/** Deletes a user's stored requests. An attempt in progress thereby loses its lease and can't write any more. */
export const forgetRequestsOf = async (knex: Connection, person: string): Promise<void> => {
  await idempotencyRows(knex).where({ person }).delete();
};
