import { err, ok } from '@mahlzeit/contract';
import type { AddedContacts, ConnectionRequest, Contact, ImportOutcome, Result } from '@mahlzeit/contract';
import { connectionCodeOf, MAX_CONTACTS, validateEmail } from '@mahlzeit/contract/rules';
import texts from '../../../locales/de.json';
import { invalidField, userLogName } from '../../platform';
import type { Clock, Database, RouteResult, WriteTransaction } from '../../platform';
import { createPeople } from '../identity';
import { notify } from '../notifications';
import { blocksBetween } from './relations';
import { createGroupRepository } from './group-repository';
import { isUninvitable, mayBecomeContact } from './contact-policy';
import { readContacts, readNotAddable } from './contact-list';
import { createContactRepository } from './contact-repository';

/** Whose list grows, by whom, and when. */
interface Growth {
  readonly owner: string;
  readonly uids: readonly string[];
  readonly at: number;
}

type AddError = 'notFound' | 'uninvitable' | 'listFull';

const hasRoom = async (tx: WriteTransaction, owner: string, growth: number): Promise<boolean> =>
  growth === 0 || (await createContactRepository(tx.knex).countOf(owner)) + growth <= MAX_CONTACTS;

/** Puts people who are none yet into somebody's list, and into their open pages. */
const growContacts = async (tx: WriteTransaction, { owner, uids, at }: Growth): Promise<void> => {
  await createContactRepository(tx.knex).add(owner, uids, at);
  for (const value of await readContacts(tx.knex, owner, uids))
    tx.record(userLogName(owner), { kind: 'put', collection: 'contacts', key: value.key, value });
};

/** Tells people that somebody has added them, or that the two are contacts of each other now. */
const tellOfContact = async (
  tx: WriteTransaction,
  { owner, uids, at }: Growth,
  message: 'noticeContactAdded' | 'noticeContactConnected',
): Promise<void> => {
  const person = (await createPeople(tx.knex).find([owner])).get(owner);
  const name = person?.displayName || texts.noticeNobodysName;
  for (const uid of uids) {
    await notify(tx, {
      uid,
      aboutUid: owner,
      kind: 'contact',
      title: texts.noticeContactTitle,
      text: texts[message].replace('{name}', () => name),
      route: 'contacts',
      sent: at,
    });
  }
};

/**
 * Adds whom nobody has chosen one by one: those who are none yet and aren't blocked, as far as the list has room;
 * returns how many.
 */
export const addWhoeverMayBe = async (tx: WriteTransaction, { owner, uids, at }: Growth): Promise<number> => {
  // Read whole, whoever it is about: nobody learns from the time it takes that one of them blocks the owner.
  const [except, count] = [await readNotAddable(tx.knex, owner), await createContactRepository(tx.knex).countOf(owner)];
  const addable = uids.filter((other) => !except.has(other)).slice(0, Math.max(0, MAX_CONTACTS - count));
  if (addable.length === 0) return 0;
  await growContacts(tx, { owner, uids: addable, at });
  await tellOfContact(tx, { owner, uids: addable, at }, 'noticeContactAdded');
  return addable.length;
};

/** Why these people can't become contacts of `uid`; null: they can. */
const findObstacle = async (tx: WriteTransaction, uid: string, others: readonly string[]): Promise<AddError | null> => {
  const people = await createPeople(tx.knex).find(others);
  const isThere = (other: string): boolean => {
    const person = people.get(other);
    return person !== undefined && mayBecomeContact(person);
  };
  if (!others.every(isThere)) return 'notFound';
  const between = await blocksBetween(tx.knex, uid, others);
  return others.some((other) => isUninvitable(between(other))) ? 'uninvitable' : null;
};

/** Everybody's own list of contacts. */
export interface ContactService {
  list(uid: string): Promise<Contact[]>;
  /** Makes people contacts of `uid` alone. */
  add(uid: string, others: readonly string[]): Promise<RouteResult<AddedContacts>>;
  /** Ends contacts, and their membership in the owner's groups. */
  remove(uid: string, others: readonly string[]): Promise<void>;
  /** Adds the visible and verified ones behind these addresses, as far as the list has room. */
  importByEmails(uid: string, emails: readonly string[]): Promise<ImportOutcome>;
  /** Makes people, or whoever has a code, and `uid` contacts of each other. */
  connect(uid: string, connection: ConnectionRequest): Promise<RouteResult<AddedContacts>>;
}

interface ContactServiceDeps {
  readonly database: Database;
  readonly clock: Clock;
}

/** Contacts: who is named becomes one as a whole request or not at all, an import excepted. */
export const createContactService = ({ database, clock }: ContactServiceDeps): ContactService => {
  /** Both sides of the new ones; who of the others had not been known, or had not known. */
  const joinBoth = async (tx: WriteTransaction, { owner, uids, at }: Growth): Promise<Result<string[], 'listFull'>> => {
    const contacts = createContactRepository(tx.knex);
    const [mine, theirs] = [await contacts.findAmong(owner, uids), await contacts.findOwnersAmong(uids, owner)];
    const [added, adding] = [uids.filter((uid) => !mine.has(uid)), uids.filter((uid) => !theirs.has(uid))];
    // All of it is known to fit before anything is written.
    for (const [uid, growth] of [[owner, added.length] as const, ...adding.map((one) => [one, 1] as const)])
      if (!(await hasRoom(tx, uid, growth))) return err('listFull');
    await growContacts(tx, { owner, uids: added, at });
    for (const uid of adding) await growContacts(tx, { owner: uid, uids: [owner], at });
    return ok([...new Set([...added, ...adding])]);
  };

  const connectWith = async (
    tx: WriteTransaction,
    owner: string,
    others: readonly string[],
  ): Promise<Result<AddedContacts, AddError>> => {
    const obstacle = await findObstacle(tx, owner, others);
    if (obstacle !== null) return err(obstacle);
    const at = clock.now();
    const joined = await joinBoth(tx, { owner, uids: others, at });
    if (!joined.ok) return joined;
    await tellOfContact(tx, { owner, uids: joined.value, at }, 'noticeContactConnected');
    return ok({ contacts: await readContacts(tx.knex, owner, others) });
  };

  const findByCode = async (tx: WriteTransaction, typed: string): Promise<string | null> => {
    const person = await createPeople(tx.knex).findByConnectionCode(connectionCodeOf(typed));
    return person !== null && mayBecomeContact(person) ? person.uid : null;
  };

  return {
    list: (uid) => database.read((knex) => readContacts(knex, uid)),

    async add(uid, others) {
      if (others.length === 0) return err('ErrorNoUsers');
      if (others.includes(uid)) return err(invalidField('contacts', 'self'));
      return database.write(async (tx) => {
        const known = await createContactRepository(tx.knex).findAmong(uid, others);
        const growth: Growth = {
          owner: uid,
          uids: [...new Set(others)].filter((other) => !known.has(other)),
          at: clock.now(),
        };
        const obstacle = await findObstacle(tx, uid, growth.uids);
        if (obstacle !== null) return err(obstacle);
        if (!(await hasRoom(tx, uid, growth.uids.length))) return err('listFull');
        await growContacts(tx, growth);
        await tellOfContact(tx, growth, 'noticeContactAdded');
        return ok({ contacts: await readContacts(tx.knex, uid, others) });
      });
    },

    remove: (uid, others) =>
      database.write(async (tx) => {
        const removed = new Set(await createContactRepository(tx.knex).remove(uid, others));
        for (const key of removed) tx.record(userLogName(uid), { kind: 'del', collection: 'contacts', key });
        const groups = createGroupRepository(tx.knex);
        const left = (await groups.findOf(uid)).filter(({ members }) => members.some((member) => removed.has(member)));
        await groups.removeMembers(uid, [...removed]);
        for (const group of left) {
          const value = { ...group, members: group.members.filter((member) => !removed.has(member)) };
          tx.record(userLogName(uid), { kind: 'put', collection: 'contactGroups', key: group.key, value });
        }
      }),

    // Each address goes the same way, whether somebody is behind it or not: neither answer nor time tells them apart.
    importByEmails: (uid, emails) =>
      database.write(async (tx) => {
        const addresses = emails.map(validateEmail).flatMap((email) => (email.ok ? [email.value] : []));
        const found = (await createPeople(tx.knex).findVisibleByEmails(addresses)).map((person) => person.uid);
        return { added: await addWhoeverMayBe(tx, { owner: uid, uids: found, at: clock.now() }) };
      }),

    connect: (uid, connection) =>
      database.write(async (tx): Promise<RouteResult<AddedContacts>> => {
        if ('code' in connection) {
          const other = await findByCode(tx, connection.code);
          if (other === null) return err('connectionCodeUnknown');
          return other === uid ? err(invalidField('code', 'self')) : connectWith(tx, uid, [other]);
        }
        if (connection.users.length === 0) return err('ErrorNoUsers');
        return connection.users.includes(uid)
          ? err(invalidField('users', 'self'))
          : connectWith(tx, uid, [...new Set(connection.users)]);
      }),
  };
};
