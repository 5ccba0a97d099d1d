import type { IdentityTransaction, StoredUser } from '../store';
import { saveUser } from '../user';

/** Hash of a new password, and the time by the gateway's clock. */
interface NewPassword {
  readonly passwordHash: string;
  readonly now: number;
}

/**
 * Stores a user's new password and informs the user by e-mail. Removes a pending change of the e-mail address and links
 * to set a password, because somebody who knew the old password may have requested them. The caller must end the
 * sessions.
 */
export const setPassword = async (
  identityRows: IdentityTransaction,
  user: StoredUser,
  { passwordHash, now }: NewPassword,
): Promise<void> => {
  await saveUser(identityRows, { ...user, passwordHash, emailChange: null }, { isNew: false });
  await identityRows.resets.removeAllOf(user.uid);
  if (user.email !== null) await identityRows.mail({ kind: 'passwordChanged', to: user.email, at: now });
};
