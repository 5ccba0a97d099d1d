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
 * Real milliseconds for which a gateway owns a request after each step. After a gateway was killed, a repeat waits no
 * longer than this time.
 */
export const STEP_LEASE_MS = 15_000;

/** Maximum milliseconds of an external call. The result of the call must be written before the lease ends. */
const MAX_CALL_MS = 10_000;

/** Milliseconds within which the same request without a key counts as a repeat (contract §0). */
const UNKEYED_REPEAT_MS = 60_000;

const retryAfterMs = 1000;

/** A request that is processed in several steps, each with its own commit. */
export interface StepRequest extends RequestIdentity {
  /**
   * True when the client has sent a key. A request without a key counts as a repeat only within a minute, and only
   * while the thing that it began is still open or its client got no answer.
   */
  readonly isKeyed: boolean;
  /**
   * Checks whether the thing that a request without a key has begun is still open, so that a repeat continues it.
   * `isAnswered` is false if the request has got no answer below 500: then a repeat may also continue a finished thing.
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
  /** Reference to which an earlier attempt has bound the request; null without one. */
  readonly reference: string | null;
}

// A gateway that paused so long that another one took over must not write any more. The client of the other gateway
// gets the response.
const takenOverError = (): AppError => new AppError('requestInProgress', { retryAfterMs });

/** Returns the response to a repeat for which no handler needs to run; null when the handler must run. */
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

/** Creates the operations that find a stored request, lease it to this gateway (claim) and end the lease (release). */
const createClaims = ({ database, realNow }: StepDeps) => {
  const findRow = (knex: Connection, row: RequestRow, isKeyed: boolean): Promise<IdempotencyRow | null> =>
    findRequest(knex, row, { realNow: realNow(), keptMs: isKeyed ? idempotencyRetentionMs : UNKEYED_REPEAT_MS });

  return {
    find: findRow,

    /**
     * Leases a request to this gateway. `finishedReference` is the reference of an earlier request that is finished, so
     * that this request begins anew. Returns the stored response instead if one exists or another gateway has the
     * lease.
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
     * Ends the lease of a request that ends with `httpResult`. Stores it as the response to repeats only if `isStored`
     * is true.
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
 * Creates the steps of one claimed request. `currentReference` returns the reference to which the committed steps have
 * bound the request.
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
      // A write may run twice, and only the references of its last run count.
      let boundReference = currentReference;
      // Nothing is written unless the row still belongs to this attempt: another gateway may have taken over the
      // request.
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
    // A slow provider would block all other writers, or occupy a reading connection.
    if (database.isInTransaction()) throw new Error('An external call must not run inside a transaction: end it first');
    const remainingMs = Math.min(MAX_CALL_MS, leaseEnd - realNow());
    if (remainingMs <= 0) throw takenOverError();
    return work(AbortSignal.timeout(remainingMs));
  };

  return { steps: { reference: claim.reference, write, ask: callExternal }, boundReference: () => currentReference };
};

/**
 * Creates the function that processes requests in steps. A repeat continues with the thing that the first request has
 * begun.
 */
export const createStepRunner = (deps: StepDeps) => {
  const claims = createClaims(deps);

  const finishedReferenceOf = async (
    storedRequest: IdempotencyRow | null,
    { isKeyed, isOpen }: StepRequest,
  ): Promise<string | null> => {
    // A request with a key is only a repeat of a request with the same key, so no earlier reference is dropped.
    if (isKeyed || storedRequest === null || storedRequest.reference === null) return null;
    return (await isOpen(storedRequest.reference, Boolean(storedRequest.is_answered))) ? null : storedRequest.reference;
  };

  return async (
    row: RequestRow,
    request: StepRequest,
    performSteps: (steps: Steps) => Promise<HttpResult>,
  ): Promise<StepResult> => {
    // This check only reads: a repeat that has to wait needs no write.
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
    // A success with a reference isn't stored, because a repeat runs the handler again, which returns the present
    // state.
    const isStoredForRepeats =
      request.isKeyed && isStorable(httpResult) && (httpResult.status >= 400 || boundReference() === null);
    await claims.release(claimResult.value, httpResult, isStoredForRepeats);
    return ok(steps.reference === null ? httpResult : markReplayed(httpResult));
  };
};
