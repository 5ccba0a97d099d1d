import { err, ok } from '@mahlzeit/contract';
import type { Result } from '@mahlzeit/contract';
import { randomKey } from '../../platform';
import type { Clock, RateLimiter, RouteError } from '../../platform';
import type { IdentityStore } from './identity-store';
import { tooManyAttempts } from './login-attempts';
import type { OpenedSession, SessionService } from './session-service';
import { saveUser } from './user-log';
import { anonymousUser } from './user-rules';

export interface VisitorServiceDeps {
  readonly store: IdentityStore;
  readonly sessions: SessionService;
  /** Anonymous sessions by address. */
  readonly limiter: RateLimiter;
  readonly clock: Clock;
}

/** The way in for who is not known yet. */
export interface VisitorService {
  start(address: string): Promise<Result<OpenedSession, RouteError>>;
  /** Counts somebody new from that address, who need not come as a visitor. */
  admit(address: string): Promise<Result<void, RouteError>>;
}

/** Visitors: each is a new user, who keeps their uid when they register. */
export const createVisitorService = ({ store, sessions, limiter, clock }: VisitorServiceDeps): VisitorService => {
  const admit = async (address: string): Promise<Result<void, RouteError>> => {
    const verdict = await limiter.consume(address);
    return verdict.ok ? ok(undefined) : err(tooManyAttempts(verdict.retryAfterMs));
  };

  const start = async (address: string): Promise<Result<OpenedSession, RouteError>> => {
    const admitted = await admit(address);
    if (!admitted.ok) return admitted;
    const held = await store.write(async (rows) => {
      const user = anonymousUser(randomKey(), clock.now());
      await saveUser(rows, user, { isNew: true });
      return sessions.open(rows, user);
    });
    return ok(await sessions.answer(held));
  };

  return { start, admit };
};
