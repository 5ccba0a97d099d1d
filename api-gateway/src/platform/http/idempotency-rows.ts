import { createHash } from 'node:crypto';
import type { Connection } from '../database/database';
import { knexOf } from '../database/knex-of';
import type { HttpResult } from './http-result';

/** Time for which a client's key is stored, in real milliseconds. */
export const retentionMs = 24 * 60 * 60 * 1000;

/** Identity of a request. Requests with equal fields are the same. */
export interface RequestIdentity {
  /** Caller, method and path. */
  readonly scope: string;
  /** Uid of the caller; null for a partner. The row is deleted with the user. */
  readonly person: string | null;
  /** Value of the header. */
  readonly key: string;
  readonly body: unknown;
}

/** Columns that find a request, compare its content and name its owner. */
export interface RequestRow {
  readonly scope_hash: string;
  readonly key: string;
  readonly request_hash: string;
  readonly person: string | null;
}

/** Stored state of a request. */
export interface IdempotencyRow extends RequestRow {
  /** HTTP status of the stored answer; 0 without one. */
  readonly status: number;
  readonly body: string;
  readonly at: number | string;
  /** Steps only: reference of the thing that its handler has begun; null without one. */
  readonly reference: string | null;
  /** Steps only: lease of the attempt in progress; null without one. */
  readonly lease: string | null;
  /** Real time from which another attempt may take over. */
  readonly leased_until: number | string | null;
}

const sha256 = (content: string | Uint8Array): string => createHash('sha256').update(content).digest('hex');

// Two notations of one object are the same request.
const withSortedKeys = (_key: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1)))
    : value;

/** Returns the same hash for the same content. Bytes are hashed as bytes, not in their JSON notation. */
export const contentHash = (content: unknown): string =>
  sha256(content instanceof Uint8Array ? content : (JSON.stringify(content, withSortedKeys) ?? ''));

/** Returns a request's columns. */
export const requestRowOf = ({ scope, key, person, body }: RequestIdentity): RequestRow => ({
  scope_hash: sha256(scope),
  key,
  request_hash: contentHash(body),
  person,
});

/** Checks whether an answer is stored for repeats. Internal errors and errors to retry are not. */
export const isStored = ({ status, headers, mayChange }: HttpResult): boolean =>
  status < 500 && status !== 429 && headers['Retry-After'] === undefined && mayChange !== true;

/** Marks an answer whose request began nothing new. */
export const markReplayed = (result: HttpResult): HttpResult => ({
  ...result,
  headers: { ...result.headers, 'Idempotent-Replayed': 'true' },
});

/** Returns the stored answer for a repeat. */
export const replayOf = ({ status, body }: Pick<IdempotencyRow, 'status' | 'body'>): HttpResult =>
  markReplayed({ status, headers: {}, body });

/** Query of the table, on a reader or inside a write. */
export const idempotencyRows = (connection: Connection) => knexOf(connection)<IdempotencyRow>('idempotency');

/** Checks whether an attempt is in progress. */
export const isLeased = (
  { lease, leased_until: leasedUntil }: Pick<IdempotencyRow, 'lease' | 'leased_until'>,
  realNow: number,
): boolean => lease !== null && Number(leasedUntil) > realNow;

/** Finds a request that is at most `keptMs` old or still in progress. */
export const findRequest = async (
  knex: Connection,
  { scope_hash, key }: Pick<RequestRow, 'scope_hash' | 'key'>,
  { realNow, keptMs }: { readonly realNow: number; readonly keptMs: number },
): Promise<IdempotencyRow | null> => {
  const row = await idempotencyRows(knex).where({ scope_hash, key }).first();
  return row !== undefined && (Number(row.at) >= realNow - keptMs || isLeased(row, realNow)) ? row : null;
};

/** Deletes expired requests that are not in progress. */
export const pruneIdempotency = async (knex: Connection, realNow: number): Promise<void> => {
  await idempotencyRows(knex)
    .where('at', '<', realNow - retentionMs)
    .andWhere((query) => void query.whereNull('leased_until').orWhere('leased_until', '<=', realNow))
    .delete();
};

/** Deletes a user's stored answers that contain a removed thing. A repeat then runs again. */
export const forgetAnswersNaming = async (
  knex: Connection,
  { person, key }: { readonly person: string; readonly key: string },
): Promise<void> => {
  await idempotencyRows(knex).where({ person, lease: null }).whereLike('body', `%"${key}"%`).delete();
};

/** Deletes a user's requests. An attempt in progress can't write any more. */
export const forgetRequestsOf = async (knex: Connection, person: string): Promise<void> => {
  await idempotencyRows(knex).where({ person }).delete();
};
