import type { Result } from '@mahlzeit/contract';
import type * as z from 'zod/mini';
import type { WriteTransaction } from '../database/database';

/**
 * Payload and storage of a kind of jobs: one declaration shared by the code that enqueues and the code that runs them.
 */
export interface JobKind<Payload> {
  /** `module/action`; stored with each job, so it never changes. */
  readonly name: string;
  /** Validated before each run, because an earlier release may have enqueued the job. */
  readonly payload: z.ZodMiniType<Payload>;
  /**
   * Clock of the due time; never changes. `domain` follows the sandbox's clock. Pauses between attempts are real time
   * for both.
   */
  readonly clock: 'real' | 'domain';
  /** Real milliseconds after the first attempt at which a failing job is given up. */
  readonly giveUpAfterMs: number;
  /** Person of the payload; null for a payload without personal data. */
  readonly personal: PersonalPayload<Payload> | null;
}

/** Access to the personal data of a payload. */
export interface PersonalPayload<Payload> {
  /** Returns the uid or the e-mail address of the person. */
  personOf(payload: Payload): string;
  /** Returns the job's part in the person's export, without secrets. */
  present(payload: Payload): object;
}

/** Error of an attempt. */
export interface JobError {
  /**
   * `refused`: no attempt can succeed; `later`: another one may; `unreachable`: no job of this kind can succeed at
   * present.
   */
  readonly kind: 'refused' | 'later' | 'unreachable';
  /** Stored with the dead letter and shown to operators: a code, never personal data. */
  readonly reason: string;
  readonly cause?: unknown;
}

/** Data for a job beside its payload. */
export interface JobContext {
  /** Stable over all attempts, so that external systems recognise a repeat. */
  readonly id: string;
  /** Number of this attempt, from 1. */
  readonly attempts: number;
  /**
   * Ends the job as part of `tx`, so that its writes count exactly once: both are committed or neither is. Throws when
   * the attempt has lost the job, which rolls back the write. A job that returns without this call is ended afterwards.
   */
  complete(tx: Pick<WriteTransaction, 'knex' | 'afterCommit'>): Promise<void>;
}

/** A kind of job with its handler, created by `bindJob`. */
export interface BoundJob {
  readonly kind: Pick<JobKind<never>, 'name' | 'clock' | 'giveUpAfterMs'>;
  /** Returns the personal data of a stored payload; null for none or an unreadable payload. */
  present(payload: unknown): object | null;
  /**
   * Parses the payload and runs the job, which must end within a minute; a thrown error counts as `later`. null: this
   * gateway has no handler, so jobs wait.
   */
  readonly run: ((payload: unknown, context: JobContext) => Promise<Result<void, JobError>>) | null;
}

/** A job to enqueue. */
export interface NewJob<Payload> {
  readonly payload: Payload;
  /** Subject of the job; absent when it has no unique subject. */
  readonly key?: string;
  /** Epoch milliseconds of the kind's clock; absent: as soon as possible. */
  readonly dueAt?: number;
}

/** Queue of work that modules do outside of the request. */
export interface JobQueue {
  /**
   * Writes a job in the caller's transaction. It runs after the commit, and never after a rollback. At most one job of
   * a kind and key waits: a second one replaces it, even while it runs.
   */
  enqueue<Payload>(
    tx: Pick<WriteTransaction, 'knex' | 'afterCommit'>,
    kind: JobKind<Payload>,
    job: NewJob<Payload>,
  ): Promise<void>;
}
