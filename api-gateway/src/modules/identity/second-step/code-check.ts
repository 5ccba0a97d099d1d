import { err, ok } from '@mahlzeit/contract';
import type { Result } from '@mahlzeit/contract';
import { consumeAttempt } from '../../../platform';
import type { Clock, CreateRateLimiter, RouteError } from '../../../platform';
import type { IdentityRows } from '../store';
import { counterOfCode, recoveryCodeHash } from './second-step-codes';
import type { SecretSealer } from './sealed-secret';

/** Limits the wrong codes of an account's second step, whoever types them. */
export interface CodeAttempts {
  /**
   * Runs a check of a code. Counts it unless it succeeds. Fails with `ErrorTooManyAttempts` after too many wrong codes.
   */
  guard<T, E>(uid: string, checkCode: () => Promise<Result<T, E>>): Promise<Result<T, E | RouteError>>;
}

const MINUTE_MS = 60_000;

/**
 * Creates the limits of wrong codes. A check is counted before it runs, so that parallel checks can't exceed the limit.
 * Three codes are right at any time, so an attacker who knows the password guesses one within a year with a chance of
 * two percent.
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
 * Type of the function that checks a code of the authenticator app or a recovery code inside a transaction, and uses it
 * up. It returns `notFound` for a user without a second step.
 */
export type TakeCode = (
  identityRows: Pick<IdentityRows, 'secondSteps'>,
  uid: string,
  typedCode: string,
) => Promise<Result<void, 'notFound' | 'secondStepCodeIncorrect'>>;

/** Creates the function that checks codes of the second step. */
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
