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
  /** Limits anonymous sessions by address. */
  readonly limiter: RateLimiter;
  readonly clock: Clock;
}

/** Sessions of visitors without an account. */
export interface VisitorService {
  start(address: string): Promise<Result<OpenedSession, RouteError>>;
  /** Counts a new user from that address; a registration without a session counts, too. */
  admit(address: string): Promise<Result<void, RouteError>>;
}

/** Creates the service. Each visitor is a new user, who keeps their uid when they register. */
export const createVisitorService = ({ store, sessions, limiter, clock }: VisitorServiceDeps): VisitorService => {
  const admit = (address: string): Promise<Result<void, RouteError>> => consumeAttempt(limiter, address);

  const startSession = async (address: string): Promise<Result<OpenedSession, RouteError>> => {
    const admission = await admit(address);
    if (!admission.ok) return admission;
    const newSession = await store.write(async (rows) => {
      const user = anonymousUser(randomKey(), clock.now());
      await saveUser(rows, user, { isNew: true });
      return sessions.open(rows, user);
    });
    return ok(await sessions.answer(newSession));
  };

  return { start: startSession, admit };
};
