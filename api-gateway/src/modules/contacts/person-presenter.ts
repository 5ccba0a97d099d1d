import type { BlockedUser, Contact, Person } from '@mahlzeit/contract';
import type { PublicPerson } from '../identity';
import { isUninvitable } from './contact-policy';
import type { BlockState } from './block-repository';

const german = new Intl.Collator('de');

interface PersonNames {
  readonly key: string;
  readonly name: string;
}

/** Orders people by their names in German; people who have left have no name and come last. */
export const byName = (a: PersonNames, b: PersonNames): number =>
  Number(a.name === '') - Number(b.name === '') || german.compare(a.name, b.name) || (a.key < b.key ? -1 : 1);

/**
 * Presents a person to other users. Returns null for somebody who has left or was erased: their name and picture are
 * hidden (A09).
 */
export const presentPerson = (person: PublicPerson | undefined): Person | null =>
  person === undefined || person.isDeleted
    ? null
    : { key: person.uid, displayName: person.displayName, photoURL: person.photoURL };

// A09: the rows keep the name of somebody who has left, in case they come back.
const presentName = (person: PublicPerson): Pick<Contact, 'name' | 'photoURL'> => {
  const presentedPerson = presentPerson(person);
  return { name: presentedPerson?.displayName ?? '', photoURL: presentedPerson?.photoURL ?? null };
};

/** Facts about a contact that only the owner of the list sees. */
interface ContactFacts {
  readonly isFavorite: boolean;
  readonly blocks: BlockState;
}

/** Presents a contact to the owner of the list. */
export const presentContact = (person: PublicPerson, { isFavorite, blocks }: ContactFacts): Contact => ({
  key: person.uid,
  ...presentName(person),
  isFavorite,
  status: person.isDeleted ? 'deleted' : null,
  uninvitable: isUninvitable(blocks),
});

/** Presents a blocked user to the user who blocks them. */
export const presentBlockedUser = (person: PublicPerson): BlockedUser => ({
  key: person.uid,
  ...presentName(person),
  status: person.isDeleted ? 'deleted' : null,
  pending: false,
});
