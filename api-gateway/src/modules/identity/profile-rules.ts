import { err, ok } from '@mahlzeit/contract';
import type { Result, UserChanges } from '@mahlzeit/contract';
import type { StoredUser } from './stored-user';

/** What a change takes beside what was asked for. */
export interface ChangeFacts {
  readonly policyVersion: number;
  readonly now: number;
}

// The document is sent whole to each open page at each change; nobody likes more places than this.
const MAX_FAVORITES = 1_000;

const withFavorites = (held: readonly string[], { add, remove }: NonNullable<UserChanges['favorites']>): readonly string[] =>
  [...new Set([...held, ...add])].filter((key) => !remove.includes(key)).slice(-MAX_FAVORITES);

const asksForAccount = ({ languageCode: _visitorsMay, ...rest }: UserChanges): boolean => Object.values(rest).some((value) => value !== undefined);

type PlainChanges = Partial<Pick<StoredUser, 'displayName' | 'firstName' | 'lastName' | 'phoneNumber' | 'isVisible' | 'tasteKeys' | 'selectedDiscountId' | 'languageCode'>>;

const plainChangesOf = ({ displayName, firstName, lastName, phoneNumber, visible, tasteKeys, selectedDiscountId, languageCode }: UserChanges): PlainChanges => ({
  ...(displayName !== undefined && { displayName }),
  ...(firstName !== undefined && { firstName }),
  ...(lastName !== undefined && { lastName }),
  ...(phoneNumber !== undefined && { phoneNumber }),
  ...(visible !== undefined && { isVisible: visible }),
  ...(tasteKeys !== undefined && { tasteKeys: [...new Set(tasteKeys)] }),
  ...(selectedDiscountId !== undefined && { selectedDiscountId }),
  ...(languageCode !== undefined && { languageCode }),
});

const derivedChangesOf = (user: StoredUser, { policyAccepted, favorites }: UserChanges, { policyVersion, now }: ChangeFacts): Partial<StoredUser> => ({
  ...(policyAccepted === true && { policyAccepted: now, policyVersion }),
  ...(favorites !== undefined && { favorites: withFavorites(user.favorites, favorites) }),
});

/** The user after the changes. Who has no account may set the language alone (contract §2). */
export const changedUser = (user: StoredUser, changes: UserChanges, facts: ChangeFacts): Result<StoredUser, 'registrationRequired' | 'ErrorNameIdentical'> => {
  if (user.isAnonymous && asksForAccount(changes)) return err('registrationRequired');
  // The contract has cleaned the name; what was typed may have been another one (U06).
  if (changes.displayName !== undefined && changes.displayName === user.displayName) return err('ErrorNameIdentical');
  return ok({ ...user, ...plainChangesOf(changes), ...derivedChangesOf(user, changes, facts) });
};
