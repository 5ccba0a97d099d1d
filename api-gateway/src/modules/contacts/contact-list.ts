import type { BlockedUser, Contact } from '@mahlzeit/contract';
import { userLogName } from '../../platform';
import type { Connection, RecordedOp } from '../../platform';
import { createPeople } from '../identity';
import type { PublicPerson } from '../identity';
import { createBlockRepository, NO_BLOCK } from './block-repository';
import type { BlockState } from './block-repository';
import { presentPerson } from '../chat/chat-rules';
import { isUninvitable } from './contact-policy';
import { createContactRepository } from './contact-repository';

const german = new Intl.Collator('de');

/** People in the order in which their names are read; who has left has none and comes last. */
export const byName = (
  a: { readonly key: string; readonly name: string },
  b: { readonly key: string; readonly name: string },
): number =>
  Number(a.name === '') - Number(b.name === '') || german.compare(a.name, b.name) || (a.key < b.key ? -1 : 1);

/** What a contact is to its owner alone. */
interface Relation {
  readonly isFavorite: boolean;
  readonly between: BlockState;
}

// A09: who has left is called by no name, as in chats; the rows keep it for the case that they come back.
const shownOf = (person: PublicPerson): Pick<Contact, 'name' | 'photoURL'> => {
  const shown = presentPerson(person);
  return { name: shown?.displayName ?? '', photoURL: shown?.photoURL ?? null };
};

const presentContact = (person: PublicPerson, { isFavorite, between }: Relation): Contact => ({
  key: person.uid,
  ...shownOf(person),
  isFavorite,
  status: person.isDeleted ? 'deleted' : null,
  uninvitable: isUninvitable(between),
});

const presentBlockedUser = (person: PublicPerson): BlockedUser => ({
  key: person.uid,
  ...shownOf(person),
  status: person.isDeleted ? 'deleted' : null,
  pending: false,
});

/** Somebody's contacts by name; where `among` is given, those of them who are one. */
export const readContacts = async (knex: Connection, owner: string, among?: readonly string[]): Promise<Contact[]> => {
  const contacts = createContactRepository(knex);
  const people = createPeople(knex);
  const uids =
    among === undefined
      ? (await contacts.findOf(owner)).map(({ uid }) => uid)
      : [...(await contacts.findAmong(owner, among))];
  const known = await people.find(uids);
  const blocks = await createBlockRepository(knex).findBetween(owner, uids);
  const favorites = (await people.findFavorites([owner])).get(owner);
  return [...known.values()]
    .map((person) =>
      presentContact(person, {
        isFavorite: favorites?.has(person.uid) ?? false,
        between: blocks.get(person.uid) ?? NO_BLOCK,
      }),
    )
    .sort(byName);
};

/**
 * Who is never offered to somebody: themselves, their contacts, and blocks in either direction (DESIGN §13.14, §13.16).
 */
export const readNotAddable = async (knex: Connection, uid: string): Promise<ReadonlySet<string>> => {
  const contacts = await createContactRepository(knex).findOf(uid);
  const blocks = createBlockRepository(knex);
  const [blocked, blockers] = [await blocks.findBlockedBy(uid), await blocks.findBlockersOf(uid)];
  return new Set([uid, ...contacts.map((contact) => contact.uid), ...blocked.map((block) => block.uid), ...blockers]);
};

/** Whom somebody blocks, by name; where `among` is given, those of them. */
export const readBlockedUsers = async (
  knex: Connection,
  uid: string,
  among?: readonly string[],
): Promise<BlockedUser[]> => {
  const wanted = among === undefined ? null : new Set(among);
  const blocked = (await createBlockRepository(knex).findBlockedBy(uid)).map((block) => block.uid);
  const known = await createPeople(knex).find(wanted === null ? blocked : blocked.filter((other) => wanted.has(other)));
  return [...known.values()].map(presentBlockedUser).sort(byName);
};

/** What the topics of those who are shown a person say of that person now. */
export const opsAboutPerson = async (
  knex: Connection,
  uid: string,
  observers: readonly string[],
): Promise<RecordedOp[]> => {
  const people = createPeople(knex);
  const person = (await people.find([uid])).get(uid);
  if (person === undefined) {
    return observers.flatMap((observer) =>
      ['contacts', 'blockedUsers', 'isBlockedBy'].map((collection) => ({
        topic: userLogName(observer),
        op: { kind: 'del' as const, collection, key: uid },
      })),
    );
  }
  const owners = await createContactRepository(knex).findOwnersAmong(observers, uid);
  const favorites = await people.findFavorites(observers);
  // As the person sees it: whoever blocks them shows them as blocked.
  const blocks = await createBlockRepository(knex).findBetween(uid, observers);
  return observers.flatMap((observer): RecordedOp[] => {
    const [topic, between] = [userLogName(observer), blocks.get(observer) ?? NO_BLOCK];
    const contact = presentContact(person, { isFavorite: favorites.get(observer)?.has(uid) ?? false, between });
    return [
      ...(owners.has(observer)
        ? [{ topic, op: { kind: 'put', collection: 'contacts', key: uid, value: contact } } as const]
        : []),
      ...(between.isBlockedBy
        ? [
            {
              topic,
              op: { kind: 'put', collection: 'blockedUsers', key: uid, value: presentBlockedUser(person) },
            } as const,
          ]
        : []),
    ];
  });
};
