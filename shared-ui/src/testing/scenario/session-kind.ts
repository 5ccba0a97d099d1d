import { anAccount, anAnonymousAccount, aUser } from '@mahlzeit/contract/fixtures';
import type { Account, User } from '@mahlzeit/contract';
import type { SessionView } from '../../platform/shell/shell-contract';

/**
 * Session of a scenario: the kind of its user, or no user. `unknown`: the session is still loading; `failed`: the
 * session could not be started.
 */
export type SessionKind = 'anonymous' | 'unverified' | 'verified' | 'unknown' | 'failed';

/** All kinds of sessions, for a select box. */
export const sessionKinds: readonly SessionKind[] = ['anonymous', 'unverified', 'verified', 'unknown', 'failed'];

const accountByKind: Readonly<Record<'anonymous' | 'unverified' | 'verified', Account>> = {
  anonymous: anAnonymousAccount(),
  unverified: anAccount({ uid: 'uid-unverified-01', verified: false }),
  verified: anAccount(),
};

/** Returns the session of a kind; `overrides` replace fields of its default account. */
export const sessionViewOf = (sessionKind: SessionKind, overrides: Partial<Account> = {}): SessionView =>
  sessionKind === 'unknown' || sessionKind === 'failed'
    ? { status: sessionKind }
    : { status: 'known', account: { ...accountByKind[sessionKind], ...overrides } };

/** Returns the user document of an account. */
export const userOf = ({
  uid,
  email,
  pendingEmail,
  displayName,
  named,
  photoURL,
  visible,
  verified,
  isAnonymous,
  selectedDiscountId,
}: Account): User =>
  aUser({
    uid,
    email,
    pendingEmail,
    displayName,
    named,
    photoURL,
    visible,
    verificationCode: verified,
    selectedDiscountId,
    ...(isAnonymous
      ? { firstName: null, lastName: null, favorites: [], tasteKeys: [], policyAccepted: null, policyVersion: null }
      : {}),
  });
