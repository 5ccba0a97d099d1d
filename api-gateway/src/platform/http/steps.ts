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
 * How long a gateway has a request for itself after each of its steps, in real time. One that was killed holds up a
 * repeat no longer than this.
 */
export const LEASE_MS = 15_000;

/** Longest that somebody outside is waited for: their answer has to be written within the lease. */
const ASK_MS = 10_000;

/** For so long the same request without a key counts as a repeat (contract §0). */
const UNKEYED_MS = 60_000;

const retryAfterMs = 1000;

/** A request that is worked off in steps. */
export interface StepRequest extends RequestIdentity {
  /** Whether its client has named it; else it is a repeat only for a minute, of something that is still open. */
  readonly isKeyed: boolean;
  /** Whether what a request without a key has begun is still open. */
  isOpen(reference: string): Promise<boolean>;
}

interface StepDeps {
  readonly database: OpenDatabase;
  readonly realNow: () => number;
}

type Answer = Result<HttpResult, RouteError | ErrorCode>;

/** A request that this gateway has for itself. */
interface Claim {
  readonly row: RequestRow;
  readonly lease: string;
  /** What an earlier try has begun. */
  readonly reference: string | null;
}

// Whoever paused for so long that another has taken over must not write any more; the other one's client gets the
// answer.
const takenOver = (): AppError => new AppError('requestInProgress', { retryAfterMs });

/** What a repeat is answered without asking its handler; null: it is the handler's turn. */
const knownAnswer = (known: IdempotencyRow | null, { request_hash }: RequestRow, realNow: number): Answer | null => {
  if (known === null) return null;
  if (known.request_hash !== request_hash) return err('idempotencyKeyReused');
  if (isLeased(known, realNow)) return err({ code: 'requestInProgress', retryAfterMs });
  return known.status === 0 ? null : ok(replayOf(known));
};

const own = (knex: Connection, { row: { scope_hash, key }, lease }: Claim) =>
  idempotencyRows(knex).where({ scope_hash, key, lease });

/** Reads, claims and lets go of requests. */
const createClaims = ({ database, realNow }: StepDeps) => {
  const find = (knex: Connection, row: RequestRow, isKeyed: boolean): Promise<IdempotencyRow | null> =>
    findRequest(knex, row, { realNow: realNow(), keptMs: isKeyed ? retentionMs : UNKEYED_MS });

  return {
    find,

    /** Takes a request; `over` is what an earlier one has begun that counts no longer. */
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

    /** Lets go of a request, with the answer that holds for its repeats where there is one. */
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

/** The steps of one claimed request; `bound` tells what its commits have bound it to. */
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
      // Fencing: the row is this try's, or nothing is written.
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
    // A provider that sleeps would keep everybody from writing, or a few of them from reading.
    if (database.isInTransaction()) throw new Error('nobody outside is asked inside a transaction: end it first');
    const leftMs = Math.min(ASK_MS, until - realNow());
    if (leftMs <= 0) throw takenOver();
    return work(AbortSignal.timeout(leftMs));
  };

  return { steps: { reference: claim.reference, write, ask }, bound: () => bound };
};

/** Works requests off in steps; a repeat goes on with what the first one has begun. */
export const createStepRunner = (deps: StepDeps) => {
  const claims = createClaims(deps);

  const overOf = async (known: IdempotencyRow | null, { isKeyed, isOpen }: StepRequest): Promise<string | null> => {
    // Who names a request never means another one by it.
    if (isKeyed || known === null || known.reference === null) return null;
    return (await isOpen(known.reference)) ? null : known.reference;
  };

  return async (
    row: RequestRow,
    request: StepRequest,
    perform: (steps: Steps) => Promise<HttpResult>,
  ): Promise<Answer> => {
    // A repeat that only has to wait takes nobody's turn to write.
    const known = await claims.find(deps.database.knex, row, request.isKeyed);
    const answer = knownAnswer(known, row, deps.realNow());
    if (answer !== null) return answer;
    const claimed = await claims.take(row, { isKeyed: request.isKeyed, over: await overOf(known, request) });
    if (!claimed.ok) return claimed.error;
    const { steps, bound } = createSteps(deps, claimed.value);
    const result = await perform(steps);
    // A success of something begun isn't stored: its handler tells how it stands by now.
    const isFinal = request.isKeyed && isStored(result) && (result.status >= 400 || bound() === null);
    await claims.release(claimed.value, isFinal ? result : null);
    return ok(steps.reference === null ? result : markReplayed(result));
  };
};
