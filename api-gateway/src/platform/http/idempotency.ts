import { createHash } from 'node:crypto';
import { err, ok, type ErrorCode, type Result } from '@mahlzeit/contract';
import type { Knex } from 'knex';
import type { OpenDatabase } from '../database/open-database';
import type { RouteError } from '../types';
import type { HttpResult } from './outcome';

/** Answers are stored this long, in real time. */
export const retentionMs = 24 * 60 * 60 * 1000;

const retryAfterMs = 1000;

/** What makes two requests the same one. */
export interface RequestIdentity {
  /** Who, method and path. */
  readonly scope: string;
  /** The header's value. */
  readonly key: string;
  readonly body: unknown;
}

interface IdempotencyRow {
  readonly scope_hash: string;
  readonly key: string;
  readonly request_hash: string;
  readonly status: number;
  readonly body: string;
  readonly at: number;
}

const sha256 = (content: string | Uint8Array): string => createHash('sha256').update(content).digest('hex');

// Two writings of one object are the same request.
const withSortedKeys = (_key: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
    : value;

// Bytes count by what they are and not by how JSON would write them.
const hashOf = (body: unknown): string => sha256(body instanceof Uint8Array ? body : JSON.stringify(body, withSortedKeys));

const isStored = (result: HttpResult): boolean => result.status < 500 && result.status !== 429;

/** Removes answers that are stored no longer. */
export const pruneIdempotency = async (knex: Knex.Transaction, realNow: number): Promise<void> => {
  await knex<IdempotencyRow>('idempotency').where('at', '<', realNow - retentionMs).delete();
};

/** Whether the header's value is a key at all: 1 to 128 printable ASCII characters. */
export const isIdempotencyKey = (text: string): boolean => /^[\x20-\x7e]{1,128}$/.test(text);

export interface IdempotencyDeps {
  readonly database: OpenDatabase;
  readonly realNow: () => number;
}

type RequestRow = Pick<IdempotencyRow, 'scope_hash' | 'key' | 'request_hash'>;

/** Rolls back what a request has written, and still answers it. */
class RolledBack extends Error {
  readonly result: HttpResult;

  constructor(result: HttpResult) {
    super(`answered ${result.status}`);
    this.result = result;
  }
}

/**
 * Performs a write once: a repeat gets the first answer. The answer is stored in the transaction of the write itself, which
 * the handler's own reads and writes join, so that no crash leaves one without the other.
 */
export const createIdempotency = ({ database, realNow }: IdempotencyDeps) => {
  // In memory, so that a killed gateway leaves nothing that looks as if it were still running.
  const running = new Map<string, string>();

  const find = async (knex: Knex.Transaction, { scope_hash, key }: RequestRow): Promise<IdempotencyRow | undefined> =>
    knex<IdempotencyRow>('idempotency').where({ scope_hash, key }).andWhere('at', '>=', realNow() - retentionMs).first();

  const performAndKeep = async (knex: Knex.Transaction, row: RequestRow, perform: () => Promise<HttpResult>): Promise<HttpResult> => {
    const result = await perform();
    if (result.status >= 500) throw new RolledBack(result);
    if (isStored(result)) {
      const stored: IdempotencyRow = { ...row, status: result.status, body: result.body, at: realNow() };
      await knex<IdempotencyRow>('idempotency').insert(stored).onConflict(['scope_hash', 'key']).merge();
    }
    return result;
  };

  const performOrReplay = (row: RequestRow, perform: () => Promise<HttpResult>): Promise<Result<HttpResult, ErrorCode>> =>
    database.writeInTransaction(async (knex) => {
      const stored = await find(knex, row);
      if (stored === undefined) return ok(await performAndKeep(knex, row, perform));
      if (stored.request_hash !== row.request_hash) return err('idempotencyKeyReused');
      return ok({ status: stored.status, headers: { 'Idempotent-Replayed': 'true' }, body: stored.body });
    });

  return async (request: RequestIdentity, perform: () => Promise<HttpResult>): Promise<Result<HttpResult, RouteError | ErrorCode>> => {
    const row = { scope_hash: sha256(request.scope), key: request.key, request_hash: hashOf(request.body) };
    const id = `${row.scope_hash} ${row.key}`;
    const runningHash = running.get(id);
    if (runningHash !== undefined) return runningHash === row.request_hash ? err({ code: 'requestInProgress', retryAfterMs }) : err('idempotencyKeyReused');
    running.set(id, row.request_hash);
    try {
      return await performOrReplay(row, perform);
    } catch (error) {
      if (error instanceof RolledBack) return ok(error.result);
      throw error;
    } finally {
      running.delete(id);
    }
  };
};

/** Performs a write once. */
export type Idempotency = ReturnType<typeof createIdempotency>;
