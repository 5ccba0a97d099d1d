import type { ThirdParty } from '@mahlzeit/contract';
import type { StoredUser } from '../stored-user';
import { displayNameOf, shownName } from '../user-rules';
import type { ForeignPerson } from './sign-in-attempt';

/** What an account of a third party adds to an anonymous user. */
export interface ForeignFacts {
  readonly provider: ThirdParty;
  readonly person: ForeignPerson;
  readonly connectionCode: string;
}

const nameOf = ({ name, email }: ForeignPerson): string | null => shownName(name ?? '') ?? (email === null ? null : displayNameOf(email));

/**
 * The same person with an account of a third party. They have agreed to nothing yet, so the policy dialog comes (A04),
 * and nobody finds them until they say so.
 */
export const foreignUser = (user: StoredUser, { provider, person, connectionCode }: ForeignFacts): StoredUser => ({
  ...user,
  isAnonymous: false,
  email: person.email,
  isEmailVerified: person.email !== null && person.isEmailVerified,
  displayName: nameOf(person),
  thirdParty: provider,
  connectionCode,
});
