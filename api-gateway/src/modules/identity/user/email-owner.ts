import type { IdentityRows } from '../store';

/** An account that wants to use an e-mail address, and the time by the gateway's clock. */
interface EmailClaim {
  /** Uid of the account; null for a new account. */
  readonly uid: string | null;
  readonly now: number;
}

/**
 * Returns whether an e-mail address belongs to another account. The former address of an account also counts, as long
 * as the link that was mailed to it can give the account back: nobody must be able to break that link.
 */
export const isEmailTaken = async (
  identityRows: Pick<IdentityRows, 'users' | 'emailUndos'>,
  email: string,
  { uid, now }: EmailClaim,
): Promise<boolean> => {
  if ((await identityRows.users.findByEmail(email)) !== null) return true;
  const reservedFor = await identityRows.emailUndos.findReservedFor(email, now);
  return reservedFor !== null && reservedFor !== uid;
};
