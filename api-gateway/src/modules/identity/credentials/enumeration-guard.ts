import type { Result } from '@mahlzeit/contract';
import { consumeAttempt } from '../../../platform';
import type { CreateRateLimiter, RouteError } from '../../../platform';

const HOUR_MS = 60 * 60_000;

/** Number of e-mail addresses of which one client may learn within an hour whether they have an account. */
const REVEALED_PER_HOUR = 60;

/**
 * A question of a client whether an e-mail address has an account. The client is identified by the IP address that rate
 * limits count.
 */
interface Question {
  readonly address: string;
  readonly email: string;
}

/** Limits for how many e-mail addresses a client can find out whether they have an account. */
export interface EnumerationGuard {
  /**
   * Runs a request whose response reveals whether an e-mail address has an account. `isRevealing` recognises the
   * responses that count against the limit; each address counts once. Fails with `ErrorTooManyAttempts`, without an
   * answer, when the client has learned too much.
   */
  guard<T, E>(
    question: Question,
    answer: () => Promise<Result<T, E>>,
    isRevealing: (result: Result<T, E>) => boolean,
  ): Promise<Result<T, E | RouteError>>;
  /**
   * Applies the same limit to a login. A right password is accepted even when the client has learned too much, because
   * others may share its address; each wrong login then fails with `ErrorTooManyAttempts`.
   */
  guardLogin<T, E>(
    question: Question,
    logIn: () => Promise<Result<T, E>>,
    isRevealing: (result: Result<T, E>) => boolean,
  ): Promise<Result<T, E | RouteError>>;
}

/**
 * Creates the limit of e-mail addresses that a client can try. All routes that reveal whether an address has an account
 * share it.
 */
export const createEnumerationGuard = (createRateLimiter: CreateRateLimiter): EnumerationGuard => {
  const clientLimiter = createRateLimiter('enumeration', { points: REVEALED_PER_HOUR, durationMs: HOUR_MS });
  // Doesn't count an address that was counted before, because somebody who repeats a typing error learns nothing more.
  const repeatLimiter = createRateLimiter('enumeration-repeat', { points: 1, durationMs: HOUR_MS });

  const answerAndCount = async <T, E>(
    { address, email }: Question,
    answer: () => Promise<Result<T, E>>,
    isRevealing: (result: Result<T, E>) => boolean,
  ): Promise<Result<T, E>> => {
    let isCounted = false;
    try {
      const result = await answer();
      isCounted = isRevealing(result) && (await repeatLimiter.consume(`${address} ${email}`)).ok;
      return result;
    } finally {
      if (!isCounted) await clientLimiter.refund(address);
    }
  };

  return {
    async guard(question, answer, isRevealing) {
      const admission = await consumeAttempt(clientLimiter, question.address);
      return admission.ok ? answerAndCount(question, answer, isRevealing) : admission;
    },
    async guardLogin(question, logIn, isRevealing) {
      const admission = await consumeAttempt(clientLimiter, question.address);
      if (admission.ok) return answerAndCount(question, logIn, isRevealing);
      const result = await logIn();
      return result.ok ? result : admission;
    },
  };
};
