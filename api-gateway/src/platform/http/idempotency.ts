import { err, ok } from '@mahlzeit/contract';
import type { ErrorCode, Result } from '@mahlzeit/contract';
import type { Connection } from '../database/database';
import type { OpenDatabase } from '../database/open-database';
import type { RouteError } from '../errors';
import type { HttpResult } from './http-result';
import {
  findRequest,
  idempotencyRows,
  isStorable,
  replayResultOf,
  requestRowOf,
  idempotencyRetentionMs,
} from './idempotency-rows';
import type { IdempotencyRow, RequestIdentity, RequestRow } from './idempotency-rows';
import type { Steps } from './route-types';
import { createStepRunner } from './steps';
import type { StepRequest } from './steps';

/** Checks whether the value of the header Idempotency-Key is valid: 1 to 128 printable ASCII characters. */
export const isIdempotencyKey = (text: string): boolean => /^[\x20-\x7e]{1,128}$/.test(text);

interface IdempotencyDeps {
  readonly database: OpenDatabase;
  readonly realNow: () => number;
}

type PerformedRequest = Promise<Result<HttpResult, RouteError | ErrorCode>>;

/** Runs each request only once, even when the client repeats it. */
export interface Idempotency {
  /** Runs a request in one transaction with all its writes. A repeated request gets the stored first response. */
  inTransaction(request: RequestIdentity, perform: () => Promise<HttpResult>): PerformedRequest;
  /** Runs a request in steps, each with its own commit. A repeated request resumes after the last completed step. */
  inSteps(request: StepRequest, perform: (steps: Steps) => Promise<HttpResult>): PerformedRequest;
}

/** Error that rolls back a request's writes. The client still gets `result` as the response. */
class RolledBackError extends Error {
  readonly result: HttpResult;

  constructor(result: HttpResult) {
    super(`answered ${result.status}`);
    this.result = result;
  }
}

/**
 * Creates the runner of requests in one transaction. The handler's reads and writes and the stored response belong to
 * the same transaction, so no crash leaves one without the other.
 */
const createTransactionRunner = ({ database, realNow }: IdempotencyDeps) => {
  const performAndStore = async (
    knex: Connection,
    row: RequestRow,
    perform: () => Promise<HttpResult>,
  ): Promise<HttpResult> => {
    const result = await perform();
    if (result.status >= 500) throw new RolledBackError(result);
    if (isStorable(result)) {
      const storedRow: Omit<IdempotencyRow, 'reference' | 'lease' | 'leased_until' | 'is_answered'> = {
        ...row,
        status: result.status,
        body: result.body,
        at: realNow(),
      };
      await idempotencyRows(knex).insert(storedRow).onConflict(['scope_hash', 'key']).merge();
    }
    return result;
  };

  const performOrReplay = (row: RequestRow, perform: () => Promise<HttpResult>): PerformedRequest =>
    database.writeInTransaction(async (knex) => {
      const storedRequest = await findRequest(knex, row, { realNow: realNow(), keptMs: idempotencyRetentionMs });
      if (storedRequest === null) return ok(await performAndStore(knex, row, perform));
      return storedRequest.request_hash === row.request_hash
        ? ok(replayResultOf(storedRequest))
        : err('idempotencyKeyReused');
    });

  return async (row: RequestRow, perform: () => Promise<HttpResult>): PerformedRequest => {
    try {
      return await performOrReplay(row, perform);
    } catch (error) {
      if (error instanceof RolledBackError) return ok(error.result);
      throw error;
    }
  };
};

const retryAfterMs = 1000;

/**
 * Creates the check that refuses a repeated request while this gateway is processing the first one. For a request at
 * another gateway, the database does the check.
 */
const createRunningRequests = () => {
  // Requests in progress, by key. They are only in memory, so that a killed gateway leaves no request that still seems
  // to run.
  const requestHashByKey = new Map<string, string>();

  return async (row: RequestRow, performRequest: () => PerformedRequest): PerformedRequest => {
    const requestKey = `${row.scope_hash} ${row.key}`;
    const runningRequestHash = requestHashByKey.get(requestKey);
    if (runningRequestHash !== undefined)
      return runningRequestHash === row.request_hash
        ? err({ code: 'requestInProgress', retryAfterMs })
        : err('idempotencyKeyReused');
    requestHashByKey.set(requestKey, row.request_hash);
    try {
      return await performRequest();
    } finally {
      requestHashByKey.delete(requestKey);
    }
  };
};

/** Creates the service that performs each write once, even when the client repeats its request. */
export const createIdempotency = (deps: IdempotencyDeps): Idempotency => {
  const runUnlessRunning = createRunningRequests();
  const runInTransaction = createTransactionRunner(deps);
  const runInSteps = createStepRunner(deps);
  return {
    inTransaction(request, perform) {
      const row = requestRowOf(request);
      return runUnlessRunning(row, () => runInTransaction(row, perform));
    },
    inSteps(request, perform) {
      const row = requestRowOf(request);
      return runUnlessRunning(row, () => runInSteps(row, request, perform));
    },
  };
};
