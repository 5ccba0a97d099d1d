import { err, ok } from '@mahlzeit/contract';
import type { Account, Credentials, Result, User } from '@mahlzeit/contract';
import { validateNewEmail } from '@mahlzeit/contract/rules';
import { consumeAttempt } from '../../../platform';
import type { Clock, CreateRateLimiter, RouteError } from '../../../platform';
import type { IdentityStore, IdentityTransaction, StoredUser } from '../store';
import { isEmailTaken, presentAccount, presentUser } from '../user';
import { dropEmailChange, startEmailChange } from './email-change';
import type { PasswordClaimant, ProvePassword } from './password';
import type { SendCode, VerificationService } from './verification-service';

export interface EmailChangeServiceDeps {
  readonly store: IdentityStore;
  readonly provePassword: ProvePassword;
  readonly verification: Pick<VerificationService, 'sendCode'>;
  readonly clock: Clock;
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

/** Service of changes of a user's e-mail address, which count once the code of the new address was entered. */
export interface EmailChangeService {
  /** Starts a change after checking the password. The present address holds until the code is entered. */
  change(passwordClaimant: PasswordClaimant, credentials: Credentials): Promise<Result<Account, EmailChangeError>>;
  /** Discards an open change. A present address that isn't verified yet gets another code. */
  cancel(uid: string): Promise<Result<User, 'unauthenticated'>>;
}

interface EmailChange {
  /** The user as stored when the password was checked. */
  readonly provedUser: StoredUser;
  readonly newEmail: string;
  readonly now: number;
  readonly sendCode: SendCode;
}

const requestEmailChange = async (
  identityRows: IdentityTransaction,
  { provedUser, sendCode, ...changeRequest }: EmailChange,
): Promise<Result<StoredUser, EmailChangeError>> => {
  const user = await identityRows.users.find(provedUser.uid);
  if (user === null) return err('unauthenticated');
  // The owner may meanwhile have set a new password, to lock out somebody who knows the old one.
  if (user.passwordHash !== provedUser.passwordHash) return err('ErrorPasswordIncorrect');
  if (await isEmailTaken(identityRows, changeRequest.newEmail, { uid: user.uid, now: changeRequest.now }))
    return err('ErrorEmailTaken');
  const changingUser = await startEmailChange(identityRows, user, changeRequest);
  await sendCode(identityRows, changingUser);
  return ok(changingUser);
};

const DAY_MS = 24 * 60 * 60_000;

/**
 * Creates the service. The password proves the user's identity, and a code proves that the new address is the user's:
 * the verification service completes the change. The old address is informed by e-mail.
 */
export const createEmailChangeService = ({
  store,
  provePassword,
  verification,
  clock,
  publicUrl,
  createRateLimiter,
}: EmailChangeServiceDeps): EmailChangeService => {
  // Limits the changes, because each one sends an e-mail to somebody who may not have requested it.
  const emailChangeLimiter = createRateLimiter('email-change', { points: 10, durationMs: DAY_MS });
  // Counts by the new address: its owner may have nothing to do with the accounts that ask for it.
  const newAddressLimiter = createRateLimiter('email-change-address', { points: 5, durationMs: DAY_MS });

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
      for (const [limiter, limitKey] of [
        [emailChangeLimiter, passwordClaimant.uid],
        [newAddressLimiter, email.value],
      ] as const) {
        const rateLimitResult = await consumeAttempt(limiter, limitKey);
        if (!rateLimitResult.ok) return rateLimitResult;
      }
      const changeResult = await store.write((identityRows) =>
        requestEmailChange(identityRows, {
          provedUser: passwordProof.value,
          newEmail: email.value,
          now: clock.now(),
          sendCode: verification.sendCode,
        }),
      );
      return changeResult.ok ? ok(presentAccount(changeResult.value, publicUrl)) : changeResult;
    },

    async cancel(uid) {
      return store.write(async (identityRows) => {
        const user = await identityRows.users.find(uid);
        if (user === null) return err('unauthenticated');
        if (user.emailChange === null) return ok(presentUser(user));
        const unchangedUser = await dropEmailChange(identityRows, user);
        // The code of the new address has replaced that of the present one.
        if (!unchangedUser.isEmailVerified) await verification.sendCode(identityRows, unchangedUser);
        return ok(presentUser(unchangedUser));
      });
    },
  };
};
