import { createFairSemaphore } from '../../../platform';
import type { Clock, CreateRateLimiter, LivePort } from '../../../platform';
import { createMemoryStore } from '../../../platform/ephemeral-store';
import { createLoginService } from '../authentication/login-service';
import { createRegistrationService } from '../authentication/registration-service';
import { createVisitorService } from '../authentication/visitor-service';
import { createEmailChangeService } from '../credentials/email-change-service';
import { createLoginAttempts, createNewPasswordHashing, createPasswordProof } from '../credentials/password';
import type { PasswordHasher } from '../credentials/password';
import { createPasswordResetService } from '../credentials/password-reset-service';
import {
  createVerificationLimits,
  createVerificationService,
  MAX_WRONG_TRIES,
} from '../credentials/verification-service';
import { cacheIdTokens, createIdTokens, createTokenVerifier } from '../session/id-token';
import { createIdentitySecrets } from '../session/identity-secrets';
import { createSessionService } from '../session/session-service';
import { createDeletionService } from '../user/deletion-service';
import { createTemporaryIdentityStore } from './temporary-identity-store';

/**
 * Creates a clock that a test moves. Domain time and real time start at different values, so that a test fails where
 * code mixes them up.
 */
export const createFakeClock = (
  start = { now: 1_782_300_600_000, realNow: 1_750_000_000_000 },
): Clock & { advance(ms: number): void } => {
  let passedMs = 0;
  return {
    now: () => start.now + passedMs,
    realNow: () => start.realNow + passedMs,
    advance: (ms) => {
      passedMs += ms;
    },
  };
};

/** Creates a rate limiter that counts like the real one but never resets: the platform's own tests cover time. */
export const createFakeRateLimiter: CreateRateLimiter = (_name, { points, durationMs }) => {
  const counts = new Map<string, number>();
  return {
    async consume(key) {
      const count = counts.get(key) ?? 0;
      if (count >= points) return { ok: false, retryAfterMs: durationMs };
      counts.set(key, count + 1);
      return { ok: true };
    },
    refund: async (key) => void counts.set(key, Math.max(0, (counts.get(key) ?? 0) - 1)),
    forget: async (key) => void counts.delete(key),
  };
};

/**
 * Creates identity's services on a temporary database, with a fixed clock and without password hashing. `whileChecking`
 * runs while a password is checked.
 */
export const createFakeIdentity = ({
  whileChecking = async () => {},
}: { readonly whileChecking?: () => Promise<void> } = {}) => {
  const clock = createFakeClock();
  const publicUrl = 'https://mahlzeit.test';
  const store = createTemporaryIdentityStore(clock.realNow);
  const secrets = createIdentitySecrets(store);
  const idTokens = createIdTokens({ secrets, clock });
  const semaphore = createFairSemaphore(2);
  const reusedTokens: string[] = [];
  const replacedTokens: string[] = [];
  const rightsChangedFor: string[] = [];
  const checkedPasswords: (string | null)[] = [];
  const hashedPasswords: string[] = [];
  const live: LivePort = {
    rightsChanged: (_tx, uid) => void rightsChangedFor.push(uid),
    sessionReplaced: (_tx, uid) => void replacedTokens.push(uid),
  };
  const sessions = createSessionService({
    store,
    idTokens,
    secrets,
    clock,
    publicUrl,
    live,
    onReuse: ({ id }) => void reusedTokens.push(id),
  });
  const hasher: PasswordHasher = {
    async hash(password) {
      hashedPasswords.push(password);
      return `hash of ${password}`;
    },
    async verify(password, passwordHash) {
      checkedPasswords.push(passwordHash);
      await whileChecking();
      return passwordHash === `hash of ${password}`;
    },
  };
  const hashNewPassword = createNewPasswordHashing(hasher, semaphore.of('passwords'));
  const limiter = createFakeRateLimiter('anonymous-session', { points: 60, durationMs: 60_000 });
  const visitors = createVisitorService({ store, sessions, limiter, clock });
  const verification = createVerificationService({
    store,
    secrets,
    limits: createVerificationLimits(createFakeRateLimiter),
    clock,
    live,
    maxWrongTries: MAX_WRONG_TRIES,
  });
  const registrations = createRegistrationService({
    store,
    sessions,
    hashNewPassword,
    clock,
    live,
    verification,
    limiter: createFakeRateLimiter('registration', { points: 60, durationMs: 60_000 }),
    policyVersion: async () => 4,
  });
  const attempts = createLoginAttempts(createFakeRateLimiter, semaphore);
  const logins = createLoginService({ store, sessions, hasher, attempts, clock });
  const prove = createPasswordProof({ store, hasher, attempts });
  const resets = createPasswordResetService({
    store,
    hashNewPassword,
    attempts,
    clock,
    live,
    publicUrl,
    createRateLimiter: createFakeRateLimiter,
  });
  const emailChanges = createEmailChangeService({
    store,
    prove,
    verification,
    live,
    publicUrl,
    createRateLimiter: createFakeRateLimiter,
  });
  const deletions = createDeletionService({ store, clock, live });
  const findUser = (uid: string) => store.read((rows) => rows.users.find(uid));
  const verifier = createTokenVerifier({
    idTokens: cacheIdTokens({ idTokens, clock, ...createMemoryStore(clock) }),
    store,
    clock,
  });
  return {
    clock,
    store,
    secrets,
    idTokens,
    sessions,
    visitors,
    registrations,
    logins,
    verification,
    prove,
    resets,
    emailChanges,
    deletions,
    findUser,
    verifier,
    reusedTokens,
    replacedTokens,
    rightsChangedFor,
    checkedPasswords,
    hashedPasswords,
  };
};

/** Returns the value of a successful result; throws for an error. */
export const valueOf = <T>(
  result: { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: unknown },
): T => {
  if (!result.ok) throw new Error(`The result is an error: ${JSON.stringify(result.error)}`);
  return result.value;
};

/** Verifies an id token and returns its caller. */
export const callerOf = async (identity: ReturnType<typeof createFakeIdentity>, idToken: string) => {
  const verdict = await identity.verifier.verify(idToken);
  if (!verdict.ok) throw new Error(`The token is invalid: ${verdict.code}`);
  return verdict.session;
};
