import { err, ok } from '@mahlzeit/contract';
import type { PasswordReset, Result } from '@mahlzeit/contract';
import { validateEmail, validateNewPassword } from '@mahlzeit/contract/rules';
import { consumeAttempt, createKeyedMutex, randomKey } from '../../../platform';
import type { Clock, CreateRateLimiter, LivePort, RouteError } from '../../../platform';
import { secretFingerprintOf } from '../session';
import type { IdentityRows, IdentityStore, IdentityTransaction, StoredEmailUndo, StoredUser } from '../store';
import { undoEmailChange } from './email-change';
import type { EnumerationGuard } from './enumeration-guard';
import { setPassword } from './new-password';
import type { HashNewPassword, LoginAttempts } from './password';
import { resetLinkOf } from './reset-link';

/** Lifetime of a reset link in milliseconds of the gateway's clock, which tests can move (contract §0). */
export const RESET_TOKEN_LIFETIME_MS = 60 * 60_000;

export interface PasswordResetServiceDeps {
  readonly store: IdentityStore;
  readonly hashNewPassword: HashNewPassword;
  readonly attempts: Pick<LoginAttempts, 'clearAttempts'>;
  readonly enumeration: EnumerationGuard;
  readonly clock: Clock;
  readonly live: Pick<LivePort, 'rightsChanged'>;
  readonly publicUrl: string;
  readonly createRateLimiter: CreateRateLimiter;
}

type ResetRequestError = 'ErrorEmailEmpty' | 'ErrorEmailInvalid' | 'thirdPartyAccount' | 'ErrorNoAccount' | RouteError;

/**
 * User to whom a link to set a password was mailed. `emailUndo` is the undone change of the e-mail address; null for
 * the link of a forgotten password.
 */
interface TokenOwner {
  readonly user: StoredUser;
  readonly emailUndo: StoredEmailUndo | null;
}

/** Service of password resets by e-mailed links. */
export interface PasswordResetService {
  request(resetRequest: {
    readonly email: string;
    readonly address: string;
  }): Promise<Result<Record<never, never>, ResetRequestError>>;
  /**
   * Stores the new password and ends all sessions of the user. The link of a changed e-mail address also gives the
   * account back to the former address. Rejects if too many new passwords are waiting, or if
   * `abortSignal` aborts while this one waits.
   */
  confirm(
    passwordReset: PasswordReset,
    abortSignal?: AbortSignal,
  ): Promise<Result<Record<never, never>, 'ErrorPasswordInvalid' | 'ErrorPasswordWeak' | 'resetTokenInvalid'>>;
}

/**
 * Creates the password reset service. It limits the requested e-mails by account and by IP address, and how many
 * addresses without an account a client can try.
 */
export const createPasswordResetService = ({
  store,
  hashNewPassword,
  attempts,
  enumeration,
  clock,
  live,
  publicUrl,
  createRateLimiter,
}: PasswordResetServiceDeps): PasswordResetService => {
  const tokenMutex = createKeyedMutex();
  const accountLimiter = createRateLimiter('reset-account', { points: 3, durationMs: 60 * 60_000 });
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
    await identityRows.mail({ kind: 'passwordReset', to: email, link: resetLinkOf(publicUrl, token) });
  };

  const findTokenOwner = async (identityRows: IdentityRows, token: string): Promise<TokenOwner | null> => {
    const tokenHash = secretFingerprintOf(token);
    const emailUndo = await identityRows.emailUndos.find(tokenHash);
    const storedToken = emailUndo ?? (await identityRows.resets.find(tokenHash));
    const user =
      storedToken === null || storedToken.expiresAt <= clock.now()
        ? null
        : await identityRows.users.find(storedToken.uid);
    return user === null ? null : { user, emailUndo };
  };

  const storeNewPassword = async (
    identityRows: IdentityTransaction,
    token: string,
    passwordHash: string,
  ): Promise<Result<StoredUser, 'resetTokenInvalid'>> => {
    // Looks the token up again inside the transaction, because it must work only once.
    const tokenOwner = await findTokenOwner(identityRows, token);
    if (tokenOwner === null) return err('resetTokenInvalid');
    const { user: storedUser, emailUndo } = tokenOwner;
    const user = emailUndo === null ? storedUser : await undoEmailChange(identityRows, storedUser, emailUndo);
    if (user === null) return err('resetTokenInvalid');
    await setPassword(identityRows, user, { passwordHash, now: clock.now() });
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
    const passwordHash = await hashNewPassword({ password, email: owner.user.email }, abortSignal);
    if (!passwordHash.ok) return passwordHash;
    return store.write((identityRows) => storeNewPassword(identityRows, token, passwordHash.value));
  };

  const requestFor = async (email: string): Promise<Result<Record<never, never>, ResetRequestError>> => {
    const user = await store.read((identityRows) => identityRows.users.findByEmail(email));
    if (user === null) return err('ErrorNoAccount');
    if (user.passwordHash === null) return err('thirdPartyAccount');
    await store.write((identityRows) => sendResetMail(identityRows, user, email));
    return ok({});
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
      return enumeration.guard(
        { address, email: email.value },
        () => requestFor(email.value),
        (result) => !result.ok,
      );
    },

    async confirm({ token, password: passwordInput }, abortSignal) {
      const password = validateNewPassword(passwordInput);
      if (!password.ok) return password;
      // Handles requests with the same token one after the other. The first one uses the token up, so the next ones
      // fail without hashing a password.
      const resetResult = await tokenMutex.run(token, () =>
        hashAndStorePassword({ token, password: password.value }, abortSignal),
      );
      if (!resetResult.ok) return resetResult;
      // Resets the count of failed logins: users often fail several times before they reset the password, and this must
      // not block the login with the new password.
      if (resetResult.value.email !== null) await attempts.clearAttempts(resetResult.value.email);
      return ok({});
    },
  };
};
