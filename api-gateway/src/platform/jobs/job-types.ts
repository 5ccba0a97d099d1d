import type { Result } from '@mahlzeit/contract';
import type * as z from 'zod/mini';
import type { WriteTransaction } from '../database/database';

/**
 * Payload and storage of a kind of job. The code that enqueues jobs and the code that runs them share this declaration.
 */
export interface JobKind<Payload> {
  /** Name of the form `module/action`. It must never change, because it is stored with each job. */
  readonly name: string;
  /** Schema of the payload. Each run validates the payload, because an earlier release may have enqueued the job. */
  readonly payload: z.ZodMiniType<Payload>;
  /**
   * Clock of the job's due time; must never change. `domain` is the gateway's clock, which the sandbox can move. The
   * pauses between attempts use real time in both cases.
   */
  readonly clock: 'real' | 'domain';
  /** Real milliseconds after a job's first attempt, after which the job is given up if it still fails. */
  readonly giveUpAfterMs: number;
  /** Functions for the personal data in a payload; null for a kind whose payload contains none. */
  readonly personal: PersonalPayload<Payload> | null;
}

/** Access to the personal data of a payload. */
export interface PersonalPayload<Payload> {
  /** Returns the uid or the e-mail address of the person in the payload. */
  personOf(payload: Payload): string;
  /** Returns the data about the job that a user's data export contains, without secrets. */
  present(payload: Payload): object;
}

/** Reason for which an attempt at a job failed. */
export interface JobError {
  /**
   * `refused`: no attempt can succeed. `later`: another attempt may succeed. `unreachable`: at present no job of this
   * kind can succeed.
   */
  readonly kind: 'refused' | 'later' | 'unreachable';
  /**
   * Code of the reason, which is stored with the failed job and shown to operators. It never contains personal data.
   */
  readonly reason: string;
  readonly cause?: unknown;
}

/** Data that a job's handler gets in addition to the job's payload. */
export interface JobContext {
  /** Id of the job, the same in all its attempts, by which external systems recognise a repetition. */
  readonly id: string;
  /** Number of this attempt, from 1. */
  readonly attempts: number;
  /**
   * Completes the job as part of the transaction `tx`, so that its writes happen exactly once: job and writes are
   * committed together or not at all. Throws when the attempt has lost its lease, which rolls back the write. A job
   * whose handler returns without this call is completed afterwards.
   */
  complete(tx: Pick<WriteTransaction, 'knex' | 'afterCommit'>): Promise<void>;
}

/** A kind of job with its handler, created by `bindJob`. */
export interface BoundJob {
  readonly kind: Pick<JobKind<never>, 'name' | 'clock' | 'giveUpAfterMs'>;
  /**
   * Returns the data in a stored payload that a user's data export contains; null when the payload contains no personal
   * data or can't be read.
   */
  present(payload: unknown): object | null;
  /**
   * Parses the payload and runs the job, which must finish within a minute. A thrown error counts as `later`. Null if
   * this gateway has no handler, so that the jobs wait.
   */
  readonly run: ((payload: unknown, context: JobContext) => Promise<Result<void, JobError>>) | null;
}

/** A job to enqueue: its payload, and optionally a key and a due time. The queue generates the id. */
export interface NewJob<Payload> {
  readonly payload: Payload;
  /** Key of the job's subject: at most one job of a kind and key waits. Absent when several such jobs may wait. */
  readonly key?: string;
  /** Due time in epoch milliseconds on the clock of the kind; absent for as soon as possible. */
  readonly dueAt?: number;
}

/** Queue of work that modules do outside of the request. */
export interface JobQueue {
  /**
   * Stores a job in the caller's transaction. The job runs after the commit, and never after a rollback. At most one
   * job of a kind and key waits: a second job replaces the first one, even while the first one runs.
   */
  enqueue<Payload>(
    tx: Pick<WriteTransaction, 'knex' | 'afterCommit'>,
    kind: JobKind<Payload>,
    job: NewJob<Payload>,
  ): Promise<void>;
}
