import type { BlockedUser, Contact } from '@mahlzeit/contract';
import { userLogName } from '../../platform';
import type { Connection, RecordedOp } from '../../platform';
import { createPeople } from '../identity';
import { createBlockRepository, NO_BLOCK } from './block-repository';
import { createContactRepository } from './contact-repository';
import { compareByName, presentBlockedUser, presentContact } from './person-presenter';

/** Returns the contacts of a user, sorted by name. With `onlyUids`, only those of them who have one of these uids. */
export const readContacts = async (
  knex: Connection,
  owner: string,
  onlyUids?: readonly string[],
): Promise<Contact[]> => {
  const contactRepository = createContactRepository(knex);
  const contactUids =
    onlyUids === undefined
      ? (await contactRepository.findOf(owner)).map(({ uid }) => uid)
      : [...(await contactRepository.findAmong(owner, onlyUids))];
  const people = await createPeople(knex).find(contactUids);
  const blockStates = await createBlockRepository(knex).findBetween(owner, contactUids);
  const favoriteUids = (await createPeople(knex).findFavorites([owner])).get(owner);
  return [...people.values()]
    .map((person) =>
      presentContact(person, {
        isFavorite: favoriteUids?.has(person.uid) ?? false,
        blocks: blockStates.get(person.uid) ?? NO_BLOCK,
      }),
    )
    .sort(compareByName);
};

/**
 * Returns the uids that a user can't add as contacts: their own uid, their contacts, and users with a block in either
 * direction (Decision 14, Decision 16).
 */
export const readUnaddableUids = async (knex: Connection, uid: string): Promise<ReadonlySet<string>> => {
  const ownContacts = await createContactRepository(knex).findOf(uid);
  const blockRepository = createBlockRepository(knex);
  const [ownBlocks, blockers] = [await blockRepository.findBlockedBy(uid), await blockRepository.findBlockersOf(uid)];
  return new Set([
    uid,
    ...ownContacts.map((contact) => contact.uid),
    ...ownBlocks.map((block) => block.uid),
    ...blockers,
  ]);
};

/**
 * Returns the people whom a user blocks, sorted by name. With `onlyUids`, only those of them who have one of these
 * uids.
 */
export const readBlockedUsers = async (
  knex: Connection,
  uid: string,
  onlyUids?: readonly string[],
): Promise<BlockedUser[]> => {
  const selectedUids = onlyUids === undefined ? null : new Set(onlyUids);
  const blockedUids = (await createBlockRepository(knex).findBlockedBy(uid)).map((block) => block.uid);
  const people = await createPeople(knex).find(
    selectedUids === null ? blockedUids : blockedUids.filter((blockedUid) => selectedUids.has(blockedUid)),
  );
  return [...people.values()].map(presentBlockedUser).sort(compareByName);
};

/** Returns the changes that show the present state of a person in the live topics of the people who see this person. */
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
  const observersWithContact = await createContactRepository(knex).findOwnersAmong(observers, uid);
  const favoriteUidsByObserver = await people.findFavorites(observers);
  // Blocks as seen from the changed person: `isBlockedBy` means that the person who looks at them blocks them, and so
  // has them in the list of blocked users.
  const blockStates = await createBlockRepository(knex).findBetween(uid, observers);
  return observers.flatMap((observer): RecordedOp[] => {
    const [topic, observerBlocks] = [userLogName(observer), blockStates.get(observer) ?? NO_BLOCK];
    const contact = presentContact(person, {
      isFavorite: favoriteUidsByObserver.get(observer)?.has(uid) ?? false,
      blocks: observerBlocks,
    });
    return [
      ...(observersWithContact.has(observer)
        ? [{ topic, op: { kind: 'put', collection: 'contacts', key: uid, value: contact } } as const]
        : []),
      ...(observerBlocks.isBlockedBy
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
