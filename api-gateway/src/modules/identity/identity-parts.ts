import { availableParallelism } from 'node:os';
import { createSemaphore } from '../../platform';
import type { ModuleDeps, SignInConfig, PersonalDataProvider, Semaphore } from '../../platform';
import type { Outbox } from '../mail';
import { createPasswordProof } from './credentials/password-proof';
import type { ProvePassword } from './credentials/password-proof';
import { identityPersonalData } from './deletion/identity-data';
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
import type { StoredSession } from './session-repository';
import { createVerificationLimits } from './verification/verification-limits';
import { MAX_WRONG_TRIES } from './verification/verification-rules';
import { createVerificationService } from './verification/verification-service';
import type { VerificationService } from './verification/verification-service';

/** Dependencies of the identity module. */
export interface IdentityDeps extends Pick<ModuleDeps, 'config' | 'database' | 'clock' | 'log' | 'address' | 'live' | 'createRateLimiter'> {
  /** Whom people may sign in with. */
  readonly signIn: SignInConfig;
  /** Sends the e-mails to users. */
  readonly outbox: Outbox;
  /** Version of the policy that a registration accepts. */
  readonly policyVersion: () => Promise<number>;
  /** The personal data of the other modules; asked for once all of them exist. */
  readonly personalData: () => readonly PersonalDataProvider[];
  /** Tests pay less for a password. */
  readonly passwordCost?: PasswordCost;
}

/** What the routes, jobs and third parties of this module share. */
export interface IdentityServices extends IdentityDeps {
  readonly store: IdentityStore;
  readonly idTokens: IdTokens;
  readonly sessions: SessionService;
  readonly hasher: PasswordHasher;
  readonly semaphore: Semaphore;
  readonly attempts: LoginAttempts;
  readonly prove: ProvePassword;
  readonly verification: VerificationService;
  /** All modules that store personal data; this one last, because the rows of the others reference its own. */
  readonly dataProviders: () => readonly PersonalDataProvider[];
}

// argon2 works in libuv's four threads: two stay free for files and names. One processor stays free for all other answers.
const PASSWORD_SLOTS = Math.min(2, Math.max(1, availableParallelism() - 1));

/** Creates the shared services. */
export const createIdentityServices = (deps: IdentityDeps): IdentityServices => {
  const { config, database, clock, log, address, live, outbox, createRateLimiter, personalData, passwordCost = productionCost } = deps;
  const store = createIdentityStore(database, outbox);
  const secrets = createIdentitySecrets(store);
  const idTokens = createIdTokens({ secrets, clock });
  const onReuse = ({ id, uid }: StoredSession): void => {
    log.warn({ sessionId: id }, 'a traded refresh token was shown again, its session is ended');
    live.rightsChanged(uid);
  };
  const hasher = createPasswordHasher(passwordCost);
  const semaphore = createSemaphore(PASSWORD_SLOTS);
  const attempts = createLoginAttempts(createRateLimiter, semaphore);
  const limits = createVerificationLimits(createRateLimiter);
  return {
    ...deps,
    store,
    idTokens,
    sessions: createSessionService({ store, idTokens, secrets, clock, publicUrl: address.publicUrl, onReuse }),
    hasher,
    semaphore,
    attempts,
    prove: createPasswordProof({ store, hasher, attempts }),
    verification: createVerificationService({ store, secrets, limits, clock, maxWrongTries: config.hasRateLimits ? MAX_WRONG_TRIES : Infinity }),
    dataProviders: () => [...personalData(), identityPersonalData],
  };
};
