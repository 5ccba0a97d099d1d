import { err, ok } from '@mahlzeit/contract';
import type {
  AddedContacts,
  ConnectionRequest,
  ConnectionSender,
  Contact,
  ImportOutcome,
  Result,
} from '@mahlzeit/contract';
import {
  connectionCodeOf,
  IMPORT_MIN_EMAILS,
  MAX_CONTACTS,
  NAMELESS_PERSON,
  validateEmail,
} from '@mahlzeit/contract/rules';
import texts from '../../../locales/de.json';
import { consumeAttempt, countSuccess, invalidField, userLogName } from '../../platform';
import type { Clock, Connection, Database, RateLimiter, RouteResult, WriteTransaction } from '../../platform';
import { createPeople } from '../identity';
import { notify } from '../notifications';
import { blocksBetween } from './relations';
import { createGroupRepository } from './group-repository';
import { isUninvitable, mayBecomeContact } from './contact-policy';
import { readContacts, readUnaddableUids } from './contact-list';
import { createContactRepository } from './contact-repository';

/** People to add to the contact list of one user. */
interface NewContacts {
  readonly owner: string;
  readonly uids: readonly string[];
  readonly now: number;
}

type ContactAddError = 'notFound' | 'notAContact' | 'uninvitable' | 'listFull';

/**
 * Time after the removal of a contact in which the person isn't notified again: the owner may have undone the removal,
 * and nobody should be able to send notifications by removing and adding a person again and again.
 */
const QUIET_AFTER_REMOVAL_MS = 30 * 24 * 60 * 60_000;

const hasListCapacity = async (tx: WriteTransaction, owner: string, addedCount: number): Promise<boolean> =>
  addedCount === 0 || (await createContactRepository(tx.knex).countContactsOf(owner)) + addedCount <= MAX_CONTACTS;

/** Adds contacts to a user's list and records them in the user's live topic. */
const addContacts = async (tx: WriteTransaction, { owner, uids, now }: NewContacts): Promise<void> => {
  await createContactRepository(tx.knex).add(owner, uids, now);
  for (const value of await readContacts(tx.knex, owner, uids))
    tx.record(userLogName(owner), { kind: 'put', collection: 'contacts', key: value.key, value });
};

/**
 * Returns those of `uids` whom the owner of the list has not removed lately. Only they are notified that the owner has
 * added them.
 */
const withoutRecentlyRemoved = async (
  tx: WriteTransaction,
  { owner, uids, now }: NewContacts,
): Promise<readonly string[]> => {
  const removedUids = await createContactRepository(tx.knex).findRemovedAmong(
    owner,
    uids,
    now - QUIET_AFTER_REMOVAL_MS,
  );
  return uids.filter((uid) => !removedUids.has(uid));
};

/** Notifies people that the owner has added them, or that they and the owner are now contacts of each other. */
const notifyOfContact = async (
  tx: WriteTransaction,
  { owner, uids, now }: NewContacts,
  message: 'noticeContactAdded' | 'noticeContactConnected',
): Promise<void> => {
  const person = (await createPeople(tx.knex).find([owner])).get(owner);
  const name = person?.displayName || NAMELESS_PERSON;
  for (const uid of uids) {
    await notify(tx, {
      uid,
      aboutUid: owner,
      kind: 'contact',
      title: texts.noticeContactTitle,
      text: texts[message].replace('{name}', () => name),
      route: 'contacts',
      sent: now,
    });
  }
};

/** Adds contacts to one user's list only, and notifies those whom the user has not removed lately. */
const addInOneList = async (tx: WriteTransaction, newContacts: NewContacts): Promise<void> => {
  await addContacts(tx, newContacts);
  const uids = await withoutRecentlyRemoved(tx, newContacts);
  await notifyOfContact(tx, { ...newContacts, uids }, 'noticeContactAdded');
};

/**
 * Adds people whom the user didn't choose one by one, for example from an import. Skips existing contacts and blocked
 * people, and stops when the list is full. Returns the number of added contacts.
 */
export const addPossibleContacts = async (tx: WriteTransaction, { owner, uids, now }: NewContacts): Promise<number> => {
  // Reads all excluded users in every case, because a shorter duration of some requests could reveal that somebody
  // blocks the owner.
  const [excludedUids, addedCount] = [
    await readUnaddableUids(tx.knex, owner),
    await createContactRepository(tx.knex).countContactsOf(owner),
  ];
  const addableUids = uids
    .filter((otherUid) => !excludedUids.has(otherUid))
    .slice(0, Math.max(0, MAX_CONTACTS - addedCount));
  if (addableUids.length === 0) return 0;
  await addInOneList(tx, { owner, uids: addableUids, now });
  return addableUids.length;
};

/**
 * Checks whether these people can become contacts of `uid`. Returns the error; null if they can. With
 * `isConsentNeeded`, they must already have the user as a contact; all others get the same error, independent of
 * blocks.
 */
const findAddError = async (
  tx: WriteTransaction,
  uid: string,
  { otherUids, isConsentNeeded }: { readonly otherUids: readonly string[]; readonly isConsentNeeded: boolean },
): Promise<ContactAddError | null> => {
  const people = await createPeople(tx.knex).find(otherUids);
  const canBecomeContact = (otherUid: string): boolean => {
    const person = people.get(otherUid);
    return person !== undefined && mayBecomeContact(person);
  };
  if (!otherUids.every(canBecomeContact)) return 'notFound';
  if (isConsentNeeded) {
    const holderUids = await createContactRepository(tx.knex).findOwnersAmong(otherUids, uid);
    if (!otherUids.every((otherUid) => holderUids.has(otherUid))) return 'notAContact';
  }
  const blockStateWith = await blocksBetween(tx.knex, uid, otherUids);
  return otherUids.some((otherUid) => isUninvitable(blockStateWith(otherUid))) ? 'uninvitable' : null;
};

/** Service that reads and changes the contact lists of users. */
export interface ContactService {
  list(uid: string): Promise<Contact[]>;
  /** Adds contacts to the list of `uid` only: the other people's lists don't change. */
  add(uid: string, otherUids: readonly string[]): Promise<RouteResult<AddedContacts>>;
  /** Removes people from a user's contacts and groups. */
  remove(uid: string, otherUids: readonly string[]): Promise<void>;
  /**
   * Adds the visible, verified users with these e-mail addresses, until the list is full. Refuses a request with too
   * few addresses, because the number of added people would then tell who has an account.
   */
  importByEmails(uid: string, emails: readonly string[]): Promise<RouteResult<ImportOutcome>>;
  /**
   * Makes `uid` and other users contacts in both directions. The request names the connection code of one user, or
   * users who hold `uid` as a contact already.
   */
  connect(uid: string, connectionRequest: ConnectionRequest): Promise<RouteResult<AddedContacts>>;
  /** Returns the first name of the user whose connection code this is. Blocks don't change the answer. */
  findSender(code: string): Promise<Result<ConnectionSender, 'connectionCodeUnknown'>>;
}

interface ContactServiceDeps {
  readonly database: Database;
  readonly clock: Clock;
  /**
   * Rate limits of one user: `added` counts the people whom the user adds one by one, `imported` the e-mail addresses
   * that the user imports, whether they have an account or not.
   */
  readonly limits: { readonly added: RateLimiter; readonly imported: RateLimiter };
}

/**
 * Creates the service of contacts. If one person of a request can't be added, the request adds nobody; only an import
 * skips such people.
 */
export const createContactService = ({ database, clock, limits }: ContactServiceDeps): ContactService => {
  /**
   * Makes two or more people contacts of each other. Returns the people to notify: those whose list got a new contact,
   * and those who are new in the owner's list.
   */
  const addInBothLists = async (
    tx: WriteTransaction,
    { owner, uids, now }: NewContacts,
  ): Promise<Result<string[], 'listFull'>> => {
    const contactRepository = createContactRepository(tx.knex);
    const [ownContactUids, uidsWithOwner] = [
      await contactRepository.findAmong(owner, uids),
      await contactRepository.findOwnersAmong(uids, owner),
    ];
    const [addedUids, uidsToAdd] = [
      uids.filter((uid) => !ownContactUids.has(uid)),
      uids.filter((uid) => !uidsWithOwner.has(uid)),
    ];
    // Checks the limits of all contact lists before the first write.
    for (const [uid, addedCount] of [
      [owner, addedUids.length] as const,
      ...uidsToAdd.map((addedUid) => [addedUid, 1] as const),
    ])
      if (!(await hasListCapacity(tx, uid, addedCount))) return err('listFull');
    await addContacts(tx, { owner, uids: addedUids, now });
    for (const uid of uidsToAdd) await addContacts(tx, { owner: uid, uids: [owner], now });
    return ok([...new Set([...(await withoutRecentlyRemoved(tx, { owner, uids: addedUids, now })), ...uidsToAdd])]);
  };

  const connectUsers = async (
    tx: WriteTransaction,
    owner: string,
    people: { readonly otherUids: readonly string[]; readonly isConsentNeeded: boolean },
  ): Promise<Result<AddedContacts, ContactAddError>> => {
    const { otherUids } = people;
    const addError = await findAddError(tx, owner, people);
    if (addError !== null) return err(addError);
    const now = clock.now();
    const addedResult = await addInBothLists(tx, { owner, uids: otherUids, now });
    if (!addedResult.ok) return addedResult;
    await notifyOfContact(tx, { owner, uids: addedResult.value, now }, 'noticeContactConnected');
    return ok({ contacts: await readContacts(tx.knex, owner, otherUids) });
  };

  /** Returns those of `otherUids` who aren't contacts of `uid` yet. */
  const findNewUids = async (knex: Connection, uid: string, otherUids: readonly string[]): Promise<string[]> => {
    const contactUids = await createContactRepository(knex).findAmong(uid, otherUids);
    return [...new Set(otherUids)].filter((otherUid) => !contactUids.has(otherUid));
  };

  const findUidByCode = async (knex: Connection, input: string): Promise<string | null> => {
    const person = await createPeople(knex).findByConnectionCode(connectionCodeOf(input));
    return person !== null && mayBecomeContact(person) ? person.uid : null;
  };

  return {
    list: (uid) => database.read((knex) => readContacts(knex, uid)),

    async add(uid, otherUids) {
      if (otherUids.length === 0) return err('ErrorNoUsers');
      if (otherUids.includes(uid)) return err(invalidField('contacts', 'self'));
      const addPeople = async (tx: WriteTransaction): Promise<RouteResult<AddedContacts>> => {
        const newContacts: NewContacts = {
          owner: uid,
          uids: await findNewUids(tx.knex, uid, otherUids),
          now: clock.now(),
        };
        const addError = await findAddError(tx, uid, { otherUids: newContacts.uids, isConsentNeeded: false });
        if (addError !== null) return err(addError);
        if (!(await hasListCapacity(tx, uid, newContacts.uids.length))) return err('listFull');
        await addInOneList(tx, newContacts);
        return ok({ contacts: await readContacts(tx.knex, uid, otherUids) });
      };
      const addedCount = (await findNewUids(database.knex, uid, otherUids)).length;
      return addedCount === 0
        ? database.write(addPeople)
        : countSuccess(limits.added, uid, () => database.write(addPeople), addedCount);
    },

    remove: (uid, otherUids) =>
      database.write(async (tx) => {
        const now = clock.now();
        const contactRepository = createContactRepository(tx.knex);
        await contactRepository.forgetRemovals(uid, now - QUIET_AFTER_REMOVAL_MS);
        const removedUids = new Set(await contactRepository.remove(uid, otherUids, now));
        for (const removedUid of removedUids)
          tx.record(userLogName(uid), { kind: 'del', collection: 'contacts', key: removedUid });
        const groupRepository = createGroupRepository(tx.knex);
        const affectedGroups = (await groupRepository.findOf(uid)).filter(({ members }) =>
          members.some((member) => removedUids.has(member)),
        );
        await groupRepository.removeMembers(uid, [...removedUids]);
        for (const group of affectedGroups) {
          const value = { ...group, members: group.members.filter((member) => !removedUids.has(member)) };
          tx.record(userLogName(uid), { kind: 'put', collection: 'contactGroups', key: group.key, value });
        }
      }),

    // Handles each e-mail address in the same steps, so that neither the response nor its duration reveals who has an
    // account.
    async importByEmails(uid, emails) {
      const validEmails = [
        ...new Set(emails.map(validateEmail).flatMap((email) => (email.ok ? [email.value.toLowerCase()] : []))),
      ];
      if (validEmails.length < IMPORT_MIN_EMAILS) return err(invalidField('emails', 'tooFew'));
      const attemptResult = await consumeAttempt(limits.imported, uid, emails.length);
      if (!attemptResult.ok) return attemptResult;
      return database.write(async (tx) => {
        const uids = (await createPeople(tx.knex).findVisibleByEmails(validEmails)).map((person) => person.uid);
        return ok({ added: await addPossibleContacts(tx, { owner: uid, uids, now: clock.now() }) });
      });
    },

    connect: (uid, connection) =>
      database.write(async (tx): Promise<RouteResult<AddedContacts>> => {
        if ('code' in connection) {
          const otherUid = await findUidByCode(tx.knex, connection.code);
          if (otherUid === null) return err('connectionCodeUnknown');
          return otherUid === uid
            ? err(invalidField('code', 'self'))
            : connectUsers(tx, uid, { otherUids: [otherUid], isConsentNeeded: false });
        }
        if (connection.users.length === 0) return err('ErrorNoUsers');
        return connection.users.includes(uid)
          ? err(invalidField('users', 'self'))
          : connectUsers(tx, uid, { otherUids: [...new Set(connection.users)], isConsentNeeded: true });
      }),

    findSender: (code) =>
      database.read(async (knex): Promise<Result<ConnectionSender, 'connectionCodeUnknown'>> => {
        const senderUid = await findUidByCode(knex, code);
        if (senderUid === null) return err('connectionCodeUnknown');
        return ok({ firstName: (await createPeople(knex).findFirstNames([senderUid])).get(senderUid) ?? '' });
      }),
  };
};
