import { err, ok } from '@mahlzeit/contract';
import type { PasswordReset, Result } from '@mahlzeit/contract';
import { validateEmail, validateNewPassword } from '@mahlzeit/contract/rules';
import { consumeAttempt, createKeyedMutex, randomKey } from '../../../platform';
import type { Clock, CreateRateLimiter, LivePort, RouteError } from '../../../platform';
import { fingerprintOf } from '../session';
import type { IdentityStore, IdentityTransaction, StoredUser } from '../store';
import { saveUser } from '../user';
import type { HashNewPassword, LoginAttempts } from './password';

/** Lifetime of a reset link in milliseconds of domain time (contract §0). */
export const RESET_LIFETIME_MS = 60 * 60_000;

export interface PasswordResetServiceDeps {
  readonly store: IdentityStore;
  readonly hashNewPassword: HashNewPassword;
  readonly attempts: Pick<LoginAttempts, 'clearAttempts'>;
  readonly clock: Clock;
  readonly live: Pick<LivePort, 'rightsChanged'>;
  readonly publicUrl: string;
  readonly createRateLimiter: CreateRateLimiter;
}

type ResetRequestError = 'ErrorEmailEmpty' | 'ErrorEmailInvalid' | 'thirdPartyAccount' | 'ErrorNoAccount' | RouteError;

/** Service of password resets by e-mailed links. */
export interface PasswordResetService {
  request(form: {
    readonly email: string;
    readonly address: string;
  }): Promise<Result<Record<never, never>, ResetRequestError>>;
  /**
   * Stores the new password and ends all sessions of the user. Rejects if too many new passwords are waiting, or if
   * `signal` aborts while this one waits.
   */
  confirm(
    reset: PasswordReset,
    signal?: AbortSignal,
  ): Promise<Result<Record<never, never>, 'ErrorPasswordInvalid' | 'resetTokenInvalid'>>;
}

/** Creates the password reset service. It limits the requested e-mails by account and by IP address. */
export const createPasswordResetService = ({
  store,
  hashNewPassword,
  attempts,
  clock,
  live,
  publicUrl,
  createRateLimiter,
}: PasswordResetServiceDeps): PasswordResetService => {
  const mutex = createKeyedMutex();
  const accountLimiter = createRateLimiter('reset-account', { points: 3, durationMs: 60 * 60_000 });
  // The route reveals whether an e-mail address has an account. This limit slows down somebody who tries many
  // addresses.
  const addressLimiter = createRateLimiter('reset-address', { points: 100, durationMs: 60_000 });

  const sendResetMail = async (rows: IdentityTransaction, { uid }: StoredUser, email: string): Promise<void> => {
    const token = randomKey();
    await rows.resets.insert({ tokenHash: fingerprintOf(token), uid, expiresAt: clock.now() + RESET_LIFETIME_MS });
    await rows.mail({ kind: 'passwordReset', to: email, link: `${publicUrl}/restaurants?resetToken=${token}` });
  };

  const findTokenOwner = async (
    rows: Pick<IdentityTransaction, 'resets' | 'users'>,
    token: string,
  ): Promise<StoredUser | null> => {
    const reset = await rows.resets.find(fingerprintOf(token));
    return reset === null || reset.expiresAt <= clock.now() ? null : rows.users.find(reset.uid);
  };

  const storeNewPassword = async (
    rows: IdentityTransaction,
    token: string,
    passwordHash: string,
  ): Promise<Result<StoredUser, 'resetTokenInvalid'>> => {
    // Checks again inside the transaction, because the token must work only once.
    const user = await findTokenOwner(rows, token);
    if (user === null) return err('resetTokenInvalid');
    await saveUser(rows, { ...user, passwordHash }, { isNew: false });
    await rows.resets.removeAllOf(user.uid);
    await rows.sessions.endAllOf(user.uid, clock.realNow());
    live.rightsChanged(rows, user.uid);
    return ok(user);
  };

  const hashAndStore = async (
    { token, password }: PasswordReset,
    signal: AbortSignal | undefined,
  ): ReturnType<typeof storeNewPassword> => {
    if ((await store.read((rows) => findTokenOwner(rows, token))) === null) return err('resetTokenInvalid');
    const passwordHash = await hashNewPassword(password, signal);
    return store.write((rows) => storeNewPassword(rows, token, passwordHash));
  };

  return {
    async request({ email: input, address }) {
      const email = validateEmail(input);
      if (!email.ok) return email;
      for (const [limiter, key] of [
        [addressLimiter, address],
        [accountLimiter, email.value],
      ] as const) {
        const rateLimitResult = await consumeAttempt(limiter, key);
        if (!rateLimitResult.ok) return rateLimitResult;
      }
      const user = await store.read((rows) => rows.users.findByEmail(email.value));
      if (user === null) return err('ErrorNoAccount');
      if (user.passwordHash === null) return err('thirdPartyAccount');
      await store.write((rows) => sendResetMail(rows, user, email.value));
      return ok({});
    },

    async confirm({ token, password: input }, signal) {
      const password = validateNewPassword(input);
      if (!password.ok) return password;
      // Requests with the same token run one after the other. The first one uses up the token, so the next ones fail
      // without hashing a password.
      const resetResult = await mutex.run(token, () => hashAndStore({ token, password: password.value }, signal));
      if (!resetResult.ok) return resetResult;
      // Users often fail several logins before they reset the password. These failures must not block the login with
      // the new password.
      if (resetResult.value.email !== null) await attempts.clearAttempts(resetResult.value.email);
      return ok({});
    },
  };
};
