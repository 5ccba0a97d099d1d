import type { Result } from '@mahlzeit/contract';
import type * as z from 'zod/mini';
import type { WriteTransaction } from '../database/database';

/** What a job is enqueued with and how it is kept; one declaration that whoever enqueues and whoever runs it share. */
export interface JobKind<Payload> {
  /** `module/what`; stored with each job, so it never changes. */
  readonly name: string;
  /** Parsed before it is run: a job may have been enqueued by an earlier release. */
  readonly payload: z.ZodMiniType<Payload>;
  /**
   * What its due time is told by, for ever as well. `domain` follows the sandbox's clock; pauses between tries are real
   * time for both.
   */
  readonly clock: 'real' | 'domain';
  /** A job that has failed for this long, in real milliseconds after its first try, is given up. */
  readonly giveUpAfterMs: number;
  /** Whose data the payload holds; null: nobody's. */
  readonly personal: PersonalPayload<Payload> | null;
}

/** How a person's jobs are found and told of. */
export interface PersonalPayload<Payload> {
  /** The uid or the e-mail address of the person. */
  personOf(payload: Payload): string;
  /** What their export tells of it, no secrets. */
  present(payload: Payload): object;
}

/** Why a try failed. */
export interface JobError {
  /**
   * `refused`: no try will ever succeed; `later`: another may; `unreachable`: at the moment no job of this kind would.
   */
  readonly kind: 'refused' | 'later' | 'unreachable';
  /** Kept with the dead letter and shown to operators: a code, never personal data. */
  readonly reason: string;
  readonly cause?: unknown;
}

/** What a job gets beside its payload. */
export interface JobContext {
  /** Stays the same over all tries, so that whoever is asked twice can tell. */
  readonly id: string;
  /** Which try this is, from 1. */
  readonly attempts: number;
  /**
   * Ends the job as part of `tx`, so that what the job writes there counts once: both are committed or neither is.
   * Throws where the job isn't this try's any more, which takes the write back. A job that returns without it is ended
   * behind it.
   */
  complete(tx: Pick<WriteTransaction, 'knex' | 'afterCommit'>): Promise<void>;
}

/** A kind of job with what it does, made by `bindJob`. */
export interface BoundJob {
  readonly kind: Pick<JobKind<never>, 'name' | 'clock' | 'giveUpAfterMs'>;
  /** What a stored payload says of its person; null: nothing, or it can't be read. */
  present(payload: unknown): object | null;
  /**
   * Parses the payload and does the job, which must end within a minute; what it throws is another `later`. null:
   * nobody here can do it, such jobs wait.
   */
  readonly run: ((payload: unknown, context: JobContext) => Promise<Result<void, JobError>>) | null;
}

/** A job to be enqueued. */
export interface NewJob<Payload> {
  readonly payload: Payload;
  /** What it is about; absent: nothing that another job could be about. */
  readonly key?: string;
  /** Epoch milliseconds of the kind's clock; absent: as soon as possible. */
  readonly dueAt?: number;
}

/** Where modules hand in work that is to be done beside the request. */
export interface JobQueue {
  /**
   * Writes a job inside the caller's transaction: it runs once that is committed, and never when it isn't. Of one kind
   * and key one job waits at most: a second one takes its place, even while it runs.
   */
  enqueue<Payload>(
    tx: Pick<WriteTransaction, 'knex' | 'afterCommit'>,
    kind: JobKind<Payload>,
    job: NewJob<Payload>,
  ): Promise<void>;
}
