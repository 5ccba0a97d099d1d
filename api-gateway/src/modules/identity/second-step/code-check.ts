import { err, ok } from '@mahlzeit/contract';
import type { Result } from '@mahlzeit/contract';
import { consumeAttempt } from '../../../platform';
import type { Clock, CreateRateLimiter, RouteError } from '../../../platform';
import type { IdentityRows } from '../store';
import { counterOfCode, recoveryCodeHash } from './second-step-codes';
import type { SecretSealer } from './sealed-secret';

/** Limits the wrong codes of an account, whoever types them. */
export interface CodeAttempts {
  /** Runs a check. Counts it, and fails with `ErrorTooManyAttempts`, unless it succeeds. */
  guard<T, E>(uid: string, checkCode: () => Promise<Result<T, E>>): Promise<Result<T, E | RouteError>>;
}

const MINUTE_MS = 60_000;

/**
 * Creates the limits. A check is counted before it runs, so that parallel ones can't exceed the limit. Three codes are
 * right at any time, so an attacker who knows the password guesses one within a year with a chance of two percent.
 */
export const createCodeAttempts = (createRateLimiter: CreateRateLimiter): CodeAttempts => {
  const limiters = [
    createRateLimiter('second-step', { points: 5, durationMs: 15 * MINUTE_MS }),
    createRateLimiter('second-step-day', { points: 20, durationMs: 24 * 60 * MINUTE_MS }),
  ];
  return {
    async guard(uid, checkCode) {
      for (const limiter of limiters) {
        const admission = await consumeAttempt(limiter, uid);
        if (!admission.ok) return admission;
      }
      const result = await checkCode();
      if (result.ok) for (const limiter of limiters) await limiter.refund(uid);
      return result;
    },
  };
};

/**
 * Checks a code of the app or a recovery code inside a transaction, and uses it up. Returns `notFound` for a user
 * without a second step.
 */
export type TakeCode = (
  identityRows: Pick<IdentityRows, 'secondSteps'>,
  uid: string,
  typedCode: string,
) => Promise<Result<void, 'notFound' | 'secondStepCodeIncorrect'>>;

/** Creates the function that checks codes. */
export const createTakeCode =
  (sealer: SecretSealer, clock: Clock): TakeCode =>
  async ({ secondSteps }, uid, typedCode) => {
    const secondStep = await secondSteps.find(uid);
    if (secondStep === null || secondStep.confirmedAt === null) return err('notFound');
    const counter = counterOfCode(
      { secret: sealer.open(uid, secondStep.secret), lastCounter: secondStep.lastCounter },
      typedCode,
      clock.realNow(),
    );
    if (counter !== null) {
      await secondSteps.put({ ...secondStep, lastCounter: counter });
      return ok(undefined);
    }
    const isRecoveryCode = await secondSteps.takeRecoveryCode(uid, recoveryCodeHash(typedCode));
    return isRecoveryCode ? ok(undefined) : err('secondStepCodeIncorrect');
  };
