import { err, ok } from '@mahlzeit/contract';
import type { BlockedUser, UnblockRequest } from '@mahlzeit/contract';
import { MAX_CONTACTS } from '@mahlzeit/contract/rules';
import { invalidField, userLogName } from '../../platform';
import type { Clock, Database, LivePort, RouteResult, WriteTransaction } from '../../platform';
import { createPeople } from '../identity';
import { closeNotificationsBetween } from '../notifications';
import { opsAboutPerson, readBlockedUsers, readContacts } from './contact-list';
import { addPossibleContacts } from './contact-service';
import { mayBecomeContact } from './contact-policy';
import { blocksBetween } from './relations';
import { createBlockRepository } from './block-repository';

/** Service that reads and changes the blocks of a user. */
export interface BlockService {
  list(uid: string): Promise<BlockedUser[]>;
  /** Adds blocks of a user. Each block works in both directions: neither of the two people can contact the other. */
  block(uid: string, otherUids: readonly string[]): Promise<RouteResult<Record<never, never>>>;
  /** Removes blocks of a user. People who aren't blocked are skipped. */
  unblock(uid: string, request: UnblockRequest): Promise<RouteResult<Record<never, never>>>;
}

/** Handler that runs in the transaction in which `uid` blocks `otherUids`. */
export type OnBlocked = (tx: WriteTransaction, uid: string, otherUids: readonly string[]) => Promise<void>;

interface BlockServiceDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly live: Pick<LivePort, 'rightsChanged'>;
  readonly onBlocked: OnBlocked;
}

/** Creates the service of blocks. Each change is recorded in the live topics of both users. */
export const createBlockService = ({ database, clock, live, onBlocked }: BlockServiceDeps): BlockService => {
  /**
   * Records an added or removed block in the live topics of both users, and that both users' rights to read have
   * changed.
   */
  const recordBlockChange = async (tx: WriteTransaction, uid: string, otherUids: readonly string[]): Promise<void> => {
    for (const value of await readContacts(tx.knex, uid, otherUids))
      tx.record(userLogName(uid), { kind: 'put', collection: 'contacts', key: value.key, value });
    for (const { topic, op } of await opsAboutPerson(tx.knex, uid, otherUids)) tx.record(topic, op);
    for (const person of [uid, ...otherUids]) live.rightsChanged(tx, person);
  };

  const addUnblockedContacts = async (
    tx: WriteTransaction,
    uid: string,
    unblockedUids: readonly string[],
  ): Promise<void> => {
    const people = [...(await createPeople(tx.knex).find(unblockedUids)).values()]
      .filter(mayBecomeContact)
      .map((person) => person.uid);
    await addPossibleContacts(tx, { owner: uid, uids: people, now: clock.now() });
  };

  return {
    list: (uid) => database.read((knex) => readBlockedUsers(knex, uid)),

    async block(uid, otherUids) {
      if (otherUids.length === 0) return err('ErrorNoUsers');
      if (otherUids.includes(uid)) return err(invalidField('users', 'self'));
      return database.write(async (tx): Promise<RouteResult<Record<never, never>>> => {
        const blockRepository = createBlockRepository(tx.knex);
        const blockStateWith = await blocksBetween(tx.knex, uid, otherUids);
        const addedUids = [...new Set(otherUids)].filter((otherUid) => !blockStateWith(otherUid).isBlocked);
        if ((await createPeople(tx.knex).find(addedUids)).size < addedUids.length) return err('notFound');
        if ((await blockRepository.countBlockedBy(uid)) + addedUids.length > MAX_CONTACTS) return err('listFull');
        await blockRepository.add(uid, addedUids, clock.now());
        for (const value of await readBlockedUsers(tx.knex, uid, addedUids))
          tx.record(userLogName(uid), { kind: 'put', collection: 'blockedUsers', key: value.key, value });
        for (const otherUid of addedUids)
          tx.record(userLogName(otherUid), { kind: 'put', collection: 'isBlockedBy', key: uid, value: { key: uid } });
        await recordBlockChange(tx, uid, addedUids);
        // Closes open notifications between the blocking and the blocked user, so that pages opened later don't show
        // them.
        await closeNotificationsBetween(tx, uid, addedUids, { kinds: ['message', 'contact'], closedAt: clock.now() });
        await onBlocked(tx, uid, addedUids);
        return ok({});
      });
    },

    async unblock(uid, { users, addAsContacts }) {
      if (users.length === 0) return err('ErrorNoUsers');
      return database.write(async (tx) => {
        const unblockedUids = await createBlockRepository(tx.knex).remove(uid, users);
        for (const otherUid of unblockedUids) {
          tx.record(userLogName(uid), { kind: 'del', collection: 'blockedUsers', key: otherUid });
          tx.record(userLogName(otherUid), { kind: 'del', collection: 'isBlockedBy', key: uid });
        }
        if (addAsContacts) await addUnblockedContacts(tx, uid, unblockedUids);
        await recordBlockChange(tx, uid, unblockedUids);
        return ok({});
      });
    },
  };
};
