import { createHmac, randomInt, timingSafeEqual } from 'node:crypto';
import { err, ok } from '@mahlzeit/contract';
import type { Result, VerificationOutcome } from '@mahlzeit/contract';
import { consumeAttempt, invariant, tooManyAttemptsError } from '../../../platform';
import type { CallerSession, Clock, CreateRateLimiter, LivePort, RouteError, SecretKeys } from '../../../platform';
import type { IdentityStore, IdentityTransaction, StoredCode, StoredUser } from '../store';
import { newEmailOf, saveUser } from '../user';
import { completeEmailChange } from './email-change';

/** Lifetime of a verification code in milliseconds of the gateway's clock, which tests can move (contract §0). */
export const VERIFICATION_CODE_LIFETIME_MS = 15 * 60_000;

/** Number of wrong attempts after which a verification code becomes invalid. */
export const MAX_WRONG_TRIES = 5;

/** Returns a random verification code of six digits. All million codes have the same probability. */
export const createVerificationCode = (): string => String(randomInt(1_000_000)).padStart(6, '0');

/**
 * Hashes a verification code with a secret key. Without the key, an attacker who has read the database could try all
 * million codes within seconds.
 */
export const codeHashOf = (
  codeKey: Uint8Array,
  { uid, email, code }: { readonly uid: string; readonly email: string; readonly code: string },
): string => createHmac('sha256', codeKey).update(`${uid} ${email} ${code}`).digest('base64url');

/** An entered verification code: the values with which the stored code is compared. */
export interface CodeTrial {
  /** E-mail address that the user verifies. */
  readonly email: string;
  /** Hashes of the entered code with each key that may have been used for the stored hash. */
  readonly codeHashes: readonly string[];
  readonly now: number;
  readonly maxWrongTries: number;
}

/**
 * Checks an entered verification code. Returns `spent` after too many wrong attempts: then even the right code is
 * invalid.
 */
export const checkVerificationCode = (
  storedCode: StoredCode | null,
  { email, codeHashes, now, maxWrongTries }: CodeTrial,
): 'right' | 'wrong' | 'spent' => {
  if (storedCode === null || storedCode.email !== email || storedCode.expiresAt <= now) return 'wrong';
  if (storedCode.wrongTries >= maxWrongTries) return 'spent';
  const storedHash = Buffer.from(storedCode.codeHash);
  return codeHashes.some((codeHash) => timingSafeEqual(storedHash, Buffer.from(codeHash))) ? 'right' : 'wrong';
};

const SECOND_MS = 1_000;
const HOUR_MS = 3_600 * SECOND_MS;

/** Minimum pause in milliseconds between two requests for a verification code. */
const RESEND_PAUSE_MS = 30 * SECOND_MS;

/** Rate limits of a user's attempts to enter a verification code, and of requested codes (contract §0). */
interface VerificationLimits {
  /**
   * Counts an attempt to enter a code. After a success, the caller calls `returnAttempt`, which subtracts the attempt
   * again.
   */
  consumeAttempt(uid: string): Promise<Result<{ returnAttempt(): Promise<void> }, RouteError>>;
  resend(uid: string): Promise<Result<void, RouteError>>;
}

/** Creates the rate limits of an account's verification codes, which use real time. */
export const createVerificationLimits = (createRateLimiter: CreateRateLimiter): VerificationLimits => {
  const verificationLimiter = createRateLimiter('verify-account', { points: 20, durationMs: HOUR_MS });
  const resendPauseLimiter = createRateLimiter('resend-pause', { points: 1, durationMs: RESEND_PAUSE_MS });
  const resendDailyLimiter = createRateLimiter('resend-day', { points: 10, durationMs: 24 * HOUR_MS });
  return {
    async consumeAttempt(uid) {
      const limitAdmission = await consumeAttempt(verificationLimiter, uid);
      return limitAdmission.ok ? ok({ returnAttempt: () => verificationLimiter.refund(uid) }) : limitAdmission;
    },
    async resend(uid) {
      for (const resendLimiter of [resendPauseLimiter, resendDailyLimiter]) {
        const limitAdmission = await consumeAttempt(resendLimiter, uid);
        if (!limitAdmission.ok) return limitAdmission;
      }
      return ok(undefined);
    },
  };
};

export interface VerificationServiceDeps {
  readonly store: IdentityStore;
  readonly secrets: SecretKeys;
  readonly verificationLimits: VerificationLimits;
  readonly clock: Clock;
  readonly live: Pick<LivePort, 'rightsChanged'>;
  readonly publicUrl: string;
  /** Number of wrong attempts after which a verification code becomes invalid. */
  readonly maxWrongTries: number;
}

/**
 * Type of the function that sends a new verification code by e-mail, in the caller's transaction: to the new address of
 * a pending change, else to the user's present address. An earlier code becomes invalid.
 */
export type SendCode = (identityRows: IdentityTransaction, user: StoredUser) => Promise<void>;

/** Service that verifies e-mail addresses by codes of six digits. */
export interface VerificationService {
  readonly sendCode: SendCode;
  /**
   * Verifies the user's e-mail address by its code, or completes a pending change by the code of the new address. A new
   * address ends the user's other sessions, because somebody who has access to the old address may have opened them.
   * Returns `ErrorEmailTaken` when the new address belongs to another account by now.
   */
  verify(
    session: Pick<CallerSession, 'uid' | 'sessionId'>,
    verificationCode: string,
  ): Promise<Result<VerificationOutcome, 'unauthenticated' | 'ErrorEmailTaken' | RouteError>>;
  /**
   * Sends a new verification code: to the new address of a pending change, else to the present address unless it is
   * already verified. Returns `notAllowed` for a user without an e-mail address.
   */
  resend(uid: string): Promise<Result<Record<never, never>, 'unauthenticated' | 'notAllowed' | RouteError>>;
}

/** Creates the service of verification codes. It stores codes only as hashes with a secret key. */
export const createVerificationService = ({
  store,
  secrets,
  verificationLimits,
  clock,
  live,
  publicUrl,
  maxWrongTries,
}: VerificationServiceDeps): VerificationService => {
  const emailToVerify = (user: StoredUser): string | null => newEmailOf(user, clock.now()) ?? user.email;

  const sendCode: SendCode = async (identityRows, user) => {
    const { uid } = user;
    const email = emailToVerify(user);
    invariant(email, 'e-mail address of user', uid);
    const verificationCode = createVerificationCode();
    await identityRows.codes.put({
      uid,
      email,
      codeHash: codeHashOf(secrets.current('verificationCode').bytes, { uid, email, code: verificationCode }),
      expiresAt: clock.now() + VERIFICATION_CODE_LIFETIME_MS,
      wrongTries: 0,
    });
    await identityRows.mail({ kind: 'verificationCode', to: email, code: verificationCode });
  };

  const applyRightCode = async (
    identityRows: IdentityTransaction,
    user: StoredUser,
    sessionId: string,
  ): Promise<'right' | 'ErrorEmailTaken'> => {
    const newEmail = newEmailOf(user, clock.now());
    if (newEmail !== null) {
      const changeResult = await completeEmailChange(identityRows, user, { newEmail, now: clock.now(), publicUrl });
      if (!changeResult.ok) return changeResult.error;
      await identityRows.sessions.endAllOf(user.uid, clock.realNow(), sessionId);
    } else if (user.isEmailVerified) {
      // Keeps a right code valid until it expires, so that a second tab with the same code gets the same response.
      return 'right';
    } else await saveUser(identityRows, { ...user, isEmailVerified: true }, { isNew: false });
    live.rightsChanged(identityRows, user.uid);
    return 'right';
  };

  const checkStoredCode = async (
    identityRows: IdentityTransaction,
    { uid, sessionId }: Pick<CallerSession, 'uid' | 'sessionId'>,
    verificationCode: string,
  ): Promise<'right' | 'wrong' | 'spent' | 'nobody' | 'ErrorEmailTaken'> => {
    const user = await identityRows.users.find(uid);
    if (user === null) return 'nobody';
    const email = emailToVerify(user);
    // A third party may hide the user's e-mail address. Without an address, no code was sent, so every code is wrong.
    if (email === null) return 'wrong';
    const codeVerdict = checkVerificationCode(await identityRows.codes.find(uid), {
      email,
      codeHashes: secrets
        .accepted('verificationCode')
        .map(({ bytes }) => codeHashOf(bytes, { uid, email, code: verificationCode })),
      now: clock.now(),
      maxWrongTries,
    });
    if (codeVerdict === 'wrong') await identityRows.codes.countWrongTry(uid);
    return codeVerdict === 'right' ? applyRightCode(identityRows, user, sessionId) : codeVerdict;
  };

  return {
    sendCode,

    async verify(session, verificationCode) {
      const { uid } = session;
      const attemptResult = await verificationLimits.consumeAttempt(uid);
      if (!attemptResult.ok) return attemptResult;
      const codeVerdict = await store.write((identityRows) => checkStoredCode(identityRows, session, verificationCode));
      if (codeVerdict === 'nobody') return err('unauthenticated');
      if (codeVerdict !== 'wrong') await attemptResult.value.returnAttempt();
      if (codeVerdict === 'ErrorEmailTaken') return err(codeVerdict);
      // After too many wrong attempts, the user must request a new verification code.
      return codeVerdict === 'spent'
        ? err(tooManyAttemptsError(RESEND_PAUSE_MS))
        : ok({ success: codeVerdict === 'right' });
    },

    async resend(uid) {
      const user = await store.read((identityRows) => identityRows.users.find(uid));
      if (user === null) return err('unauthenticated');
      const hasNothingToVerify = (storedUser: StoredUser): boolean =>
        storedUser.isEmailVerified && newEmailOf(storedUser, clock.now()) === null;
      if (hasNothingToVerify(user)) return ok({});
      if (emailToVerify(user) === null) return err('notAllowed');
      const resendResult = await verificationLimits.resend(uid);
      if (!resendResult.ok) return resendResult;
      return store.write(async (identityRows) => {
        const currentUser = await identityRows.users.find(uid);
        if (currentUser === null) return err('unauthenticated');
        if (!hasNothingToVerify(currentUser)) await sendCode(identityRows, currentUser);
        return ok({});
      });
    },
  };
};
