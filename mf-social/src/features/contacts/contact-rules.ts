import type { Contact, ContactGroup } from '@mahlzeit/contract';

const german = new Intl.Collator('de');

/** Order of people and groups. */
export const byName = (a: { readonly name: string }, b: { readonly name: string }): number => german.compare(a.name, b.name);

/** One of a group; without a name where the account is gone (S2§3: shown as deleted users). */
interface GroupMember {
  readonly key: string;
  readonly name: string | null;
  readonly photoURL: string | null;
}

/** The people of a group by name, deleted ones last. */
export const membersOf = ({ members }: ContactGroup, contacts: readonly Contact[]): readonly GroupMember[] => {
  const known = new Map(contacts.filter(({ status }) => status !== 'deleted').map((contact) => [contact.key, contact]));
  const here = members.flatMap((key) => known.get(key) ?? []).sort(byName).map(({ key, name, photoURL }) => ({ key, name, photoURL }));
  return [...here, ...members.filter((key) => !known.has(key)).map((key) => ({ key, name: null, photoURL: null }))];
};
