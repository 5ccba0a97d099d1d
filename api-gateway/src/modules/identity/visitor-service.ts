import { err, ok } from '@mahlzeit/contract';
import type { Result } from '@mahlzeit/contract';
import { randomKey } from '../../platform';
import type { Clock, RateLimiter, Refusal } from '../../platform';
import type { IdentityStore } from './identity-store';
import { tooManyAttempts } from './login-attempts';
import type { OpenedSession, SessionService } from './session-service';
import { saveUser } from './user-log';
import { anonymousUser } from './user-rules';

/** What visits are made with. */
export interface VisitorServiceDeps {
  readonly store: IdentityStore;
  readonly sessions: SessionService;
  /** Anonymous sessions by address. */
  readonly limiter: RateLimiter;
  readonly clock: Clock;
}

/** The way in for who is not known yet. */
export interface VisitorService {
  start(address: string): Promise<Result<OpenedSession, Refusal>>;
}

/** Visitors: each is a new user, who keeps his uid when he registers. */
export const createVisitorService = ({ store, sessions, limiter, clock }: VisitorServiceDeps): VisitorService => ({
  async start(address) {
    const verdict = await limiter.consume(address);
    if (!verdict.ok) return err(tooManyAttempts(verdict.retryAfterMs));
    const held = await store.write(async (rows) => {
      const user = anonymousUser(randomKey(), clock.now());
      await saveUser(rows, user, { isNew: true });
      return sessions.open(rows, user);
    });
    return ok(await sessions.answer(held));
  },
});
