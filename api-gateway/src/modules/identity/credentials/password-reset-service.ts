import { err, ok } from '@mahlzeit/contract';
import type { PasswordReset, Result } from '@mahlzeit/contract';
import { validateEmail, validateNewPassword } from '@mahlzeit/contract/rules';
import { consumeAttempt, createKeyedMutex, randomKey } from '../../../platform';
import type { Clock, CreateRateLimiter, LivePort, RouteError } from '../../../platform';
import { secretFingerprintOf } from '../session';
import type { IdentityStore, IdentityTransaction, StoredUser } from '../store';
import { saveUser } from '../user';
import type { HashNewPassword, LoginAttempts } from './password';

/** Lifetime of a reset link in milliseconds of the gateway's clock, which tests can move (contract §0). */
export const RESET_TOKEN_LIFETIME_MS = 60 * 60_000;

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
  request(resetRequest: {
    readonly email: string;
    readonly address: string;
  }): Promise<Result<Record<never, never>, ResetRequestError>>;
  /**
   * Stores the new password and ends all sessions of the user. Rejects if too many new passwords are waiting, or if
   * `abortSignal` aborts while this one waits.
   */
  confirm(
    passwordReset: PasswordReset,
    abortSignal?: AbortSignal,
  ): Promise<Result<Record<never, never>, 'ErrorPasswordInvalid' | 'ErrorPasswordWeak' | 'resetTokenInvalid'>>;
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
  const tokenMutex = createKeyedMutex();
  const accountLimiter = createRateLimiter('reset-account', { points: 3, durationMs: 60 * 60_000 });
  // The route reveals whether an e-mail address has an account. This limit slows down somebody who tries many
  // addresses.
  const addressLimiter = createRateLimiter('reset-address', { points: 100, durationMs: 60_000 });

  const sendResetMail = async (
    identityRows: IdentityTransaction,
    { uid }: StoredUser,
    email: string,
  ): Promise<void> => {
    const token = randomKey();
    await identityRows.resets.insert({
      tokenHash: secretFingerprintOf(token),
      uid,
      expiresAt: clock.now() + RESET_TOKEN_LIFETIME_MS,
    });
    await identityRows.mail({ kind: 'passwordReset', to: email, link: `${publicUrl}/restaurants?resetToken=${token}` });
  };

  const findTokenOwner = async (
    identityRows: Pick<IdentityTransaction, 'resets' | 'users'>,
    token: string,
  ): Promise<StoredUser | null> => {
    const storedReset = await identityRows.resets.find(secretFingerprintOf(token));
    return storedReset === null || storedReset.expiresAt <= clock.now()
      ? null
      : identityRows.users.find(storedReset.uid);
  };

  const storeNewPassword = async (
    identityRows: IdentityTransaction,
    token: string,
    passwordHash: string,
  ): Promise<Result<StoredUser, 'resetTokenInvalid'>> => {
    // Checks again inside the transaction, because the token must work only once.
    const user = await findTokenOwner(identityRows, token);
    if (user === null) return err('resetTokenInvalid');
    // Somebody who knew the old password may have asked for another e-mail address, so that change ends, too.
    await saveUser(identityRows, { ...user, passwordHash, emailChange: null }, { isNew: false });
    await identityRows.resets.removeAllOf(user.uid);
    await identityRows.sessions.endAllOf(user.uid, clock.realNow());
    live.rightsChanged(identityRows, user.uid);
    return ok(user);
  };

  const hashAndStorePassword = async (
    { token, password }: PasswordReset,
    abortSignal: AbortSignal | undefined,
  ): Promise<Result<StoredUser, 'resetTokenInvalid' | 'ErrorPasswordWeak'>> => {
    const owner = await store.read((identityRows) => findTokenOwner(identityRows, token));
    if (owner === null) return err('resetTokenInvalid');
    const passwordHash = await hashNewPassword({ password, email: owner.email }, abortSignal);
    if (!passwordHash.ok) return passwordHash;
    return store.write((identityRows) => storeNewPassword(identityRows, token, passwordHash.value));
  };

  return {
    async request({ email: emailInput, address }) {
      const email = validateEmail(emailInput);
      if (!email.ok) return email;
      for (const [rateLimiter, limitKey] of [
        [addressLimiter, address],
        [accountLimiter, email.value],
      ] as const) {
        const rateLimitResult = await consumeAttempt(rateLimiter, limitKey);
        if (!rateLimitResult.ok) return rateLimitResult;
      }
      const user = await store.read((identityRows) => identityRows.users.findByEmail(email.value));
      if (user === null) return err('ErrorNoAccount');
      if (user.passwordHash === null) return err('thirdPartyAccount');
      await store.write((identityRows) => sendResetMail(identityRows, user, email.value));
      return ok({});
    },

    async confirm({ token, password: passwordInput }, abortSignal) {
      const password = validateNewPassword(passwordInput);
      if (!password.ok) return password;
      // Requests with the same token run one after the other. The first one uses up the token, so the next ones fail
      // without hashing a password.
      const resetResult = await tokenMutex.run(token, () =>
        hashAndStorePassword({ token, password: password.value }, abortSignal),
      );
      if (!resetResult.ok) return resetResult;
      // Users often fail several logins before they reset the password. These failures must not block the login with
      // the new password.
      if (resetResult.value.email !== null) await attempts.clearAttempts(resetResult.value.email);
      return ok({});
    },
  };
};
