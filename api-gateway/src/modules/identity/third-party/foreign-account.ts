import { err, ok } from '@mahlzeit/contract';
import type { Result, ThirdParty } from '@mahlzeit/contract';
import type { Clock, LivePort } from '../../../platform';
import type { SendCode } from '../credentials';
import type { ConfirmedAttempt, ForeignPerson, StoredUser, ThirdPartyWrite } from '../store';
import { displayableName, displayNameOf, drawFreeConnectionCode, isEmailTaken, saveUser } from '../user';

/** Data with which an anonymous user becomes a registered user of a third party. */
interface ForeignAccountFields {
  readonly provider: ThirdParty;
  readonly person: ForeignPerson;
  readonly connectionCode: string;
  readonly now: number;
}

/**
 * Returns the name of a person at a third party. Returns null without a name, and for a name that is the part of the
 * e-mail address before the @, which some third parties send for people without a name: others would see a part of the
 * address.
 */
const nameOfForeignPerson = ({ name, email }: ForeignPerson): string | null => {
  const displayName = displayableName(name ?? '');
  return email !== null && displayName === displayNameOf(email) ? null : displayName;
};

/**
 * Returns the user with the data of an account at a third party. The user has not accepted the privacy policy yet, so
 * the policy dialog appears (A04), and the user stays invisible until they decide about their visibility.
 */
const applyForeignAccount = (
  user: StoredUser,
  { provider, person, connectionCode, now }: ForeignAccountFields,
): StoredUser => ({
  ...user,
  isAnonymous: false,
  email: person.email,
  isEmailVerified: person.email !== null && person.isEmailVerified,
  displayName: nameOfForeignPerson(person),
  thirdParty: provider,
  connectionCode,
  createdAt: now,
});

/** A user, and the sign-in at a third party that has identified the user. */
export interface IdentifiedUser {
  readonly user: StoredUser;
  readonly attempt: ConfirmedAttempt;
  /** Function that e-mails verification codes. */
  readonly sendCode: SendCode;
}

/** Functions that change users by what a third party says about them, in the transaction that completes a sign-in. */
export interface ForeignAccounts {
  /**
   * Makes a visitor a registered user who signs in at a third party. Fails when the e-mail address belongs to another
   * account: that account may be somebody else's, so the two are never linked by themselves.
   */
  register(thirdPartyRows: ThirdPartyWrite, visitor: IdentifiedUser): Promise<Result<StoredUser, 'ErrorEmailTaken'>>;
  /**
   * Stores what a later sign-in says about the e-mail address: an address that the user has hidden so far (users of
   * third parties can't add one in any other way, S1§6), or the guarantee that the address belongs to the user.
   */
  updateEmail(thirdPartyRows: ThirdPartyWrite, identifiedUser: IdentifiedUser): Promise<StoredUser>;
}

interface ForeignAccountsDeps {
  readonly clock: Clock;
  readonly live: LivePort;
}

/** Creates the functions that write users who sign in at third parties. */
export const createForeignAccounts = ({ clock, live }: ForeignAccountsDeps): ForeignAccounts => {
  /** E-mails a verification code to a user whose e-mail address the third party doesn't guarantee. */
  const requestEmailProof = async (
    thirdPartyRows: ThirdPartyWrite,
    user: StoredUser,
    sendCode: SendCode,
  ): Promise<void> => {
    if (user.email !== null && !user.isEmailVerified) await sendCode(thirdPartyRows, user);
  };

  const addHiddenEmail = async (
    thirdPartyRows: ThirdPartyWrite,
    user: StoredUser,
    { attempt: { person }, sendCode }: IdentifiedUser,
  ): Promise<StoredUser> => {
    const { email, isEmailVerified } = person;
    if (email === null || (await isEmailTaken(thirdPartyRows, email, { uid: user.uid, now: clock.now() }))) return user;
    const reachableUser = { ...user, email, isEmailVerified };
    await saveUser(thirdPartyRows, reachableUser, { isNew: false });
    await requestEmailProof(thirdPartyRows, reachableUser, sendCode);
    return reachableUser;
  };

  return {
    async register(thirdPartyRows, { user: visitor, attempt: { provider, person }, sendCode }) {
      const now = clock.now();
      if (person.email !== null && (await isEmailTaken(thirdPartyRows, person.email, { uid: null, now })))
        return err('ErrorEmailTaken');
      const connectionCode = await drawFreeConnectionCode(thirdPartyRows);
      const user = applyForeignAccount(visitor, { provider, person, connectionCode, now });
      // Other people may know the visitor's tokens, which must not give access to the new account. `sessionReplaced`
      // closes the visitor's open sockets.
      live.sessionReplaced(thirdPartyRows, user.uid);
      await saveUser(thirdPartyRows, user, { isNew: false });
      await thirdPartyRows.providerLinks.insert(user.uid, { provider, subject: person.subject, linkedAt: null });
      await requestEmailProof(thirdPartyRows, user, sendCode);
      // `endAllOf` ends the visitor's sessions, so that requests with the visitor's tokens have no access to the new
      // account either.
      await thirdPartyRows.sessions.endAllOf(user.uid, clock.realNow());
      return ok(user);
    },

    async updateEmail(thirdPartyRows, identifiedUser) {
      const { user, attempt } = identifiedUser;
      if (user.email === null) return addHiddenEmail(thirdPartyRows, user, identifiedUser);
      const isVerifiedNow = attempt.person.isEmailVerified && attempt.person.email === user.email;
      if (user.isEmailVerified || !isVerifiedNow) return user;
      const verifiedUser = { ...user, isEmailVerified: true };
      await saveUser(thirdPartyRows, verifiedUser, { isNew: false });
      live.rightsChanged(thirdPartyRows, user.uid);
      return verifiedUser;
    },
  };
};
