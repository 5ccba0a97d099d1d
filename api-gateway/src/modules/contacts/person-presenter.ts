import type { BlockedUser, Contact, Person } from '@mahlzeit/contract';
import { NAMELESS_PERSON } from '@mahlzeit/contract/rules';
import type { PublicPerson } from '../identity';
import { isUninvitable } from './contact-policy';
import type { BlockState } from './block-repository';

const germanCollator = new Intl.Collator('de');

interface PersonNames {
  readonly key: string;
  readonly name: string;
}

/**
 * Compares people by name, in German alphabetical order. People who have deleted their account have no visible name and
 * come last.
 */
export const compareByName = (a: PersonNames, b: PersonNames): number =>
  Number(a.name === '') - Number(b.name === '') || germanCollator.compare(a.name, b.name) || (a.key < b.key ? -1 : 1);

/** Name under which other users see a person. A person who has not chosen a name is „Jemand“. */
export const visibleNameOf = ({ displayName }: Pick<PublicPerson, 'displayName'>): string =>
  displayName || NAMELESS_PERSON;

/**
 * Converts a person to the form that other users see. Returns null for a person who is erased or has deleted the
 * account: name and picture are then hidden (A09).
 */
export const presentPerson = (person: PublicPerson | undefined): Person | null =>
  person === undefined || person.isDeleted
    ? null
    : { key: person.uid, displayName: visibleNameOf(person), photoURL: person.photoURL };

// Returns the visible name and picture of a person. The database still contains the name of a deleted person, in case
// they restore the account; `presentPerson` hides it (A09).
const presentName = (person: PublicPerson): Pick<Contact, 'name' | 'photoURL'> => {
  const presentedPerson = presentPerson(person);
  return { name: presentedPerson?.displayName ?? '', photoURL: presentedPerson?.photoURL ?? null };
};

/** Properties of a contact that only the owner of the contact list sees. */
interface ContactRelation {
  readonly isFavorite: boolean;
  readonly blocks: BlockState;
}

/** Converts a contact to the form that the owner of the list sees. */
export const presentContact = (person: PublicPerson, { isFavorite, blocks }: ContactRelation): Contact => ({
  key: person.uid,
  ...presentName(person),
  isFavorite,
  status: person.isDeleted ? 'deleted' : null,
  uninvitable: isUninvitable(blocks),
});

/** Converts a blocked user to the form that the blocking user sees. */
export const presentBlockedUser = (person: PublicPerson): BlockedUser => ({
  key: person.uid,
  ...presentName(person),
  status: person.isDeleted ? 'deleted' : null,
  pending: false,
});
