import { BlockedUser, Contact, ContactGroup, meTopic } from '@mahlzeit/contract';
import { foldText, searchTextOf } from '@mahlzeit/contract/rules';
import { defineCollection } from '@mahlzeit/shared-ui/platform';
import type { ShellApi } from '@mahlzeit/shared-ui/platform';

const german = new Intl.Collator('de');

// No sign comes behind this one.
const LAST = '\uffff';

/** Order of people and groups; who has left has no name and comes last. */
export const byName = (a: { readonly name: string }, b: { readonly name: string }): number =>
  german.compare(a.name || LAST, b.name || LAST);

/** Whom the reader knows. */
export const liveContacts = defineCollection({
  topic: meTopic,
  collection: 'contacts',
  schema: Contact,
  compare: byName,
});

/** Shows contacts before the topic says the same. */
export const applyContacts = ({ store }: Pick<ShellApi, 'store'>, contacts: readonly Contact[]): void => {
  const holder = liveContacts.of(store);
  for (const contact of contacts) holder.apply(contact.key, contact);
};

/** The reader's groups. */
export const liveContactGroups = defineCollection({
  topic: meTopic,
  collection: 'contactGroups',
  schema: ContactGroup,
  compare: byName,
});

/** Whom the reader blocks. */
export const liveBlockedUsers = defineCollection({
  topic: meTopic,
  collection: 'blockedUsers',
  schema: BlockedUser,
  compare: byName,
});

/** One of a group; without a name where the account is gone (S2§3: shown as deleted users). */
interface GroupMember {
  readonly key: string;
  readonly name: string | null;
  readonly photoURL: string | null;
}

/** The people of a group by name, deleted ones last. */
export const membersOf = (
  { members }: { readonly members: readonly string[] },
  contacts: readonly Contact[],
): readonly GroupMember[] => {
  const known = new Map(contacts.filter(({ status }) => status !== 'deleted').map((contact) => [contact.key, contact]));
  const here = members
    .flatMap((key) => known.get(key) ?? [])
    .sort(byName)
    .map(({ key, name, photoURL }) => ({ key, name, photoURL }));
  return [...here, ...members.filter((key) => !known.has(key)).map((key) => ({ key, name: null, photoURL: null }))];
};

/**
 * The people of a group who can be invited: blocked and deleted ones drop out (S2§6). The user is nobody's contact,
 * least of all their own.
 */
export const invitableMembers = (
  { members }: Pick<ContactGroup, 'members'>,
  contacts: readonly Contact[],
): readonly Contact[] =>
  contacts.filter(({ key, status, uninvitable }) => members.includes(key) && status !== 'deleted' && !uninvitable);

/**
 * Whether a name has every word of what is looked for; case and accents don't matter, and nothing looked for fits
 * everybody (S2§2).
 */
export const matchesName = (name: string, searched: string): boolean => {
  const text = searchTextOf(name);
  return foldText(searched)
    .split(/\s+/u)
    .every((word) => text.includes(word));
};
