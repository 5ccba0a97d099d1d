import { BlockedUser, Contact, ContactGroup, meTopic } from '@mahlzeit/contract';
import { foldText, searchTextOf } from '@mahlzeit/contract/rules';
import { defineCollection } from '@mahlzeit/shared-ui/platform';
import type { ShellApi } from '@mahlzeit/shared-ui/platform';

const germanCollator = new Intl.Collator('de');

// Sort key of an empty name: this character sorts after all others.
const SORT_KEY_OF_NAMELESS = '\uffff';

/** Compares contacts or groups by name. Deleted accounts have no name and come last. */
export const compareByName = (a: { readonly name: string }, b: { readonly name: string }): number =>
  germanCollator.compare(a.name || SORT_KEY_OF_NAMELESS, b.name || SORT_KEY_OF_NAMELESS);

/** Live collection of the current user's contacts, sorted by name. */
export const liveContacts = defineCollection({
  topic: meTopic,
  collection: 'contacts',
  schema: Contact,
  compare: compareByName,
});

/**
 * Adds contacts to the live collection before the user's live topic delivers them, so that they are visible at once.
 */
export const applyContactsToStore = ({ store }: Pick<ShellApi, 'store'>, contacts: readonly Contact[]): void => {
  const contactCollection = liveContacts.of(store);
  for (const contact of contacts) contactCollection.apply(contact.key, contact);
};

/** Live collection of the current user's groups of contacts, sorted by name. */
export const liveContactGroups = defineCollection({
  topic: meTopic,
  collection: 'contactGroups',
  schema: ContactGroup,
  compare: compareByName,
});

/** Live collection of the users whom the current user blocks, sorted by name. */
export const liveBlockedUsers = defineCollection({
  topic: meTopic,
  collection: 'blockedUsers',
  schema: BlockedUser,
  compare: compareByName,
});

/** Member of a group; the name is null for a deleted account (S2§3: shown as a deleted user). */
interface GroupMember {
  readonly key: string;
  readonly name: string | null;
  readonly photoURL: string | null;
}

/** Returns the members of a group, sorted by name. Deleted accounts come last. */
export const membersOf = (
  { members }: { readonly members: readonly string[] },
  contacts: readonly Contact[],
): readonly GroupMember[] => {
  const contactsByKey = new Map(
    contacts.filter(({ status }) => status !== 'deleted').map((contact) => [contact.key, contact]),
  );
  const activeMembers = members
    .flatMap((key) => contactsByKey.get(key) ?? [])
    .sort(compareByName)
    .map(({ key, name, photoURL }) => ({ key, name, photoURL }));
  return [
    ...activeMembers,
    ...members.filter((key) => !contactsByKey.has(key)).map((key) => ({ key, name: null, photoURL: null })),
  ];
};

/**
 * Returns the members of a group who can be invited, without blocked members and deleted accounts (S2§6). The current
 * user can't be among them, because nobody is a contact of themselves.
 */
export const invitableMembers = (
  { members }: Pick<ContactGroup, 'members'>,
  contacts: readonly Contact[],
): readonly Contact[] =>
  contacts.filter(({ key, status, uninvitable }) => members.includes(key) && status !== 'deleted' && !uninvitable);

/**
 * Returns whether a name contains every word of the search text. Case and accents don't matter; an empty text matches
 * every name (S2§2).
 */
export const nameMatchesSearch = (name: string, searchText: string): boolean => {
  const nameSearchText = searchTextOf(name);
  return foldText(searchText)
    .split(/\s+/u)
    .every((searchWord) => nameSearchText.includes(searchWord));
};
