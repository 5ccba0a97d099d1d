import { err, ok } from '@mahlzeit/contract';
import type { Result } from '@mahlzeit/contract';
import { randomKey } from '../../../platform';
import { secretFingerprintOf } from '../session';
import type { IdentityTransaction, StoredEmailUndo, StoredUser } from '../store';
import { EMAIL_CHANGE_LIFETIME_MS, EMAIL_UNDO_LIFETIME_MS, isEmailTaken, saveUser } from '../user';
import { resetLinkOf } from './reset-link';

/** A request to change a user's e-mail address: the new address, and the time by the gateway's clock. */
export interface EmailChangeRequest {
  readonly newEmail: string;
  readonly now: number;
}

/**
 * Stores a pending change of the e-mail address: the new address counts only after it is verified. Replaces an earlier
 * change. Informs the present address by e-mail.
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

/**
 * Discards the pending change of the e-mail address, so that its code verifies nothing any more. Does nothing without a
 * change.
 */
export const dropEmailChange = async (identityRows: IdentityTransaction, user: StoredUser): Promise<StoredUser> => {
  if (user.emailChange === null) return user;
  const unchangedUser = { ...user, emailChange: null };
  await saveUser(identityRows, unchangedUser, { isNew: false });
  return unchangedUser;
};

/** A change of the e-mail address whose code was entered. */
interface ConfirmedEmailChange {
  readonly newEmail: string;
  /** Time of the confirmation, by the gateway's clock. */
  readonly now: number;
  readonly publicUrl: string;
}

/**
 * Sends two e-mails about a changed address: to the former address a link that gives the account back, to the new
 * address a confirmation.
 */
const tellBothAddresses = async (
  identityRows: IdentityTransaction,
  { uid, email: formerEmail }: StoredUser,
  { newEmail, now, publicUrl }: ConfirmedEmailChange,
): Promise<void> => {
  await identityRows.mail({ kind: 'emailConfirmed', to: newEmail });
  if (formerEmail === null) return;
  const token = randomKey();
  await identityRows.emailUndos.insert({
    tokenHash: secretFingerprintOf(token),
    uid,
    email: formerEmail,
    createdAt: now,
    expiresAt: now + EMAIL_UNDO_LIFETIME_MS,
  });
  const undoLink = resetLinkOf(publicUrl, token);
  await identityRows.mail({ kind: 'emailChanged', to: formerEmail, newEmail, undoLink });
};

/**
 * Completes the change of the e-mail address after its code was entered. Fails and discards the change when the address
 * belongs to another account by now. Informs both addresses by e-mail.
 */
export const completeEmailChange = async (
  identityRows: IdentityTransaction,
  user: StoredUser,
  confirmedChange: ConfirmedEmailChange,
): Promise<Result<void, 'ErrorEmailTaken'>> => {
  const { newEmail, now } = confirmedChange;
  if (await isEmailTaken(identityRows, newEmail, { uid: user.uid, now })) {
    await dropEmailChange(identityRows, user);
    return err('ErrorEmailTaken');
  }
  await saveUser(
    identityRows,
    { ...user, email: newEmail, isEmailVerified: true, emailChange: null },
    { isNew: false },
  );
  // Removes reset links and unsubscribe links, because they were sent to the old address, which may now belong to
  // somebody else.
  await identityRows.resets.removeAllOf(user.uid);
  await identityRows.mailReaders.forgetToken(user.uid);
  await tellBothAddresses(identityRows, user, confirmedChange);
  return ok(undefined);
};

/**
 * Gives an account back to its former e-mail address, whose owner has opened the link. Somebody else may have changed
 * the address, so every sign-in method that was added since then is removed, and all passkeys and the second step as
 * well. Returns null when the address belongs to another account.
 */
export const undoEmailChange = async (
  identityRows: IdentityTransaction,
  user: StoredUser,
  { email, createdAt }: Pick<StoredEmailUndo, 'email' | 'createdAt'>,
): Promise<StoredUser | null> => {
  const emailOwner = await identityRows.users.findByEmail(email);
  if (emailOwner !== null && emailOwner.uid !== user.uid) return null;
  await identityRows.emailUndos.removeSince(user.uid, createdAt);
  await identityRows.providerLinks.removeSince(user.uid, createdAt);
  // Removes passkeys even if they are older than the change: whoever prepared the change had access to the account
  // before. The owner can add passkeys again at once.
  await identityRows.passkeys.removeAllOf(user.uid);
  await identityRows.secondSteps.removeOf(user.uid);
  await identityRows.mailReaders.forgetToken(user.uid);
  // Treats the former address as verified: the link was mailed to it, so it belongs to the owner.
  return { ...user, email, isEmailVerified: true };
};
