import { err } from '@mahlzeit/contract';
import type { Result } from '@mahlzeit/contract';
import type { BoundJob, JobContext, JobError, JobKind } from './job-types';

const FIRST_RETRY_PAUSE_MS = 5_000;
const MAX_RETRY_PAUSE_MS = 15 * 60_000;

/**
 * Type of a job's handler, which processes the payload of one job. The kind of an error result decides whether the job
 * is retried.
 */
type JobHandler<Payload> = (payload: Payload, context: JobContext) => Promise<Result<void, JobError>>;

/** Binds a kind of job to its handler. With `null` this gateway has no handler, so the jobs wait. */
export const bindJob = <Payload>(kind: JobKind<Payload>, handler: JobHandler<Payload> | null): BoundJob => ({
  kind,
  present(payload) {
    const parsedPayload = kind.payload.safeParse(payload);
    return kind.personal === null || !parsedPayload.success ? null : kind.personal.present(parsedPayload.data);
  },
  run:
    handler === null
      ? null
      : async (payload, context) => {
          const parsedPayload = kind.payload.safeParse(payload);
          // Refuses a payload that doesn't match the schema, because an earlier release has written it in another
          // format.
          if (!parsedPayload.success) return err({ kind: 'refused', reason: 'malformedPayload' });
          return handler(parsedPayload.data, context);
        },
});

/**
 * Computes the pause in milliseconds before a job's next attempt, from the number of attempts. The pause doubles from
 * five seconds up to a quarter of an hour. Half of it depends on `random` (0 to 1), so that jobs that failed together
 * aren't retried at the same moment. No pause is shorter than the one before.
 */
export const retryPauseMs = (attemptCount: number, random: number): number => {
  const fullPauseMs = Math.min(MAX_RETRY_PAUSE_MS, FIRST_RETRY_PAUSE_MS * 2 ** Math.min(attemptCount - 1, 20));
  return Math.round(fullPauseMs * (0.5 + random / 2));
};
