import { err, ok } from '@mahlzeit/contract';
import type { Result } from '@mahlzeit/contract';
import type { CreateRateLimiter, RouteError } from '../../../platform';
import { tooManyAttempts } from '../login-attempts';

const SECOND = 1_000;
const HOUR = 3_600 * SECOND;

/** Pause between two codes that are asked for. */
export const RESEND_PAUSE_MS = 30 * SECOND;

/** How often a code may be tried and asked for (contract §0). */
export interface VerificationLimits {
  /** Takes a try; `giveBack` where it was right. */
  try(uid: string): Promise<Result<{ giveBack(): Promise<void> }, RouteError>>;
  resend(uid: string): Promise<Result<void, RouteError>>;
}

/** The limits of an account, in real time. */
export const createVerificationLimits = (createRateLimiter: CreateRateLimiter): VerificationLimits => {
  const tries = createRateLimiter('verify-account', { points: 20, durationMs: HOUR });
  const pause = createRateLimiter('resend-pause', { points: 1, durationMs: RESEND_PAUSE_MS });
  const daily = createRateLimiter('resend-day', { points: 10, durationMs: 24 * HOUR });
  return {
    async try(uid) {
      const verdict = await tries.consume(uid);
      return verdict.ok ? ok({ giveBack: () => tries.refund(uid) }) : err(tooManyAttempts(verdict.retryAfterMs));
    },
    async resend(uid) {
      for (const limiter of [pause, daily]) {
        const verdict = await limiter.consume(uid);
        if (!verdict.ok) return err(tooManyAttempts(verdict.retryAfterMs));
      }
      return ok(undefined);
    },
  };
};
