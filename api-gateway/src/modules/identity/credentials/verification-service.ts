import { createHmac, randomInt, timingSafeEqual } from 'node:crypto';
import { err, ok } from '@mahlzeit/contract';
import type { Result, VerificationOutcome } from '@mahlzeit/contract';
import { consumeAttempt, invariant, tooManyAttempts } from '../../../platform';
import type { Clock, CreateRateLimiter, LivePort, RouteError } from '../../../platform';
import type { IdentitySecrets } from '../session';
import type { IdentityStore, IdentityWrite, StoredCode, StoredUser } from '../store';
import { saveUser } from '../user';

/** Lifetime of a code in milliseconds of the domain clock (contract §0). */
export const CODE_LIFETIME_MS = 15 * 60_000;

/** Number of wrong attempts after which a code is void. */
export const MAX_WRONG_TRIES = 5;

/** Draws a new code of six digits; each of the million codes has the same probability. */
export const newCode = (): string => String(randomInt(1_000_000)).padStart(6, '0');

/** Hashes a code with a key. Without the key, an attacker could try all million codes in no time. */
export const codeHashOf = (
  key: Uint8Array,
  { uid, email, code }: { readonly uid: string; readonly email: string; readonly code: string },
): string => createHmac('sha256', key).update(`${uid} ${email} ${code}`).digest('base64url');

/** Values against which a code is checked. */
export interface CodeTrial {
  /** The user's present address. */
  readonly email: string;
  readonly codeHash: string;
  readonly now: number;
  readonly maxWrongTries: number;
}

/** Checks a code. Returns `spent` after too many wrong attempts; even the right code is void then. */
export const checkCode = (
  storedCode: StoredCode | null,
  { email, codeHash, now, maxWrongTries }: CodeTrial,
): 'right' | 'wrong' | 'spent' => {
  if (storedCode === null || storedCode.email !== email || storedCode.expiresAt <= now) return 'wrong';
  if (storedCode.wrongTries >= maxWrongTries) return 'spent';
  return timingSafeEqual(Buffer.from(storedCode.codeHash), Buffer.from(codeHash)) ? 'right' : 'wrong';
};

const SECOND = 1_000;
const HOUR = 3_600 * SECOND;

/** Pause between two requested codes. */
const RESEND_PAUSE_MS = 30 * SECOND;

/** Limits of attempts and of requested codes (contract §0). */
interface VerificationLimits {
  /** Counts an attempt. `returnAttempt` takes it back after a success. */
  consumeAttempt(uid: string): Promise<Result<{ returnAttempt(): Promise<void> }, RouteError>>;
  resend(uid: string): Promise<Result<void, RouteError>>;
}

/** Creates the limits of an account, in real time. */
export const createVerificationLimits = (createRateLimiter: CreateRateLimiter): VerificationLimits => {
  const accountLimiter = createRateLimiter('verify-account', { points: 20, durationMs: HOUR });
  const pause = createRateLimiter('resend-pause', { points: 1, durationMs: RESEND_PAUSE_MS });
  const daily = createRateLimiter('resend-day', { points: 10, durationMs: 24 * HOUR });
  return {
    async consumeAttempt(uid) {
      const admission = await consumeAttempt(accountLimiter, uid);
      return admission.ok ? ok({ returnAttempt: () => accountLimiter.refund(uid) }) : admission;
    },
    async resend(uid) {
      for (const limiter of [pause, daily]) {
        const admission = await consumeAttempt(limiter, uid);
        if (!admission.ok) return admission;
      }
      return ok(undefined);
    },
  };
};

export interface VerificationServiceDeps {
  readonly store: IdentityStore;
  readonly secrets: Pick<IdentitySecrets, 'codeKey'>;
  readonly limits: VerificationLimits;
  readonly clock: Clock;
  readonly live: Pick<LivePort, 'rightsChanged'>;
  /** Number of wrong attempts after which a code is void. */
  readonly maxWrongTries: number;
}

/** E-mails a user a new code, inside the transaction that requires it. */
export type SendCode = (rows: IdentityWrite, user: StoredUser) => Promise<void>;

/** Verifies e-mail addresses by codes of six digits. */
export interface VerificationService {
  /** Reads the key that `SendCode` needs, before the transaction. */
  prepare(): Promise<SendCode>;
  verify(uid: string, code: string): Promise<Result<VerificationOutcome, 'unauthenticated' | RouteError>>;
  /** E-mails another code unless the address is verified. Returns `notAllowed` for a user without an address. */
  resend(uid: string): Promise<Result<Record<never, never>, 'unauthenticated' | 'notAllowed' | RouteError>>;
}

/** Creates the verification service. */
export const createVerificationService = ({
  store,
  secrets,
  limits,
  clock,
  live,
  maxWrongTries,
}: VerificationServiceDeps): VerificationService => {
  const prepare = async (): Promise<SendCode> => {
    const key = await secrets.codeKey();
    return async (rows, { uid, email }) => {
      invariant(email, 'e-mail address of user', uid);
      const code = newCode();
      await rows.codes.put({
        uid,
        email,
        codeHash: codeHashOf(key, { uid, email, code }),
        expiresAt: clock.now() + CODE_LIFETIME_MS,
        wrongTries: 0,
      });
      await rows.mail({ kind: 'verificationCode', to: email, code });
    };
  };

  const checkStoredCode = async (
    rows: IdentityWrite,
    uid: string,
    codeHash: (email: string) => string,
  ): Promise<'right' | 'wrong' | 'spent' | 'nobody'> => {
    const user = await rows.users.find(uid);
    if (user === null) return 'nobody';
    // A third party may hide the address; then no code was sent.
    if (user.email === null) return 'wrong';
    const verdict = checkCode(await rows.codes.find(uid), {
      email: user.email,
      codeHash: codeHash(user.email),
      now: clock.now(),
      maxWrongTries,
    });
    if (verdict === 'wrong') await rows.codes.countWrong(uid);
    // The code stays until it expires: a second tab that sends the same code gets the same answer.
    if (verdict === 'right' && !user.isEmailVerified) {
      await saveUser(rows, { ...user, isEmailVerified: true }, { isNew: false });
      live.rightsChanged(rows, uid);
    }
    return verdict;
  };

  return {
    prepare,

    async verify(uid, code) {
      const attempt = await limits.consumeAttempt(uid);
      if (!attempt.ok) return attempt;
      const key = await secrets.codeKey();
      const verdict = await store.write((rows) =>
        checkStoredCode(rows, uid, (email) => codeHashOf(key, { uid, email, code })),
      );
      if (verdict === 'nobody') return err('unauthenticated');
      if (verdict !== 'wrong') await attempt.value.returnAttempt();
      // Only a new code helps.
      return verdict === 'spent' ? err(tooManyAttempts(RESEND_PAUSE_MS)) : ok({ success: verdict === 'right' });
    },

    async resend(uid) {
      const user = await store.read((rows) => rows.users.find(uid));
      if (user === null) return err('unauthenticated');
      if (user.isEmailVerified) return ok({});
      if (user.email === null) return err('notAllowed');
      const may = await limits.resend(uid);
      if (!may.ok) return may;
      const send = await prepare();
      return store.write(async (rows) => {
        const currentUser = await rows.users.find(uid);
        if (currentUser === null) return err('unauthenticated');
        await send(rows, currentUser);
        return ok({});
      });
    },
  };
};
