import { err, ok } from '@mahlzeit/contract';
import type { Result, User, UserChanges } from '@mahlzeit/contract';
import type { Clock } from '../../../platform';
import type { IdentityStore, StoredUser } from '../store';
import { presentUser, saveUser } from './user-document';
import { mayChangeProfile } from './user-policy';

/** Values that a change of a user stores although the request doesn't contain them. */
export interface ChangeFacts {
  readonly policyVersion: number;
  readonly now: number;
}

// Maximum number of favourites. The list is limited, because each change sends the whole user document to all open
// pages.
const MAX_FAVORITES = 1_000;

const updateFavorites = (
  currentFavorites: readonly string[],
  { add, remove }: NonNullable<UserChanges['favorites']>,
): readonly string[] =>
  [...new Set([...currentFavorites, ...add])]
    .filter((restaurantKey) => !remove.includes(restaurantKey))
    .slice(-MAX_FAVORITES);

type PlainFieldChanges = Partial<
  Pick<
    StoredUser,
    | 'displayName'
    | 'firstName'
    | 'lastName'
    | 'phoneNumber'
    | 'isVisible'
    | 'tasteKeys'
    | 'selectedDiscountId'
    | 'languageCode'
    | 'meetupMails'
    | 'releaseChannel'
  >
>;

const plainFieldChangesOf = ({
  displayName,
  firstName,
  lastName,
  phoneNumber,
  visible,
  tasteKeys,
  selectedDiscountId,
  languageCode,
  meetupMails,
  releaseChannel,
}: UserChanges): PlainFieldChanges => ({
  ...(displayName !== undefined && { displayName }),
  ...(firstName !== undefined && { firstName }),
  ...(lastName !== undefined && { lastName }),
  ...(phoneNumber !== undefined && { phoneNumber }),
  ...(visible !== undefined && { isVisible: visible }),
  ...(tasteKeys !== undefined && { tasteKeys: [...new Set(tasteKeys)] }),
  ...(selectedDiscountId !== undefined && { selectedDiscountId }),
  ...(languageCode !== undefined && { languageCode }),
  ...(meetupMails !== undefined && { meetupMails }),
  ...(releaseChannel !== undefined && { releaseChannel }),
});

const derivedFieldChangesOf = (
  user: StoredUser,
  { policyAccepted, favorites }: UserChanges,
  { policyVersion, now }: ChangeFacts,
): Partial<StoredUser> => ({
  ...(policyAccepted === true && { policyAccepted: now, policyVersion }),
  ...(favorites !== undefined && { favorites: updateFavorites(user.favorites, favorites) }),
});

/**
 * Applies the requested changes to a user. Fails for an anonymous user who may not make them, and for a display name
 * that is the same as before.
 */
export const applyUserChanges = (
  user: StoredUser,
  userChanges: UserChanges,
  changeFacts: ChangeFacts,
): Result<StoredUser, 'registrationRequired' | 'ErrorNameIdentical'> => {
  if (!mayChangeProfile(user, userChanges)) return err('registrationRequired');
  // Compares the cleaned name: the contract trims and cleans the typed name, so even a different input may result in
  // the same name (U06).
  if (userChanges.displayName !== undefined && userChanges.displayName === user.displayName)
    return err('ErrorNameIdentical');
  return ok({ ...user, ...plainFieldChangesOf(userChanges), ...derivedFieldChangesOf(user, userChanges, changeFacts) });
};

export interface ProfileServiceDeps {
  readonly store: IdentityStore;
  readonly clock: Clock;
  /** Returns the version of the current privacy policy. */
  policyVersion(): Promise<number>;
}

/** Service that reads and changes a user's own document. */
export interface ProfileService {
  readProfile(uid: string): Promise<Result<User, 'unauthenticated'>>;
  changeProfile(
    uid: string,
    userChanges: UserChanges,
  ): Promise<Result<User, 'unauthenticated' | 'registrationRequired' | 'ErrorNameIdentical'>>;
}

/** Creates the service that reads and changes a user's own document. The user's open pages receive each change. */
export const createProfileService = ({ store, clock, policyVersion }: ProfileServiceDeps): ProfileService => ({
  async readProfile(uid) {
    const user = await store.read((identityRows) => identityRows.users.find(uid));
    return user === null ? err('unauthenticated') : ok(presentUser(user));
  },

  async changeProfile(uid, userChanges) {
    const changeFacts = { policyVersion: await policyVersion(), now: clock.now() };
    return store.write(async (identityRows) => {
      const user = await identityRows.users.find(uid);
      if (user === null) return err('unauthenticated');
      const changeResult = applyUserChanges(user, userChanges, changeFacts);
      if (!changeResult.ok) return changeResult;
      await saveUser(identityRows, changeResult.value, { isNew: false });
      return ok(presentUser(changeResult.value));
    });
  },
});
