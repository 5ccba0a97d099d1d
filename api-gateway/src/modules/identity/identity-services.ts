import { availableParallelism } from 'node:os';
import { createFairSemaphore } from '../../platform';
import type { CostlyWork, ModuleDeps, PersonalDataProvider, SignInConfig } from '../../platform';
import {
  createLoginAttempts,
  createNewPasswordHashing,
  createPasswordHasher,
  createPasswordProof,
  productionCost,
} from './credentials/password';
import type {
  HashNewPassword,
  LoginAttempts,
  PasswordCost,
  PasswordHasher,
  ProvePassword,
} from './credentials/password';
import {
  createVerificationLimits,
  createVerificationService,
  MAX_WRONG_TRIES,
} from './credentials/verification-service';
import type { VerificationService } from './credentials/verification-service';
import { createIdentityStore } from './store/identity-store';
import type { IdentityPorts, IdentityStore } from './store/identity-store';
import { createIdTokens } from './session/id-token';
import type { IdTokens } from './session/id-token';
import { createIdentitySecrets } from './session/identity-secrets';
import type { StoredSession } from './store/session-repository';
import { createSessionService } from './session/session-service';
import type { SessionService } from './session/session-service';
import { identityPersonalData } from './user/personal-data';

/** Dependencies of the identity module. */
export interface IdentityDeps
  extends
    IdentityPorts,
    Pick<
      ModuleDeps,
      'config' | 'database' | 'clock' | 'log' | 'address' | 'live' | 'createRateLimiter' | 'createCache'
    > {
  /** Whom people may sign in with. */
  readonly signIn: SignInConfig;
  /** Version of the policy that a registration accepts. */
  readonly policyVersion: () => Promise<number>;
  /** The personal data of the other modules; asked for once all of them exist. */
  readonly personalData: () => readonly PersonalDataProvider[];
  /** Turns at what takes a processor for a while: new passwords and pictures. */
  readonly costlyWork: Pick<CostlyWork, 'passwords' | 'pictures'>;
  /** Tests pay less for a password. */
  readonly passwordCost?: PasswordCost;
}

/** What the routes, jobs and third parties of this module share. */
export interface IdentityServices extends IdentityDeps {
  readonly store: IdentityStore;
  readonly idTokens: IdTokens;
  readonly sessions: SessionService;
  readonly hasher: PasswordHasher;
  readonly hashNewPassword: HashNewPassword;
  readonly attempts: LoginAttempts;
  readonly prove: ProvePassword;
  readonly verification: VerificationService;
  /** All modules that store personal data; this one last, because the rows of the others reference its own. */
  readonly dataProviders: () => readonly PersonalDataProvider[];
}

// Logins have turns of their own: a rush of registrations makes nobody wait who comes back.
const LOGINS_AT_ONCE = Math.min(2, Math.max(1, availableParallelism() - 1));

/** Creates the shared services. */
export const createIdentityServices = (deps: IdentityDeps): IdentityServices => {
  const {
    config,
    database,
    clock,
    log,
    address,
    live,
    outbox,
    onPersonChanged,
    createRateLimiter,
    personalData,
    costlyWork,
    passwordCost = productionCost,
  } = deps;
  const store = createIdentityStore({ database, outbox, onPersonChanged });
  const secrets = createIdentitySecrets(store);
  const idTokens = createIdTokens({ secrets, clock });
  const onReuse = ({ id }: StoredSession): void => {
    log.warn({ sessionId: id }, 'a traded refresh token was shown again, its session is ended');
  };
  const hasher = createPasswordHasher(passwordCost);
  const attempts = createLoginAttempts(createRateLimiter, createFairSemaphore(LOGINS_AT_ONCE));
  const limits = createVerificationLimits(createRateLimiter);
  return {
    ...deps,
    store,
    idTokens,
    sessions: createSessionService({ store, idTokens, secrets, clock, publicUrl: address.publicUrl, live, onReuse }),
    hasher,
    hashNewPassword: createNewPasswordHashing(hasher, costlyWork.passwords),
    attempts,
    prove: createPasswordProof({ store, hasher, attempts }),
    verification: createVerificationService({
      store,
      secrets,
      limits,
      clock,
      live,
      maxWrongTries: config.hasRateLimits ? MAX_WRONG_TRIES : Infinity,
    }),
    dataProviders: () => [...personalData(), identityPersonalData],
  };
};
