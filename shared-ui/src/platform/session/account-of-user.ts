import type { Account, User } from '@mahlzeit/contract';

/** The account as a newer user document has it; the same object where that says nothing new, or is another's. */
export const accountOfUser = (account: Account, user: User): Account => {
  const { email, displayName, photoURL, visible, verificationCode: verified, selectedDiscountId, deleted } = user;
  // What belongs to a member arrives with the session that makes a visitor one.
  if (account.uid !== user.uid || account.isAnonymous) return account;
  const next = { ...account, email, displayName, photoURL, visible, verified, selectedDiscountId, deleted };
  const isSame = email === account.email && displayName === account.displayName && photoURL === account.photoURL
    && visible === account.visible && verified === account.verified && selectedDiscountId === account.selectedDiscountId && deleted === account.deleted;
  return isSame ? account : next;
};
