import { ok } from '@mahlzeit/contract';
import type { Result } from '@mahlzeit/contract';
import { consumeAttempt, randomKey } from '../../../platform';
import type { Clock, RateLimiter, RouteError } from '../../../platform';
import type { OpenedSession, SessionService } from '../session';
import type { IdentityStore } from '../store';
import { anonymousUser, saveUser } from '../user';

export interface VisitorServiceDeps {
  readonly store: IdentityStore;
  readonly sessions: SessionService;
  /** Limits the new anonymous users from one IP address. */
  readonly limiter: RateLimiter;
  readonly clock: Clock;
}

/** Service of sessions for visitors without an account. */
export interface VisitorService {
  start(ipAddress: string): Promise<Result<OpenedSession, RouteError>>;
  /**
   * Counts a new anonymous user from this IP address. A registration without a session counts as well. Fails if the
   * address has reached its limit.
   */
  admitAddress(ipAddress: string): Promise<Result<void, RouteError>>;
}

/**
 * Creates the service of visitors' sessions. Each visitor is a new anonymous user, whose uid stays the same after a
 * registration.
 */
export const createVisitorService = ({ store, sessions, limiter, clock }: VisitorServiceDeps): VisitorService => {
  const admitVisitorAddress = (ipAddress: string): Promise<Result<void, RouteError>> =>
    consumeAttempt(limiter, ipAddress);

  const startSession = async (ipAddress: string): Promise<Result<OpenedSession, RouteError>> => {
    const admissionResult = await admitVisitorAddress(ipAddress);
    if (!admissionResult.ok) return admissionResult;
    const issuedSession = await store.write(async (identityRows) => {
      const user = anonymousUser(randomKey(), clock.now());
      await saveUser(identityRows, user, { isNew: true });
      return sessions.open(identityRows, user);
    });
    return ok(await sessions.presentOpened(issuedSession));
  };

  return { start: startSession, admitAddress: admitVisitorAddress };
};
