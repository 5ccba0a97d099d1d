import { err, ok } from '@mahlzeit/contract';
import type { Account, Credentials, PasskeyEmailChange, Result, User } from '@mahlzeit/contract';
import { validateNewEmail } from '@mahlzeit/contract/rules';
import { consumeAttempt } from '../../../platform';
import type { Clock, CreateRateLimiter, RouteError } from '../../../platform';
import type { PasskeyError, ProvePasskey } from '../passkeys';
import type { IdentityStore, IdentityTransaction, StoredUser } from '../store';
import { isEmailTaken, presentAccount, presentUser } from '../user';
import { dropEmailChange, startEmailChange } from './email-change';
import type { PasswordClaimant, ProvePassword } from './password';
import type { SendCode, VerificationService } from './verification-service';

export interface EmailChangeServiceDeps {
  readonly store: IdentityStore;
  readonly provePassword: ProvePassword;
  readonly provePasskey: ProvePasskey;
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
  | PasskeyError
  | 'ErrorEmailTaken'
  | 'thirdPartyAccount'
  | 'unauthenticated'
  | RouteError;

/**
 * Service of changes of a user's e-mail address. A change takes effect when the user enters the code that was sent to
 * the new address.
 */
export interface EmailChangeService {
  /**
   * Starts a change of the e-mail address after checking the password. The present address stays until the code is
   * entered.
   */
  change(passwordClaimant: PasswordClaimant, credentials: Credentials): Promise<Result<Account, EmailChangeError>>;
  /** Starts a change of the e-mail address after checking a passkey of the user. */
  changeByPasskey(uid: string, emailChange: PasskeyEmailChange): Promise<Result<Account, EmailChangeError>>;
  /** Discards a pending change of the e-mail address. If the present address isn't verified yet, it gets a new code. */
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
  // Refuses when the owner has meanwhile set a new password, to lock out somebody who knows the old one.
  if (user.passwordHash !== provedUser.passwordHash) return err('ErrorPasswordIncorrect');
  if (await isEmailTaken(identityRows, changeRequest.newEmail, { uid: user.uid, now: changeRequest.now }))
    return err('ErrorEmailTaken');
  const changingUser = await startEmailChange(identityRows, user, changeRequest);
  await sendCode(identityRows, changingUser);
  return ok(changingUser);
};

const DAY_MS = 24 * 60 * 60_000;

/**
 * Creates the service of changes of the e-mail address. The password or a passkey proves the user's identity. A code
 * proves that the new address belongs to the user; the verification service then completes the change. The old address
 * is informed by e-mail.
 */
export const createEmailChangeService = ({
  store,
  provePassword,
  provePasskey,
  verification,
  clock,
  publicUrl,
  createRateLimiter,
}: EmailChangeServiceDeps): EmailChangeService => {
  // Limits the changes of a user's e-mail address, because each one sends an e-mail to somebody who may not have
  // requested it.
  const emailChangeLimiter = createRateLimiter('email-change', { points: 10, durationMs: DAY_MS });
  // Limits the changes to one new address: its owner may have nothing to do with the accounts that ask for it.
  const newAddressLimiter = createRateLimiter('email-change-address', { points: 5, durationMs: DAY_MS });

  const validateEmailChange = async (uid: string, emailInput: string): Promise<Result<string, EmailChangeError>> => {
    const user = await store.read((identityRows) => identityRows.users.find(uid));
    if (user === null) return err('unauthenticated');
    return user.passwordHash === null ? err('thirdPartyAccount') : validateNewEmail(emailInput, user.email);
  };

  const changeAfterProof = async (
    uid: string,
    emailInput: string,
    proveIdentity: () => Promise<Result<StoredUser, EmailChangeError>>,
  ): Promise<Result<Account, EmailChangeError>> => {
    const email = await validateEmailChange(uid, emailInput);
    if (!email.ok) return email;
    // Checks the proof of identity before any error about the new address: only the owner of the account may learn
    // whether that address is taken.
    const proof = await proveIdentity();
    if (!proof.ok) return proof;
    for (const [limiter, limitKey] of [
      [emailChangeLimiter, uid],
      [newAddressLimiter, email.value],
    ] as const) {
      const rateLimitResult = await consumeAttempt(limiter, limitKey);
      if (!rateLimitResult.ok) return rateLimitResult;
    }
    const changeResult = await store.write((identityRows) =>
      requestEmailChange(identityRows, {
        provedUser: proof.value,
        newEmail: email.value,
        now: clock.now(),
        sendCode: verification.sendCode,
      }),
    );
    return changeResult.ok ? ok(presentAccount(changeResult.value, publicUrl)) : changeResult;
  };

  return {
    change: (passwordClaimant, { email, password }) =>
      changeAfterProof(passwordClaimant.uid, email, async () =>
        password === '' ? err('passwordRequired') : provePassword(passwordClaimant, password),
      ),

    changeByPasskey: (uid, { email, credential }) => changeAfterProof(uid, email, () => provePasskey(uid, credential)),

    async cancel(uid) {
      return store.write(async (identityRows) => {
        const user = await identityRows.users.find(uid);
        if (user === null) return err('unauthenticated');
        if (user.emailChange === null) return ok(presentUser(user));
        const unchangedUser = await dropEmailChange(identityRows, user);
        // Sends a new code to the present address, because the code of the new address has replaced the earlier one.
        if (!unchangedUser.isEmailVerified) await verification.sendCode(identityRows, unchangedUser);
        return ok(presentUser(unchangedUser));
      });
    },
  };
};
