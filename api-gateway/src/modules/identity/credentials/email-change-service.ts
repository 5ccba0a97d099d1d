import { err, ok } from '@mahlzeit/contract';
import type { Account, Credentials, Result } from '@mahlzeit/contract';
import { validateNewEmail } from '@mahlzeit/contract/rules';
import { consumeAttempt } from '../../../platform';
import type { CreateRateLimiter, LivePort, RouteError } from '../../../platform';
import type { IdentityStore, IdentityTransaction, StoredUser } from '../store';
import { displayNameOf, presentAccount, saveUser } from '../user';
import type { Claimant, ProvePassword } from './password';
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

/** Service that changes the e-mail address of a user. */
export interface EmailChangeService {
  change(claimant: Claimant, credentials: Credentials): Promise<Result<Account, EmailChangeError>>;
}

interface EmailMove {
  /** The user as stored when the password was checked. */
  readonly provedUser: StoredUser;
  readonly targetEmail: string;
  readonly sendCode: SendCode;
}

const moveAccount = async (
  rows: IdentityTransaction,
  { provedUser, targetEmail, sendCode }: EmailMove,
): Promise<Result<StoredUser, EmailChangeError>> => {
  const user = await rows.users.find(provedUser.uid);
  if (user === null) return err('unauthenticated');
  // The owner may meanwhile have set a new password, to lock out somebody who knows the old one.
  if (user.passwordHash !== provedUser.passwordHash) return err('ErrorPasswordIncorrect');
  if ((await rows.users.findByEmail(targetEmail)) !== null) return err('ErrorEmailTaken');
  // A display name that was derived from the old address is derived again from the new one, so that nobody takes it for
  // a chosen name.
  const isNameDerived = user.email !== null && user.displayName === displayNameOf(user.email);
  const userWithNewEmail: StoredUser = {
    ...user,
    email: targetEmail,
    isEmailVerified: false,
    ...(isNameDerived && { displayName: displayNameOf(targetEmail) }),
  };
  await saveUser(rows, userWithNewEmail, { isNew: false });
  // Reset links and unsubscribe links were sent to the old address, which may now belong to somebody else, so they
  // become invalid.
  await rows.resets.removeAllOf(user.uid);
  await rows.mailReaders.forgetToken(user.uid);
  await sendCode(rows, userWithNewEmail);
  if (user.email !== null) await rows.mail({ kind: 'emailChanged', to: user.email, newEmail: targetEmail });
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
  const accountLimiter = createRateLimiter('email-change', { points: 10, durationMs: 24 * 60 * 60_000 });

  const validateChange = async (
    uid: string,
    { email: input, password }: Credentials,
  ): Promise<Result<string, EmailChangeError>> => {
    const user = await store.read((rows) => rows.users.find(uid));
    if (user === null) return err('unauthenticated');
    if (user.passwordHash === null) return err('thirdPartyAccount');
    const email = validateNewEmail(input, user.email);
    if (!email.ok) return email;
    return password === '' ? err('passwordRequired') : email;
  };

  return {
    async change(claimant, credentials) {
      const email = await validateChange(claimant.uid, credentials);
      if (!email.ok) return email;
      // Checks the password before any error about the new address: only the owner of the account may learn whether the
      // address is taken.
      const passwordProof = await provePassword(claimant, credentials.password);
      if (!passwordProof.ok) return passwordProof;
      const rateLimitResult = await consumeAttempt(accountLimiter, claimant.uid);
      if (!rateLimitResult.ok) return rateLimitResult;
      const sendCode = await verification.prepare();
      const moveResult = await store.write(async (rows) => {
        const moveOutcome = await moveAccount(rows, {
          provedUser: passwordProof.value,
          targetEmail: email.value,
          sendCode,
        });
        if (moveOutcome.ok) live.rightsChanged(rows, moveOutcome.value.uid);
        return moveOutcome;
      });
      return moveResult.ok ? ok(presentAccount(moveResult.value, publicUrl)) : moveResult;
    },
  };
};
