import { err, ok } from '@mahlzeit/contract';
import type { Result, UserChanges } from '@mahlzeit/contract';
import type { StoredUser } from './stored-user';

/** What a change takes beside what was asked for. */
export interface ChangeFacts {
  readonly policyVersion: number;
  readonly now: number;
}

// The document is sent whole to each open page at each change; nobody likes more places than this.
const MOST_FAVORITES = 1_000;

const withFavorites = (held: readonly string[], { add, remove }: NonNullable<UserChanges['favorites']>): readonly string[] =>
  [...new Set([...held, ...add])].filter((key) => !remove.includes(key)).slice(-MOST_FAVORITES);

const asksForAccount = ({ languageCode: _visitorsMay, ...rest }: UserChanges): boolean => Object.values(rest).some((value) => value !== undefined);

/** The user after the changes. Who has no account may set the language alone (contract §2). */
export const changedUser = (user: StoredUser, changes: UserChanges, { policyVersion, now }: ChangeFacts): Result<StoredUser, 'registrationRequired'> => {
  if (user.isAnonymous && asksForAccount(changes)) return err('registrationRequired');
  const { languageCode, policyAccepted, favorites } = changes;
  return ok({
    ...user,
    ...(languageCode !== undefined && { languageCode }),
    ...(policyAccepted === true && { policyAccepted: now, policyVersion }),
    ...(favorites !== undefined && { favorites: withFavorites(user.favorites, favorites) }),
  });
};
