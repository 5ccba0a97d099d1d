import { createHash } from 'node:crypto';
import { err, ok, type ErrorCode, type Result } from '@mahlzeit/contract';
import type { Knex } from 'knex';
import type { Logger } from 'pino';
import type { Database, Refusal } from '../types';
import type { Outcome } from './outcome';

/** Answers are kept this long, in real time. */
export const keptForMs = 24 * 60 * 60 * 1000;

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

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

// Two writings of one object are the same request.
const withSortedKeys = (_key: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
    : value;

const isKept = (outcome: Outcome): boolean => outcome.status < 500 && outcome.status !== 429;

/** Removes answers that are kept no longer. */
export const pruneIdempotency = async (knex: Knex.Transaction, realNow: number): Promise<void> => {
  await knex<IdempotencyRow>('idempotency').where('at', '<', realNow - keptForMs).delete();
};

/** Whether the header's value is a key at all: 1 to 128 printable ASCII characters. */
export const isIdempotencyKey = (text: string): boolean => /^[\x20-\x7e]{1,128}$/.test(text);

/** What keeping answers takes. */
export interface IdempotencyDeps {
  readonly database: Database;
  readonly realNow: () => number;
  readonly log: Logger;
}

/** Performs a write once: a repeat gets the first answer. */
export const createIdempotency = ({ database, realNow, log }: IdempotencyDeps) => {
  // In memory, so that a killed gateway leaves nothing that looks as if it were still running.
  const running = new Map<string, string>();

  const find = async (scopeHash: string, key: string): Promise<IdempotencyRow | undefined> =>
    database.knex<IdempotencyRow>('idempotency').where({ scope_hash: scopeHash, key }).andWhere('at', '>=', realNow() - keptForMs).first();

  const keep = async (row: IdempotencyRow): Promise<void> => {
    try {
      await database.write((tx) => tx.knex<IdempotencyRow>('idempotency').insert(row).onConflict(['scope_hash', 'key']).merge());
    } catch (error) {
      // The write itself is done: its answer stays true even where it can't be kept.
      log.error({ err: error }, 'an answer could not be kept for repeats');
    }
  };

  const performOrReplay = async (row: Pick<IdempotencyRow, 'scope_hash' | 'key' | 'request_hash'>, perform: () => Promise<Outcome>): Promise<Result<Outcome, ErrorCode>> => {
    const kept = await find(row.scope_hash, row.key);
    if (kept !== undefined && kept.request_hash !== row.request_hash) return err('idempotencyKeyReused');
    if (kept !== undefined) return ok({ status: kept.status, headers: { 'Idempotent-Replayed': 'true' }, body: kept.body });
    const outcome = await perform();
    if (isKept(outcome)) await keep({ ...row, status: outcome.status, body: outcome.body, at: realNow() });
    return ok(outcome);
  };

  return async (request: RequestIdentity, perform: () => Promise<Outcome>): Promise<Result<Outcome, Refusal | ErrorCode>> => {
    const row = { scope_hash: sha256(request.scope), key: request.key, request_hash: sha256(JSON.stringify(request.body, withSortedKeys)) };
    const id = `${row.scope_hash} ${row.key}`;
    const runningHash = running.get(id);
    if (runningHash !== undefined) return runningHash === row.request_hash ? err({ code: 'requestInProgress', retryAfterMs }) : err('idempotencyKeyReused');
    running.set(id, row.request_hash);
    try {
      return await performOrReplay(row, perform);
    } finally {
      running.delete(id);
    }
  };
};

/** Performs a write once. */
export type Idempotency = ReturnType<typeof createIdempotency>;
