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
  startTimes = { now: 1_782_300_600_000, realNow: 1_750_000_000_000 },
): Clock & { advance(ms: number): void } => {
  let passedMs = 0;
  return {
    now: () => startTimes.now + passedMs,
    realNow: () => startTimes.realNow + passedMs,
    advance: (ms) => {
      passedMs += ms;
    },
  };
};

/** Creates a rate limiter that counts like the real one but never resets: the platform's own tests cover time. */
export const createFakeRateLimiter: CreateRateLimiter = (_name, { points, durationMs }) => {
  const countByKey = new Map<string, number>();
  return {
    async consume(key) {
      const count = countByKey.get(key) ?? 0;
      if (count >= points) return { ok: false, retryAfterMs: durationMs };
      countByKey.set(key, count + 1);
      return { ok: true };
    },
    refund: async (key) => void countByKey.set(key, Math.max(0, (countByKey.get(key) ?? 0) - 1)),
    forget: async (key) => void countByKey.delete(key),
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
  const reusedSessionIds: string[] = [];
  const replacedUids: string[] = [];
  const uidsWithChangedRights: string[] = [];
  const checkedPasswords: (string | null)[] = [];
  const hashedPasswords: string[] = [];
  const live: LivePort = {
    rightsChanged: (_tx, uid) => void uidsWithChangedRights.push(uid),
    sessionReplaced: (_tx, uid) => void replacedUids.push(uid),
  };
  const sessions = createSessionService({
    store,
    idTokens,
    secrets,
    clock,
    publicUrl,
    live,
    onReuse: ({ id }) => void reusedSessionIds.push(id),
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
  const hashNewPassword = createNewPasswordHashing(hasher, semaphore.forKey('passwords'));
  const limiter = createFakeRateLimiter('anonymous-session', { points: 60, durationMs: 60_000 });
  const visitors = createVisitorService({ store, sessions, limiter, clock });
  const verification = createVerificationService({
    store,
    secrets,
    verificationLimits: createVerificationLimits(createFakeRateLimiter),
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
  const provePassword = createPasswordProof({ store, hasher, attempts });
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
    provePassword,
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
    prove: provePassword,
    resets,
    emailChanges,
    deletions,
    findUser,
    verifier,
    reusedTokens: reusedSessionIds,
    replacedTokens: replacedUids,
    rightsChangedFor: uidsWithChangedRights,
    checkedPasswords,
    hashedPasswords,
  };
};

/** Returns the value of a successful result; throws for an error. */
export const valueOf = <T>(
  successfulResult: { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: unknown },
): T => {
  if (!successfulResult.ok) throw new Error(`The result is an error: ${JSON.stringify(successfulResult.error)}`);
  return successfulResult.value;
};

/** Verifies an id token and returns its caller. */
export const callerOf = async (identityServices: ReturnType<typeof createFakeIdentity>, idToken: string) => {
  const verdict = await identityServices.verifier.verify(idToken);
  if (!verdict.ok) throw new Error(`The token is invalid: ${verdict.code}`);
  return verdict.session;
};
