import type { BlockedUser, Contact } from '@mahlzeit/contract';
import { userLogName } from '../../platform';
import type { Connection, RecordedOp } from '../../platform';
import { createPeople } from '../identity';
import { createBlockRepository, NO_BLOCK } from './block-repository';
import { createContactRepository } from './contact-repository';
import { byName, presentBlockedUser, presentContact } from './person-presenter';

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
        blocks: blocks.get(person.uid) ?? NO_BLOCK,
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
    const contact = presentContact(person, { isFavorite: favorites.get(observer)?.has(uid) ?? false, blocks: between });
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
