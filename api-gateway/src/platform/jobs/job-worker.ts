import { setTimeout as delay } from 'node:timers/promises';
import { err, ok } from '@mahlzeit/contract';
import type { Result } from '@mahlzeit/contract';
import type { Logger } from 'pino';
import type { Clock } from '../clock';
import type { Database } from '../database/database';
import { randomKey } from '../database/rows';
import { errorCodeOf, LeaseLostError } from '../errors';
import type { Worker } from '../worker';
import { createDueCheck } from './due-check';
import type { DueCheck } from './due-check';
import { retryPauseMs } from './job';
import type { WakingJobQueue } from './job-queue';
import { createJobRepository } from './job-repository';
import type { LeasedJob } from './job-repository';
import type { BoundJob, JobContext, JobError } from './job-types';

const POLL_INTERVAL_MS = 500;

/**
 * Real milliseconds for which an attempt owns a job, longer than any attempt may take. After this time the attempt
 * counts as dead, and another one may start.
 */
export const LEASE_MS = 60_000;

// Maximum number of jobs in one round, so that a stopping gateway needn't wait long.
const MAX_JOBS_PER_ROUND = 50;

export interface JobWorkerDeps {
  readonly database: Database;
  readonly queue: Pick<WakingJobQueue, 'wake'>;
  readonly clock: Clock;
  /**
   * Returns whether jobs of a kind are due. Workers that share this function check together; by default, each worker
   * checks by itself.
   */
  readonly isAnyDue?: DueCheck;
  readonly log: Logger;
  /** Called after each attempt; `isDone` is false when the attempt failed. */
  readonly onTried: (jobKind: string, isDone: boolean) => void;
  /** Runs an attempt as part of the request and the trace that have enqueued the job. */
  readonly runAttempt?: <T>(job: RunningJob, attempt: () => Promise<T>) => Promise<T>;
  /** Random number from 0 to 1 that spreads the pauses between attempts. */
  readonly random?: () => number;
  readonly leaseMs?: number;
}

/** A job in an attempt. */
type RunningJob = Pick<LeasedJob, 'id' | 'kind' | 'attempts' | 'requestId' | 'traceParent'>;

/** Returns the name of the worker that runs jobs of a kind. The queue wakes the worker by this name. */
export const jobWorkerName = (kind: string): string => `jobs/${kind}`;

type AttemptResult = Result<void, JobError>;

/**
 * Creates the worker that runs due jobs of one kind, one after the other. Several gateways share the jobs: a lease
 * gives each job to one gateway.
 */
export const createJobWorker = (
  deps: JobWorkerDeps,
  { kind, run }: BoundJob & { readonly run: NonNullable<BoundJob['run']> },
): Worker => {
  const { database, queue, clock, log, onTried, random = Math.random, leaseMs = LEASE_MS } = deps;
  const { isAnyDue = createDueCheck(deps), runAttempt = (_job, attempt) => attempt() } = deps;

  const leaseJob = async (): Promise<LeasedJob | null> => {
    // Reads first, without the write lock, because usually no job is due.
    if (!(await isAnyDue(kind))) return null;
    const clockInstants = { now: clock.now(), realNow: clock.realNow() };
    // Computes the end of a lease, which grows with the attempts, so that a job that kills its process is also retried
    // less and less often.
    const leaseEndAfter = (attempts: number): number =>
      clockInstants.realNow + Math.max(leaseMs, retryPauseMs(attempts, 1));
    return database.write(({ knex }) =>
      createJobRepository(knex).lease(kind, clockInstants, { lease: randomKey(), untilOf: leaseEndAfter }),
    );
  };

  /** Waits for an attempt, but no longer than the lease, so that a hanging job doesn't block the other jobs. */
  const withinLease = async (runningAttempt: Promise<AttemptResult>): Promise<AttemptResult> => {
    const timeoutController = new AbortController();
    const timeoutResult = delay(leaseMs, err({ kind: 'later', reason: 'timedOut' } as const), {
      signal: timeoutController.signal,
      ref: false,
    });
    try {
      return await Promise.race([runningAttempt, timeoutResult]);
    } finally {
      timeoutController.abort();
    }
  };

  const attemptJob = async (job: LeasedJob, context: JobContext): Promise<AttemptResult> => {
    try {
      return await withinLease(run(job.payload, context));
    } catch (thrownError) {
      if (thrownError instanceof LeaseLostError) return err({ kind: 'later', reason: 'leaseLost' });
      return err({ kind: 'later', reason: errorCodeOf(thrownError) ?? 'failed', cause: thrownError });
    }
  };

  const isPastDeadline = ({ firstTriedAt }: LeasedJob, nextTryAt: number): boolean =>
    nextTryAt - firstTriedAt > kind.giveUpAfterMs;

  const recordError = async (job: LeasedJob, { kind: errorKind, reason, cause }: JobError): Promise<void> => {
    const realNow = clock.realNow();
    const retryAt = realNow + retryPauseMs(job.attempts, random());
    const isGivenUp = errorKind === 'refused' || isPastDeadline(job, retryAt);
    // Logs no payload, because it may contain e-mail addresses and codes.
    log[isGivenUp ? 'error' : 'warn'](
      { err: cause, job: job.id, kind: kind.name, attempts: job.attempts, reason },
      isGivenUp ? 'a job is given up' : 'a job has to wait',
    );
    onTried(kind.name, false);
    await database.write(({ knex }) => {
      const jobRepository = createJobRepository(knex);
      return isGivenUp
        ? jobRepository.moveToDead(job, { reason, diedAt: realNow })
        : jobRepository.postpone(job, retryAt);
    });
  };

  const tryJobOnce = async (job: LeasedJob): Promise<AttemptResult> => {
    let isCompleted = false;
    const attemptResult = await attemptJob(job, {
      id: job.id,
      attempts: job.attempts,
      async complete(tx) {
        if (!(await createJobRepository(tx.knex).complete(job)))
          throw new LeaseLostError(`Job ${job.id} has lost its lease`);
        tx.afterCommit(() => {
          isCompleted = true;
        });
      },
    });
    if (!isCompleted && !attemptResult.ok) {
      await recordError(job, attemptResult.error);
      return attemptResult;
    }
    // Only logs an error after the job was completed: its effect is already committed, so it isn't repeated.
    if (!attemptResult.ok)
      log.error(
        { err: attemptResult.error.cause, job: job.id, kind: kind.name, reason: attemptResult.error.reason },
        'a job failed after it was completed',
      );
    if (!isCompleted) await database.write(({ knex }) => createJobRepository(knex).complete(job));
    onTried(kind.name, true);
    return ok(undefined);
  };

  /** Runs the next due job. Returns whether another job may be tried in this round. */
  const runNextJob = async (): Promise<boolean> => {
    const job = await leaseJob();
    if (job === null) return false;
    if (job.wasInterrupted && isPastDeadline(job, clock.realNow())) {
      await recordError(job, { kind: 'refused', reason: 'interrupted' });
      return true;
    }
    const attemptResult = await runAttempt(job, () => tryJobOnce(job));
    return attemptResult.ok || attemptResult.error.kind !== 'unreachable';
  };

  return {
    name: jobWorkerName(kind.name),
    everyMs: POLL_INTERVAL_MS,
    async run(stopSignal) {
      for (let doneJobCount = 0; doneJobCount < MAX_JOBS_PER_ROUND; doneJobCount += 1)
        if (stopSignal?.aborted === true || !(await runNextJob())) return;
      queue.wake(kind.name);
    },
  };
};
