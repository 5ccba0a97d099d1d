import { availableParallelism } from 'node:os';
import { createWorkSlots } from '../../platform';
import type { ModuleDeps, SignInConfig, UserDataHolder, WorkSlots } from '../../platform';
import type { Outbox } from '../mail';
import { createPasswordProof } from './credentials/password-proof';
import type { ProvePassword } from './credentials/password-proof';
import { identityData } from './deletion/identity-data';
import { createIdTokens } from './id-token';
import type { IdTokens } from './id-token';
import { createIdentitySecrets } from './identity-secrets';
import { createIdentityStore } from './identity-store';
import type { IdentityStore } from './identity-store';
import { createLoginAttempts } from './login-attempts';
import type { LoginAttempts } from './login-attempts';
import { createPasswordHasher, productionCost } from './password-hasher';
import type { PasswordCost, PasswordHasher } from './password-hasher';
import { createSessionService } from './session-service';
import type { SessionService } from './session-service';
import type { StoredSession } from './stored-user';
import { createVerificationLimits } from './verification/verification-limits';
import { MOST_WRONG_TRIES } from './verification/verification-rules';
import { createVerificationService } from './verification/verification-service';
import type { VerificationService } from './verification/verification-service';

/** What identity takes. */
export interface IdentityDeps extends Pick<ModuleDeps, 'config' | 'database' | 'clock' | 'log' | 'address' | 'live' | 'createRateLimiter'> {
  /** Whom people may sign in with. */
  readonly signIn: SignInConfig;
  /** Takes the letters to users. */
  readonly outbox: Outbox;
  /** Version of the policy that a registration accepts. */
  readonly policyVersion: () => Promise<number>;
  /** What the other modules hold of users; asked for once all of them are there. */
  readonly userData: () => readonly UserDataHolder[];
  /** Tests pay less for a password. */
  readonly passwordCost?: PasswordCost;
}

/** What the rooms of this module share. */
export interface IdentityParts extends IdentityDeps {
  readonly store: IdentityStore;
  readonly idTokens: IdTokens;
  readonly sessions: SessionService;
  readonly hasher: PasswordHasher;
  readonly slots: WorkSlots;
  readonly attempts: LoginAttempts;
  readonly prove: ProvePassword;
  readonly verification: VerificationService;
  /** Everybody who holds something of users; this module last, because what the others hold hangs on its row. */
  readonly holders: () => readonly UserDataHolder[];
}

// argon2 works in libuv's four threads: two stay free for files and names. One processor stays free for all other answers.
const PASSWORD_SLOTS = Math.min(2, Math.max(1, availableParallelism() - 1));

/** Makes what the rooms share. */
export const createIdentityParts = (deps: IdentityDeps): IdentityParts => {
  const { config, database, clock, log, address, live, outbox, createRateLimiter, userData, passwordCost = productionCost } = deps;
  const store = createIdentityStore(database, outbox);
  const secrets = createIdentitySecrets(store);
  const idTokens = createIdTokens({ secrets, clock });
  const onReuse = ({ id, uid }: StoredSession): void => {
    log.warn({ sessionId: id }, 'a traded refresh token was shown again, its session is ended');
    live.rightsChanged(uid);
  };
  const hasher = createPasswordHasher(passwordCost);
  const slots = createWorkSlots(PASSWORD_SLOTS);
  const attempts = createLoginAttempts(createRateLimiter, slots);
  const limits = createVerificationLimits(createRateLimiter);
  return {
    ...deps,
    store,
    idTokens,
    sessions: createSessionService({ store, idTokens, secrets, clock, publicUrl: address.publicUrl, onReuse }),
    hasher,
    slots,
    attempts,
    prove: createPasswordProof({ store, hasher, attempts }),
    verification: createVerificationService({ store, secrets, limits, clock, mostWrongTries: config.hasRateLimits ? MOST_WRONG_TRIES : Infinity }),
    holders: () => [...userData(), identityData],
  };
};
