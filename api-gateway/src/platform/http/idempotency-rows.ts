import { createHash } from 'node:crypto';
import type { Connection } from '../database/database';
import { knexOf } from '../database/knex-of';
import type { HttpResult } from './http-result';

/** What a client's key stands for is remembered this long, in real time. */
export const retentionMs = 24 * 60 * 60 * 1000;

/** What makes two requests the same one. */
export interface RequestIdentity {
  /** Who, method and path. */
  readonly scope: string;
  /** The uid of the user whose request it is; null: a partner's. What is kept of it goes with them. */
  readonly person: string | null;
  /** The header's value. */
  readonly key: string;
  readonly body: unknown;
}

/** The columns that find a request again, tell whether it is the same one, and whose it is. */
export interface RequestRow {
  readonly scope_hash: string;
  readonly key: string;
  readonly request_hash: string;
  readonly person: string | null;
}

/** What is kept of a request. */
export interface IdempotencyRow extends RequestRow {
  /** HTTP status of the stored answer; 0: none is stored. */
  readonly status: number;
  readonly body: string;
  readonly at: number | string;
  /** Steps only: what its handler has begun; null: nothing. */
  readonly reference: string | null;
  /** Steps only: the try that is at work on it; null: none is. */
  readonly lease: string | null;
  /** Real time from which on another try may take over. */
  readonly leased_until: number | string | null;
}

const sha256 = (content: string | Uint8Array): string => createHash('sha256').update(content).digest('hex');

// Two writings of one object are the same request.
const withSortedKeys = (_key: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
    : value;

/** The same text for the same content; bytes count by what they are and not by how JSON would write them. */
export const contentHash = (content: unknown): string =>
  sha256(content instanceof Uint8Array ? content : (JSON.stringify(content, withSortedKeys) ?? ''));

/** The row's columns of a request. */
export const requestRowOf = ({ scope, key, person, body }: RequestIdentity): RequestRow => ({
  scope_hash: sha256(scope),
  key,
  request_hash: contentHash(body),
  person,
});

/** Whether an answer holds for repeats too: what failed for reasons of our own, or should be tried again, doesn't. */
export const isStored = ({ status, headers, mayChange }: HttpResult): boolean =>
  status < 500 && status !== 429 && headers['Retry-After'] === undefined && mayChange !== true;

/** Says of an answer that its request began nothing. */
export const markReplayed = (result: HttpResult): HttpResult => ({
  ...result,
  headers: { ...result.headers, 'Idempotent-Replayed': 'true' },
});

/** The stored answer, as a repeat gets it. */
export const replayOf = ({ status, body }: Pick<IdempotencyRow, 'status' | 'body'>): HttpResult =>
  markReplayed({ status, headers: {}, body });

/** The table, on a reader or inside a write. */
export const idempotencyRows = (connection: Connection) => knexOf(connection)<IdempotencyRow>('idempotency');

/** Whether somebody is at work on the request. */
export const isLeased = (
  { lease, leased_until: until }: Pick<IdempotencyRow, 'lease' | 'leased_until'>,
  realNow: number,
): boolean => lease !== null && Number(until) > realNow;

/** What is known of a request that came no longer than `keptMs` ago or is still at work. */
export const findRequest = async (
  knex: Connection,
  { scope_hash, key }: Pick<RequestRow, 'scope_hash' | 'key'>,
  { realNow, keptMs }: { readonly realNow: number; readonly keptMs: number },
): Promise<IdempotencyRow | null> => {
  const row = await idempotencyRows(knex).where({ scope_hash, key }).first();
  return row !== undefined && (Number(row.at) >= realNow - keptMs || isLeased(row, realNow)) ? row : null;
};

/** Removes what is remembered no longer; nothing that is still at work. */
export const pruneIdempotency = async (knex: Connection, realNow: number): Promise<void> => {
  await idempotencyRows(knex)
    .where('at', '<', realNow - retentionMs)
    .andWhere((at) => void at.whereNull('leased_until').orWhere('leased_until', '<=', realNow))
    .delete();
};

/** Forgets the answers to somebody that name a thing which was taken away; a repeat finds it by other means. */
export const forgetAnswersNaming = async (
  knex: Connection,
  { person, key }: { readonly person: string; readonly key: string },
): Promise<void> => {
  await idempotencyRows(knex).where({ person, lease: null }).whereLike('body', `%"${key}"%`).delete();
};

/** Removes what is remembered of somebody's requests; one that is still at work writes nothing any more. */
export const forgetRequestsOf = async (knex: Connection, person: string): Promise<void> => {
  await idempotencyRows(knex).where({ person }).delete();
};
