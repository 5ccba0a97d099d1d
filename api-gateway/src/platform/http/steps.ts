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
  isLeased,
  isStored,
  markReplayed,
  replayOf,
  retentionMs,
} from './idempotency-rows';
import type { IdempotencyRow, RequestIdentity, RequestRow } from './idempotency-rows';
import type { Steps } from './route-types';

/**
 * Real milliseconds for which a gateway owns a request after each of its steps. A killed gateway delays a repeat no
 * longer than this.
 */
export const LEASE_MS = 15_000;

/** Maximum milliseconds of an external call. Its result must be written within the lease. */
const ASK_MS = 10_000;

/** Milliseconds within which the same request without a key counts as a repeat (contract §0). */
const UNKEYED_MS = 60_000;

const retryAfterMs = 1000;

/** A request that is processed in steps. */
export interface StepRequest extends RequestIdentity {
  /** Whether its client sent a key. Otherwise it is a repeat only within a minute, of something that is still open. */
  readonly isKeyed: boolean;
  /** Checks whether the thing that a request without a key has begun is still open. */
  isOpen(reference: string): Promise<boolean>;
}

interface StepDeps {
  readonly database: OpenDatabase;
  readonly realNow: () => number;
}

type Answer = Result<HttpResult, RouteError | ErrorCode>;

/** A request that this gateway owns. */
interface Claim {
  readonly row: RequestRow;
  readonly lease: string;
  /** Reference that an earlier attempt has bound. */
  readonly reference: string | null;
}

// A gateway that paused until another one took over must not write any more. The other one's client gets the answer.
const takenOver = (): AppError => new AppError('requestInProgress', { retryAfterMs });

/** Returns the answer to a repeat that needs no handler; null when the handler must run. */
const knownAnswer = (known: IdempotencyRow | null, { request_hash }: RequestRow, realNow: number): Answer | null => {
  if (known === null) return null;
  if (known.request_hash !== request_hash) return err('idempotencyKeyReused');
  if (isLeased(known, realNow)) return err({ code: 'requestInProgress', retryAfterMs });
  return known.status === 0 ? null : ok(replayOf(known));
};

const own = (knex: Connection, { row: { scope_hash, key }, lease }: Claim) =>
  idempotencyRows(knex).where({ scope_hash, key, lease });

/** Reads, claims and releases requests. */
const createClaims = ({ database, realNow }: StepDeps) => {
  const find = (knex: Connection, row: RequestRow, isKeyed: boolean): Promise<IdempotencyRow | null> =>
    findRequest(knex, row, { realNow: realNow(), keptMs: isKeyed ? retentionMs : UNKEYED_MS });

  return {
    find,

    /** Claims a request. `over` is the reference of an earlier request that no longer counts. */
    take: (
      row: RequestRow,
      { isKeyed, over }: { readonly isKeyed: boolean; readonly over: string | null },
    ): Promise<Result<Claim, Answer>> =>
      database.write(async ({ knex }) => {
        const now = realNow();
        const found = await find(knex, row, isKeyed);
        const answer = knownAnswer(found, row, now);
        if (answer !== null) return err(answer);
        const known = found?.reference === over ? null : found;
        const claim = { row, lease: randomKey(), reference: known?.reference ?? null };
        await idempotencyRows(knex)
          .insert({
            ...row,
            status: 0,
            body: '',
            at: known?.at ?? now,
            reference: claim.reference,
            lease: claim.lease,
            leased_until: now + LEASE_MS,
          })
          .onConflict(['scope_hash', 'key'])
          .merge();
        return ok(claim);
      }),

    /** Releases a request, and stores the answer for its repeats if there is one. */
    release: (claim: Claim, stored: HttpResult | null): Promise<void> =>
      database.write(async ({ knex }) => {
        await own(knex, claim).update({
          lease: null,
          leased_until: null,
          ...(stored === null ? {} : { status: stored.status, body: stored.body }),
        });
      }),
  };
};

/** Creates the steps of one claimed request. `bound` returns the reference that its commits have bound. */
const createSteps = (
  { database, realNow }: StepDeps,
  claim: Claim,
): { readonly steps: Steps; bound(): string | null } => {
  let bound = claim.reference;
  let until = realNow() + LEASE_MS;

  const write: Steps['write'] = async (work) => {
    const leasedUntil = realNow() + LEASE_MS;
    let binding = bound;
    const value = await database.write(async (tx) => {
      // Fencing: nothing is written unless the row still belongs to this attempt.
      if ((await own(tx.knex, claim).update({ leased_until: leasedUntil })) === 0) throw takenOver();
      const bind = async (reference: string): Promise<void> => {
        if (binding !== null && binding !== reference)
          throw new Error(`a request is bound once: to ${binding}, not to ${reference}`);
        binding = reference;
        await own(tx.knex, claim).update({ reference });
      };
      return work({ ...tx, bind });
    });
    [bound, until] = [binding, leasedUntil];
    return value;
  };

  const ask: Steps['ask'] = async (work) => {
    // A slow provider would block all writers, or some readers.
    if (database.isInTransaction()) throw new Error('nobody outside is asked inside a transaction: end it first');
    const leftMs = Math.min(ASK_MS, until - realNow());
    if (leftMs <= 0) throw takenOver();
    return work(AbortSignal.timeout(leftMs));
  };

  return { steps: { reference: claim.reference, write, ask }, bound: () => bound };
};

/** Processes requests in steps. A repeat continues with the thing that the first one has begun. */
export const createStepRunner = (deps: StepDeps) => {
  const claims = createClaims(deps);

  const overOf = async (known: IdempotencyRow | null, { isKeyed, isOpen }: StepRequest): Promise<string | null> => {
    // A request with a key never means an earlier one.
    if (isKeyed || known === null || known.reference === null) return null;
    return (await isOpen(known.reference)) ? null : known.reference;
  };

  return async (
    row: RequestRow,
    request: StepRequest,
    perform: (steps: Steps) => Promise<HttpResult>,
  ): Promise<Answer> => {
    // A repeat that only has to wait needs no write.
    const known = await claims.find(deps.database.knex, row, request.isKeyed);
    const answer = knownAnswer(known, row, deps.realNow());
    if (answer !== null) return answer;
    const claimed = await claims.take(row, { isKeyed: request.isKeyed, over: await overOf(known, request) });
    if (!claimed.ok) return claimed.error;
    const { steps, bound } = createSteps(deps, claimed.value);
    const result = await perform(steps);
    // A success with a reference isn't stored, because its handler returns the present state.
    const isFinal = request.isKeyed && isStored(result) && (result.status >= 400 || bound() === null);
    await claims.release(claimed.value, isFinal ? result : null);
    return ok(steps.reference === null ? result : markReplayed(result));
  };
};
