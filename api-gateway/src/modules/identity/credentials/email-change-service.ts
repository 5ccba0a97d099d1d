import { err, ok } from '@mahlzeit/contract';
import type { Account, Credentials, Result } from '@mahlzeit/contract';
import { validateNewEmail } from '@mahlzeit/contract/rules';
import { consumeAttempt } from '../../../platform';
import type { CreateRateLimiter, LivePort, RouteError } from '../../../platform';
import type { IdentityStore, IdentityTransaction, StoredUser } from '../store';
import { displayNameOf, presentAccount, saveUser } from '../user';
import type { PasswordClaimant, ProvePassword } from './password';
import type { SendCode, VerificationService } from './verification-service';

export interface EmailChangeServiceDeps {
  readonly store: IdentityStore;
  readonly provePassword: ProvePassword;
  readonly verification: Pick<VerificationService, 'prepare'>;
  readonly live: Pick<LivePort, 'rightsChanged'>;
  readonly publicUrl: string;
  readonly createRateLimiter: CreateRateLimiter;
}

type EmailChangeError =
  | 'ErrorEmailEmpty'
  | 'ErrorEmailInvalid'
  | 'ErrorEmailIdentical'
  | 'passwordRequired'
  | 'ErrorPasswordIncorrect'
  | 'ErrorEmailTaken'
  | 'thirdPartyAccount'
  | 'unauthenticated'
  | RouteError;

/** Service that changes the e-mail address of a user after checking the password. */
export interface EmailChangeService {
  change(passwordClaimant: PasswordClaimant, credentials: Credentials): Promise<Result<Account, EmailChangeError>>;
}

interface EmailChange {
  /** The user as stored when the password was checked. */
  readonly provedUser: StoredUser;
  readonly targetEmail: string;
  readonly sendCode: SendCode;
}

const moveAccountToEmail = async (
  identityRows: IdentityTransaction,
  { provedUser, targetEmail, sendCode }: EmailChange,
): Promise<Result<StoredUser, EmailChangeError>> => {
  const user = await identityRows.users.find(provedUser.uid);
  if (user === null) return err('unauthenticated');
  // The owner may meanwhile have set a new password, to lock out somebody who knows the old one.
  if (user.passwordHash !== provedUser.passwordHash) return err('ErrorPasswordIncorrect');
  if ((await identityRows.users.findByEmail(targetEmail)) !== null) return err('ErrorEmailTaken');
  // A display name that was derived from the old address is derived again from the new one, so that nobody takes it for
  // a chosen name.
  const isNameDerivedFromEmail = user.email !== null && user.displayName === displayNameOf(user.email);
  const userWithNewEmail: StoredUser = {
    ...user,
    email: targetEmail,
    isEmailVerified: false,
    ...(isNameDerivedFromEmail && { displayName: displayNameOf(targetEmail) }),
  };
  await saveUser(identityRows, userWithNewEmail, { isNew: false });
  // Reset links and unsubscribe links were sent to the old address, which may now belong to somebody else, so they
  // become invalid.
  await identityRows.resets.removeAllOf(user.uid);
  await identityRows.mailReaders.forgetToken(user.uid);
  await sendCode(identityRows, userWithNewEmail);
  if (user.email !== null) await identityRows.mail({ kind: 'emailChanged', to: user.email, newEmail: targetEmail });
  return ok(userWithNewEmail);
};

/**
 * Creates the service. The password proves the user's identity, a code proves that the new address is the user's, and
 * the old address is informed by e-mail.
 */
export const createEmailChangeService = ({
  store,
  provePassword,
  verification,
  live,
  publicUrl,
  createRateLimiter,
}: EmailChangeServiceDeps): EmailChangeService => {
  // Limits the changes, because each one sends an e-mail to somebody who may not have requested it.
  const emailChangeLimiter = createRateLimiter('email-change', { points: 10, durationMs: 24 * 60 * 60_000 });

  const validateEmailChange = async (
    uid: string,
    { email: emailInput, password }: Credentials,
  ): Promise<Result<string, EmailChangeError>> => {
    const user = await store.read((identityRows) => identityRows.users.find(uid));
    if (user === null) return err('unauthenticated');
    if (user.passwordHash === null) return err('thirdPartyAccount');
    const email = validateNewEmail(emailInput, user.email);
    if (!email.ok) return email;
    return password === '' ? err('passwordRequired') : email;
  };

  return {
    async change(passwordClaimant, credentials) {
      const email = await validateEmailChange(passwordClaimant.uid, credentials);
      if (!email.ok) return email;
      // Checks the password before any error about the new address: only the owner of the account may learn whether the
      // address is taken.
      const passwordProof = await provePassword(passwordClaimant, credentials.password);
      if (!passwordProof.ok) return passwordProof;
      const rateLimitResult = await consumeAttempt(emailChangeLimiter, passwordClaimant.uid);
      if (!rateLimitResult.ok) return rateLimitResult;
      const sendCode = await verification.prepare();
      const emailMoveResult = await store.write(async (identityRows) => {
        const emailMoveOutcome = await moveAccountToEmail(identityRows, {
          provedUser: passwordProof.value,
          targetEmail: email.value,
          sendCode,
        });
        if (emailMoveOutcome.ok) live.rightsChanged(identityRows, emailMoveOutcome.value.uid);
        return emailMoveOutcome;
      });
      return emailMoveResult.ok ? ok(presentAccount(emailMoveResult.value, publicUrl)) : emailMoveResult;
    },
  };
};
