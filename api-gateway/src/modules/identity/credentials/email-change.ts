import { err, ok } from '@mahlzeit/contract';
import type { Result } from '@mahlzeit/contract';
import { randomKey } from '../../../platform';
import { secretFingerprintOf } from '../session';
import type { IdentityTransaction, StoredEmailUndo, StoredUser } from '../store';
import { EMAIL_CHANGE_LIFETIME_MS, EMAIL_UNDO_LIFETIME_MS, isEmailTaken, saveUser } from '../user';
import { resetLinkOf } from './reset-link';

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

/** A change whose code was entered. */
interface ConfirmedEmailChange {
  readonly newEmail: string;
  /** Time by the gateway's clock. */
  readonly now: number;
  readonly publicUrl: string;
}

/** Mails the former address a link that gives the account back, and the new one that it counts. */
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
 * Moves the account to the new address, whose code was entered. Fails and forgets the change when the address belongs
 * to another account by now. Tells both addresses about it.
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
  // Reset links and unsubscribe links were sent to the old address, which may now belong to somebody else, so they
  // become invalid.
  await identityRows.resets.removeAllOf(user.uid);
  await identityRows.mailReaders.forgetToken(user.uid);
  await tellBothAddresses(identityRows, user, confirmedChange);
  return ok(undefined);
};

/**
 * Gives an account back to its former address, whose owner has opened the link. Somebody else may have changed the
 * address, so every way into the account that was added since then is removed, and all passkeys and the second step.
 * Returns null when the address belongs to another account.
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
  // These may be older than the change: whoever prepared it had the account before. The owner adds them again at once.
  await identityRows.passkeys.removeAllOf(user.uid);
  await identityRows.secondSteps.removeOf(user.uid);
  await identityRows.mailReaders.forgetToken(user.uid);
  // The link has reached the address, so it belongs to the owner.
  return { ...user, email, isEmailVerified: true };
};
