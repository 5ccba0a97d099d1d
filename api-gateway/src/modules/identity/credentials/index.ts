import { availableParallelism } from 'node:os';
import { createFairSemaphore } from '../../../platform';
import type {
  BoundRoute,
  Clock,
  CreateRateLimiter,
  LivePort,
  ProcessorSemaphores,
  SecretKeys,
  PeriodicJob,
} from '../../../platform';
import type { ProvePasskey } from '../passkeys';
import type { SessionService } from '../session';
import type { IdentityStore } from '../store';
import { credentialsRoutes, verificationRoutes } from './credentials-routes';
import { createEmailChangeService } from './email-change-service';
import { createLoginAttempts, createNewPasswordHashing, createPasswordHasher, createPasswordProof } from './password';
import type {
  EstimateGuesses,
  HashNewPassword,
  LoginAttempts,
  PasswordCost,
  PasswordHasher,
  ProvePassword,
} from './password';
import { createPasswordChangeService } from './password-change-service';
import { createPasswordResetService } from './password-reset-service';
import { createEnumerationGuard } from './enumeration-guard';
import type { EnumerationGuard } from './enumeration-guard';
import { createProofCleanup } from './proof-cleanup';
import { createVerificationLimits, createVerificationService, MAX_WRONG_TRIES } from './verification-service';
import type { VerificationService } from './verification-service';

export { createPasswordHasher, PRODUCTION_PASSWORD_COST } from './password';
export type { EnumerationGuard } from './enumeration-guard';
export type {
  EstimateGuesses,
  HashNewPassword,
  LoginAttempts,
  PasswordClaimant,
  PasswordCost,
  PasswordHasher,
  ProvePassword,
} from './password';
export type { SendCode, VerificationService } from './verification-service';

interface CredentialsDeps {
  readonly store: IdentityStore;
  readonly secrets: SecretKeys;
  readonly sessions: Pick<SessionService, 'renewProof'>;
  readonly provePasskey: ProvePasskey;
  readonly clock: Clock;
  readonly publicUrl: string;
  readonly live: Pick<LivePort, 'rightsChanged'>;
  readonly createRateLimiter: CreateRateLimiter;
  /** Whether rate limits apply. False in load tests: the number of attempts for one code is then unlimited. */
  readonly hasRateLimits: boolean;
  readonly passwordCost: PasswordCost;
  /** Semaphore that limits how many new passwords are hashed at once. */
  readonly passwordWork: ProcessorSemaphores['passwords'];
  readonly estimateGuesses: EstimateGuesses;
}

/** Part of the identity module for passwords and e-mail addresses, by which users prove their identity. */
export interface CredentialsServices {
  readonly hasher: PasswordHasher;
  readonly hashNewPassword: HashNewPassword;
  readonly attempts: LoginAttempts;
  readonly provePassword: ProvePassword;
  readonly enumeration: EnumerationGuard;
  readonly verification: VerificationService;
  readonly routes: readonly BoundRoute[];
  readonly cleanup: PeriodicJob;
}

// Maximum number of logins that verify a password at once. Logins have their own semaphore, so that many registrations
// don't delay them.
const MAX_CONCURRENT_LOGINS = Math.min(2, Math.max(1, availableParallelism() - 1));

/**
 * Creates the services and routes of passwords, verification codes, password resets and changes of the e-mail address.
 */
export const createCredentialsPart = ({
  store,
  secrets,
  sessions,
  provePasskey,
  clock,
  publicUrl,
  live,
  createRateLimiter,
  hasRateLimits,
  passwordCost,
  passwordWork,
  estimateGuesses,
}: CredentialsDeps): CredentialsServices => {
  const passwordHasher = createPasswordHasher(passwordCost);
  const hashNewPassword = createNewPasswordHashing({
    hasher: passwordHasher,
    semaphore: passwordWork,
    estimateGuesses,
  });
  const loginAttempts = createLoginAttempts(createRateLimiter, createFairSemaphore(MAX_CONCURRENT_LOGINS));
  const provePassword = createPasswordProof({ store, hasher: passwordHasher, attempts: loginAttempts });
  const enumerationGuard = createEnumerationGuard(createRateLimiter);
  const verificationService = createVerificationService({
    store,
    secrets,
    verificationLimits: createVerificationLimits(createRateLimiter),
    clock,
    live,
    publicUrl,
    maxWrongTries: hasRateLimits ? MAX_WRONG_TRIES : Infinity,
  });
  return {
    hasher: passwordHasher,
    hashNewPassword,
    attempts: loginAttempts,
    provePassword,
    enumeration: enumerationGuard,
    verification: verificationService,
    routes: [
      ...verificationRoutes(verificationService),
      ...credentialsRoutes({
        passwordResets: createPasswordResetService({
          store,
          hashNewPassword,
          attempts: loginAttempts,
          enumeration: enumerationGuard,
          clock,
          live,
          publicUrl,
          createRateLimiter,
        }),
        passwordChanges: createPasswordChangeService({
          store,
          provePassword,
          hashNewPassword,
          clock,
          live,
          createRateLimiter,
        }),
        emailChanges: createEmailChangeService({
          store,
          provePassword,
          provePasskey,
          verification: verificationService,
          clock,
          publicUrl,
          createRateLimiter,
        }),
        provePassword,
        sessions,
      }),
    ],
    cleanup: createProofCleanup({ store, clock }),
  };
};
