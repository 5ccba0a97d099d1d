import { err, ok } from '@mahlzeit/contract';
import type { Result } from '@mahlzeit/contract';
import type { IdentityTransaction, StoredUser } from '../store';
import { EMAIL_CHANGE_LIFETIME_MS, saveUser } from '../user';

/** A new address for a user, and the time of the request by the gateway's clock. */
export interface EmailChangeRequest {
  readonly newEmail: string;
  readonly now: number;
}

/**
 * Stores the new address beside the present one, which holds until the new one is verified. Replaces an earlier change.
 * Tells the present address about it.
 */
export const startEmailChange = async (
  identityRows: IdentityTransaction,
  user: StoredUser,
  { newEmail, now }: EmailChangeRequest,
): Promise<StoredUser> => {
  const changingUser = { ...user, emailChange: { email: newEmail, expiresAt: now + EMAIL_CHANGE_LIFETIME_MS } };
  await saveUser(identityRows, changingUser, { isNew: false });
  if (user.email !== null) await identityRows.mail({ kind: 'emailChangeRequested', to: user.email, newEmail });
  return changingUser;
};

/** Forgets the change of the address: its code verifies nothing any more. Does nothing without a change. */
export const dropEmailChange = async (identityRows: IdentityTransaction, user: StoredUser): Promise<StoredUser> => {
  if (user.emailChange === null) return user;
  const unchangedUser = { ...user, emailChange: null };
  await saveUser(identityRows, unchangedUser, { isNew: false });
  return unchangedUser;
};

/**
 * Moves the account to the new address, whose code was entered. Fails and forgets the change when the address belongs
 * to another account by now. Tells the old address about it.
 */
export const completeEmailChange = async (
  identityRows: IdentityTransaction,
  user: StoredUser,
  newEmail: string,
): Promise<Result<void, 'ErrorEmailTaken'>> => {
  if ((await identityRows.users.findByEmail(newEmail)) !== null) {
    await dropEmailChange(identityRows, user);
    return err('ErrorEmailTaken');
  }
  await saveUser(
    identityRows,
    { ...user, email: newEmail, isEmailVerified: true, emailChange: null },
    { isNew: false },
  );
  // Reset links and unsubscribe links were sent to the old address, which may now belong to somebody else, so they
  // become invalid.
  await identityRows.resets.removeAllOf(user.uid);
  await identityRows.mailReaders.forgetToken(user.uid);
  if (user.email !== null) await identityRows.mail({ kind: 'emailChanged', to: user.email, newEmail });
  return ok(undefined);
};
