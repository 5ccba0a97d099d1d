import { err, ok } from '@mahlzeit/contract';
import type { ErrorCode, Result } from '@mahlzeit/contract';
import type { Connection } from '../database/database';
import type { OpenDatabase } from '../database/open-database';
import { randomKey } from '../database/rows';
import { AppError } from '../errors';
import type { RouteError } from '../errors';
import type { HttpResult } from './http-result';
import {
  findRequest,
  idempotencyRows,
  isLeaseActive,
  isStorable,
  markReplayed,
  replayResultOf,
  idempotencyRetentionMs,
} from './idempotency-rows';
import type { IdempotencyRow, RequestIdentity, RequestRow } from './idempotency-rows';
import type { Steps } from './route-types';

/**
 * Real milliseconds for which a gateway owns a request after each step. After a gateway was killed, a repeated request
 * waits no longer than this time.
 */
export const STEP_LEASE_MS = 15_000;

/** Maximum milliseconds of a call to an external system. Its result must be stored before the lease ends. */
const MAX_CALL_MS = 10_000;

/** Milliseconds within which the same request without an Idempotency-Key counts as a repetition (contract §0). */
const UNKEYED_REPEAT_MS = 60_000;

const retryAfterMs = 1000;

/** A request that is processed in several steps, each with its own commit. */
export interface StepRequest extends RequestIdentity {
  /**
   * True when the client has sent an Idempotency-Key. A request without a key counts as a repetition only within a
   * minute, and only while the object that the first request created is still open or its client got no response.
   */
  readonly isKeyed: boolean;
  /**
   * Checks whether the object that a request without a key has created is still open, so that a repeated request
   * continues it. `isAnswered` is false if the first request got no response below 500: then a repeated request may
   * also continue a finished object.
   */
  isOpen(reference: string, isAnswered: boolean): Promise<boolean>;
}

interface StepDeps {
  readonly database: OpenDatabase;
  readonly realNow: () => number;
}

type StepResult = Result<HttpResult, RouteError | ErrorCode>;

/** A request that this gateway is processing, with the lease that gives it the right to write. */
interface RequestClaim {
  readonly row: RequestRow;
  readonly lease: string;
  /** Key of the object to which an earlier attempt has bound the request; null without one. */
  readonly reference: string | null;
}

// Error of a gateway that paused so long that another gateway took the request over: it must not write any more. The
// other gateway sends the response.
const takenOverError = (): AppError => new AppError('requestInProgress', { retryAfterMs });

/** Returns the stored response to a repeated request; null when the handler must run. */
const storedAnswer = (
  storedRequest: IdempotencyRow | null,
  { request_hash }: RequestRow,
  realNow: number,
): StepResult | null => {
  if (storedRequest === null) return null;
  if (storedRequest.request_hash !== request_hash) return err('idempotencyKeyReused');
  if (isLeaseActive(storedRequest, realNow)) return err({ code: 'requestInProgress', retryAfterMs });
  return storedRequest.status === 0 ? null : ok(replayResultOf(storedRequest));
};

const claimedRowQuery = (knex: Connection, { row: { scope_hash, key }, lease }: RequestClaim) =>
  idempotencyRows(knex).where({ scope_hash, key, lease });

/** Creates the functions that find a stored request, lease it to this gateway (claim) and end the lease (release). */
const createClaims = ({ database, realNow }: StepDeps) => {
  const findRow = (knex: Connection, row: RequestRow, isKeyed: boolean): Promise<IdempotencyRow | null> =>
    findRequest(knex, row, { realNow: realNow(), keptMs: isKeyed ? idempotencyRetentionMs : UNKEYED_REPEAT_MS });

  return {
    find: findRow,

    /**
     * Leases a request to this gateway. `finishedReference` is the key of a finished object that an earlier request
     * created; this request then begins anew. Returns the stored response instead if one exists or another gateway has
     * the lease.
     */
    claim: (
      row: RequestRow,
      { isKeyed, finishedReference }: { readonly isKeyed: boolean; readonly finishedReference: string | null },
    ): Promise<Result<RequestClaim, StepResult>> =>
      database.write(async ({ knex }) => {
        const now = realNow();
        const latestRequest = await findRow(knex, row, isKeyed);
        const storedResponse = storedAnswer(latestRequest, row, now);
        if (storedResponse !== null) return err(storedResponse);
        const storedRequest = latestRequest?.reference === finishedReference ? null : latestRequest;
        const newClaim = { row, lease: randomKey(), reference: storedRequest?.reference ?? null };
        await idempotencyRows(knex)
          .insert({
            ...row,
            status: 0,
            body: '',
            at: storedRequest?.at ?? now,
            reference: newClaim.reference,
            lease: newClaim.lease,
            leased_until: now + STEP_LEASE_MS,
            is_answered: false,
          })
          .onConflict(['scope_hash', 'key'])
          .merge();
        return ok(newClaim);
      }),

    /**
     * Ends the lease of a request that ends with `httpResult`. Stores this response for repeated requests only if
     * `isStored` is true.
     */
    release: (claim: RequestClaim, httpResult: HttpResult, isStored: boolean): Promise<void> =>
      database.write(async ({ knex }) => {
        await claimedRowQuery(knex, claim).update({
          lease: null,
          leased_until: null,
          is_answered: httpResult.status < 500,
          ...(isStored ? { status: httpResult.status, body: httpResult.body } : {}),
        });
      }),
  };
};

/**
 * Creates the steps of one leased request. `currentReference` returns the key of the object to which the committed
 * steps have bound the request.
 */
const createSteps = (
  { database, realNow }: StepDeps,
  claim: RequestClaim,
): { readonly steps: Steps; boundReference(): string | null } => {
  let currentReference = claim.reference;
  let leaseEnd = realNow() + STEP_LEASE_MS;

  const write: Steps['write'] = async (performWrite) => {
    const leasedUntil = realNow() + STEP_LEASE_MS;
    const [value, newReference] = await database.write(async (tx) => {
      // Key of the bound object in this run: a write may run twice, and only its last run counts.
      let boundReference = currentReference;
      // Writes nothing unless the row still belongs to this attempt, because another gateway may have taken the request
      // over.
      if ((await claimedRowQuery(tx.knex, claim).update({ leased_until: leasedUntil })) === 0) throw takenOverError();
      const bindReference = async (reference: string): Promise<void> => {
        if (boundReference !== null && boundReference !== reference)
          throw new Error(`The request is already bound to ${boundReference} and can't be bound to ${reference}`);
        boundReference = reference;
        await claimedRowQuery(tx.knex, claim).update({ reference });
      };
      return [await performWrite({ ...tx, bind: bindReference }), boundReference] as const;
    });
    [currentReference, leaseEnd] = [newReference, leasedUntil];
    return value;
  };

  const callExternal: Steps['ask'] = async (work) => {
    // Refuses calls inside a transaction: a slow provider would block all other writers, or occupy a reading
    // connection.
    if (database.isInTransaction()) throw new Error('An external call must not run inside a transaction: end it first');
    const remainingMs = Math.min(MAX_CALL_MS, leaseEnd - realNow());
    if (remainingMs <= 0) throw takenOverError();
    return work(AbortSignal.timeout(remainingMs));
  };

  return { steps: { reference: claim.reference, write, ask: callExternal }, boundReference: () => currentReference };
};

/**
 * Creates the function that processes requests in steps. A repeated request continues with the object that the first
 * request has created.
 */
export const createStepRunner = (deps: StepDeps) => {
  const claims = createClaims(deps);

  const finishedReferenceOf = async (
    storedRequest: IdempotencyRow | null,
    { isKeyed, isOpen }: StepRequest,
  ): Promise<string | null> => {
    // Keeps the stored object for a request with a key, because only a request with the same key can be its repetition.
    if (isKeyed || storedRequest === null || storedRequest.reference === null) return null;
    return (await isOpen(storedRequest.reference, Boolean(storedRequest.is_answered))) ? null : storedRequest.reference;
  };

  return async (
    row: RequestRow,
    request: StepRequest,
    performSteps: (steps: Steps) => Promise<HttpResult>,
  ): Promise<StepResult> => {
    // Reads without a write first, because a repeated request that has to wait needs no write.
    const storedRequest = await claims.find(deps.database.knex, row, request.isKeyed);
    const answer = storedAnswer(storedRequest, row, deps.realNow());
    if (answer !== null) return answer;
    const claimResult = await claims.claim(row, {
      isKeyed: request.isKeyed,
      finishedReference: await finishedReferenceOf(storedRequest, request),
    });
    if (!claimResult.ok) return claimResult.error;
    const { steps, boundReference } = createSteps(deps, claimResult.value);
    const httpResult = await performSteps(steps);
    // Doesn't store a success that has created an object: a repeated request runs the handler again, which returns the
    // object's present state.
    const isStoredForRepeats =
      request.isKeyed && isStorable(httpResult) && (httpResult.status >= 400 || boundReference() === null);
    await claims.release(claimResult.value, httpResult, isStoredForRepeats);
    return ok(steps.reference === null ? httpResult : markReplayed(httpResult));
  };
};
