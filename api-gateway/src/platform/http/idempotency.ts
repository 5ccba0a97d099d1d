import { createHash } from 'node:crypto';
import { err, ok, type ErrorCode, type Result } from '@mahlzeit/contract';
import type { Knex } from 'knex';
import type { OpenDatabase } from '../database/open-database';
import type { Refusal } from '../types';
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

const sha256 = (content: string | Uint8Array): string => createHash('sha256').update(content).digest('hex');

// Two writings of one object are the same request.
const withSortedKeys = (_key: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
    : value;

// Bytes count by what they are and not by how JSON would write them.
const hashOf = (body: unknown): string => sha256(body instanceof Uint8Array ? body : JSON.stringify(body, withSortedKeys));

const isKept = (outcome: Outcome): boolean => outcome.status < 500 && outcome.status !== 429;

/** Removes answers that are kept no longer. */
export const pruneIdempotency = async (knex: Knex.Transaction, realNow: number): Promise<void> => {
  await knex<IdempotencyRow>('idempotency').where('at', '<', realNow - keptForMs).delete();
};

/** Whether the header's value is a key at all: 1 to 128 printable ASCII characters. */
export const isIdempotencyKey = (text: string): boolean => /^[\x20-\x7e]{1,128}$/.test(text);

/** What keeping answers takes. */
export interface IdempotencyDeps {
  readonly database: OpenDatabase;
  readonly realNow: () => number;
}

type RequestRow = Pick<IdempotencyRow, 'scope_hash' | 'key' | 'request_hash'>;

/** Takes back what a request has written, and still answers it. */
class TakenBack extends Error {
  readonly outcome: Outcome;

  constructor(outcome: Outcome) {
    super(`answered ${outcome.status}`);
    this.outcome = outcome;
  }
}

/**
 * Performs a write once: a repeat gets the first answer. The answer is kept in the transaction of the write itself, which
 * the handler's own reads and writes join, so that no crash leaves one without the other.
 */
export const createIdempotency = ({ database, realNow }: IdempotencyDeps) => {
  // In memory, so that a killed gateway leaves nothing that looks as if it were still running.
  const running = new Map<string, string>();

  const find = async (knex: Knex.Transaction, { scope_hash, key }: RequestRow): Promise<IdempotencyRow | undefined> =>
    knex<IdempotencyRow>('idempotency').where({ scope_hash, key }).andWhere('at', '>=', realNow() - keptForMs).first();

  const performAndKeep = async (knex: Knex.Transaction, row: RequestRow, perform: () => Promise<Outcome>): Promise<Outcome> => {
    const outcome = await perform();
    if (outcome.status >= 500) throw new TakenBack(outcome);
    if (isKept(outcome)) {
      const kept: IdempotencyRow = { ...row, status: outcome.status, body: outcome.body, at: realNow() };
      await knex<IdempotencyRow>('idempotency').insert(kept).onConflict(['scope_hash', 'key']).merge();
    }
    return outcome;
  };

  const performOrReplay = (row: RequestRow, perform: () => Promise<Outcome>): Promise<Result<Outcome, ErrorCode>> =>
    database.writeTogether(async (knex) => {
      const kept = await find(knex, row);
      if (kept === undefined) return ok(await performAndKeep(knex, row, perform));
      if (kept.request_hash !== row.request_hash) return err('idempotencyKeyReused');
      return ok({ status: kept.status, headers: { 'Idempotent-Replayed': 'true' }, body: kept.body });
    });

  return async (request: RequestIdentity, perform: () => Promise<Outcome>): Promise<Result<Outcome, Refusal | ErrorCode>> => {
    const row = { scope_hash: sha256(request.scope), key: request.key, request_hash: hashOf(request.body) };
    const id = `${row.scope_hash} ${row.key}`;
    const runningHash = running.get(id);
    if (runningHash !== undefined) return runningHash === row.request_hash ? err({ code: 'requestInProgress', retryAfterMs }) : err('idempotencyKeyReused');
    running.set(id, row.request_hash);
    try {
      return await performOrReplay(row, perform);
    } catch (error) {
      if (error instanceof TakenBack) return ok(error.outcome);
      throw error;
    } finally {
      running.delete(id);
    }
  };
};

/** Performs a write once. */
export type Idempotency = ReturnType<typeof createIdempotency>;
