import type { IdentityTransaction, StoredUser } from '../store';
import { saveUser } from '../user';

/** Hash of a new password, and the time by the gateway's clock. */
interface NewPassword {
  readonly passwordHash: string;
  readonly now: number;
}

/**
 * Stores a new password and tells the owner. Somebody who knew the old one may have asked for another e-mail address or
 * for a link to set a password, so both end. The caller ends the sessions.
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
