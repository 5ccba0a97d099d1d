import { err } from '@mahlzeit/contract';
import { createFairSemaphore } from '../../../platform';
import type { Clock, CreateRateLimiter, LivePort } from '../../../platform';
import { createMemoryStore } from '../../../platform/ephemeral-store';
import { createTestSecrets } from '../../../platform/testing/test-secrets';
import { createLoginService } from '../authentication/login-service';
import { createRegistrationService } from '../authentication/registration-service';
import { createVisitorService } from '../authentication/visitor-service';
import { createEnumerationGuard } from '../credentials/enumeration-guard';
import { createEmailChangeService } from '../credentials/email-change-service';
import { createLoginAttempts, createNewPasswordHashing, createPasswordProof } from '../credentials/password';
import type { PasswordHasher } from '../credentials/password';
import { createPasswordResetService } from '../credentials/password-reset-service';
import {
  createVerificationLimits,
  createVerificationService,
  MAX_WRONG_TRIES,
} from '../credentials/verification-service';
import { createCodeAttempts, createTakeCode } from '../second-step/code-check';
import { createSecretSealer } from '../second-step/sealed-secret';
import { createSecondStepLogins } from '../second-step/second-step-login';
import { cacheIdTokens, createIdTokens, createTokenVerifier } from '../session/id-token';
import { createKnownDevices } from '../session/known-device';
import { createSessionService } from '../session/session-service';
import { createSignInNotices } from '../session/sign-in-notices';
import type { SessionDevice } from '../store';
import { createDeletionService } from '../user/deletion-service';
import { createTemporaryIdentityStore } from './temporary-identity-store';

/**
 * Creates a clock that a test moves. The gateway's time (`now`) and the real time (`realNow`) start at different
 * values, so that a test fails where code mixes them up.
 */
export const createFakeClock = (
  initialTimes = { now: 1_782_300_600_000, realNow: 1_750_000_000_000 },
): Clock & { advance(milliseconds: number): void } => {
  let advancedMs = 0;
  return {
    now: () => initialTimes.now + advancedMs,
    realNow: () => initialTimes.realNow + advancedMs,
    advance: (milliseconds) => {
      advancedMs += milliseconds;
    },
  };
};

/**
 * Creates a rate limiter that counts like the real one but never resets, because the platform's own tests cover its
 * behaviour over time.
 */
export const createFakeRateLimiter: CreateRateLimiter = (_name, { points, durationMs }) => {
  const pointsByLimitKey = new Map<string, number>();
  return {
    async consume(limitKey) {
      const consumedPoints = pointsByLimitKey.get(limitKey) ?? 0;
      if (consumedPoints >= points) return { ok: false, retryAfterMs: durationMs };
      pointsByLimitKey.set(limitKey, consumedPoints + 1);
      return { ok: true };
    },
    refund: async (limitKey) =>
      void pointsByLimitKey.set(limitKey, Math.max(0, (pointsByLimitKey.get(limitKey) ?? 0) - 1)),
    forget: async (limitKey) => void pointsByLimitKey.delete(limitKey),
  };
};

/** The only password that these fake services refuse because it is easy to guess. */
export const GUESSABLE_PASSWORD = 'passwort';
/** Description of a browser in tests, which its owner recognises as „Firefox auf Windows“. */
export const aSessionDevice: SessionDevice = { browser: 'Firefox', system: 'Windows', kind: 'computer', country: 'DE' };

/**
 * Creates the services of the identity module for a test, on a temporary database, with a fixed clock and without
 * password hashing. `whileChecking` runs while a password is checked.
 */
export const createFakeIdentity = ({
  whileChecking = async () => {},
}: { readonly whileChecking?: () => Promise<void> } = {}) => {
  const clock = createFakeClock();
  const publicUrl = 'https://mahlzeit.test';
  const temporaryStore = createTemporaryIdentityStore(clock.realNow);
  const secrets = createTestSecrets(clock.realNow);
  const idTokens = createIdTokens({ secrets, clock });
  const loginSemaphore = createFairSemaphore(2);
  const reusedSessionIds: string[] = [];
  const replacedUids: string[] = [];
  const uidsWithChangedRights: string[] = [];
  const checkedPasswords: (string | null)[] = [];
  const hashedPasswords: string[] = [];
  const fakeLivePort: LivePort = {
    rightsChanged: (_tx, uid) => void uidsWithChangedRights.push(uid),
    sessionReplaced: (_tx, uid) => void replacedUids.push(uid),
  };
  const sessionService = createSessionService({
    store: temporaryStore,
    idTokens,
    secrets,
    clock,
    publicUrl,
    live: fakeLivePort,
    policyVersion: async () => 1,
    onReuse: ({ id }) => void reusedSessionIds.push(id),
  });
  const fakePasswordHasher: PasswordHasher = {
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
  const hashNewPassword = createNewPasswordHashing({
    hasher: fakePasswordHasher,
    semaphore: loginSemaphore.forKey('passwords'),
    estimateGuesses: async (password) => (password === GUESSABLE_PASSWORD ? 1 : Infinity),
  });
  const anonymousSessionLimiter = createFakeRateLimiter('anonymous-session', { points: 60, durationMs: 60_000 });
  const visitorService = createVisitorService({
    store: temporaryStore,
    sessions: sessionService,
    limiter: anonymousSessionLimiter,
    clock,
  });
  const verificationService = createVerificationService({
    store: temporaryStore,
    secrets,
    verificationLimits: createVerificationLimits(createFakeRateLimiter),
    clock,
    live: fakeLivePort,
    publicUrl,
    maxWrongTries: MAX_WRONG_TRIES,
  });
  const registrationService = createRegistrationService({
    store: temporaryStore,
    sessions: sessionService,
    hashNewPassword,
    clock,
    live: fakeLivePort,
    verification: verificationService,
    limiter: createFakeRateLimiter('registration', { points: 60, durationMs: 60_000 }),
    policyVersion: async () => 4,
  });
  const loginAttempts = createLoginAttempts(createFakeRateLimiter, loginSemaphore);
  const enumerationGuard = createEnumerationGuard(createFakeRateLimiter);
  const knownDevices = createKnownDevices(secrets);
  const signInNotices = createSignInNotices({
    knownDevices,
    clock,
    createRateLimiter: createFakeRateLimiter,
    publicUrl,
  });
  const secondStepLogins = createSecondStepLogins({
    store: temporaryStore,
    sessions: sessionService,
    signInNotices,
    clock,
    takeCode: createTakeCode(createSecretSealer(secrets), clock),
    attempts: createCodeAttempts(createFakeRateLimiter),
  });
  const loginService = createLoginService({
    store: temporaryStore,
    sessions: sessionService,
    knownDevices,
    signInNotices,
    hasher: fakePasswordHasher,
    attempts: loginAttempts,
    secondSteps: secondStepLogins,
    enumeration: enumerationGuard,
    clock,
  });
  const provePassword = createPasswordProof({
    store: temporaryStore,
    hasher: fakePasswordHasher,
    attempts: loginAttempts,
  });
  const passwordResetService = createPasswordResetService({
    store: temporaryStore,
    hashNewPassword,
    attempts: loginAttempts,
    enumeration: enumerationGuard,
    clock,
    live: fakeLivePort,
    publicUrl,
    createRateLimiter: createFakeRateLimiter,
  });
  const emailChangeService = createEmailChangeService({
    store: temporaryStore,
    provePassword,
    provePasskey: async () => err('passkeyUnknown'),
    verification: verificationService,
    clock,
    publicUrl,
    createRateLimiter: createFakeRateLimiter,
  });
  const deletionService = createDeletionService({ store: temporaryStore, clock, live: fakeLivePort });
  const findUser = (uid: string) => temporaryStore.read((identityRows) => identityRows.users.find(uid));
  const tokenVerifier = createTokenVerifier({
    idTokens: cacheIdTokens({ idTokens, clock, ...createMemoryStore(clock) }),
    store: temporaryStore,
    clock,
  });
  return {
    clock,
    store: temporaryStore,
    secrets,
    idTokens,
    sessions: sessionService,
    visitors: visitorService,
    registrations: registrationService,
    logins: loginService,
    knownDevices,
    verification: verificationService,
    prove: provePassword,
    resets: passwordResetService,
    emailChanges: emailChangeService,
    deletions: deletionService,
    findUser,
    verifier: tokenVerifier,
    reusedTokens: reusedSessionIds,
    replacedTokens: replacedUids,
    rightsChangedFor: uidsWithChangedRights,
    checkedPasswords,
    hashedPasswords,
  };
};

/** Returns the value of a successful result; throws for an error. */
export const successValueOf = <T>(
  successfulResult: { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: unknown },
): T => {
  if (!successfulResult.ok) throw new Error(`The result is an error: ${JSON.stringify(successfulResult.error)}`);
  return successfulResult.value;
};

/** Verifies an id token and returns its caller. */
export const callerOfToken = async (identityServices: ReturnType<typeof createFakeIdentity>, idToken: string) => {
  const tokenVerdict = await identityServices.verifier.verify(idToken);
  if (!tokenVerdict.ok) throw new Error(`The token is invalid: ${tokenVerdict.code}`);
  return tokenVerdict.session;
};
