import { insertInChunks, readInChunks } from '../../platform';
import type { Connection } from '../../platform';
import { knexOf } from '../../platform/database/knex-of';

/** A contact in the export of the list owner's data. */
interface StoredContact {
  readonly uid: string;
  readonly createdAt: number;
}

interface ContactRow {
  readonly owner_uid: string;
  readonly contact_uid: string;
  readonly created_at: number | string;
}

interface RemovalRow {
  readonly owner_uid: string;
  readonly contact_uid: string;
  readonly removed_at: number | string;
}

/** Repository of contact lists. Each list is visible only to its owner. */
export interface ContactRepository {
  /** Adds contacts to a user's list. Existing contacts keep their time. */
  add(owner: string, uids: readonly string[], now: number): Promise<void>;
  /**
   * Removes contacts from a user's list and stores the time of their removal. Returns the uids of the people who really
   * were contacts.
   */
  remove(owner: string, uids: readonly string[], now: number): Promise<string[]>;
  /** Returns those of `uids` whom the owner of the list has removed at `since` or later. */
  findRemovedAmong(owner: string, uids: readonly string[], since: number): Promise<ReadonlySet<string>>;
  /** Returns the people whom a user has removed, with the time of the last removal. */
  findRemovedBy(owner: string): Promise<{ readonly uid: string; readonly removedAt: number }[]>;
  /** Deletes the stored removals of a list's owner that are older than a time. */
  forgetRemovals(owner: string, before: number): Promise<void>;
  /** Returns the contacts of a user, in the order in which they were added. */
  findOf(owner: string): Promise<StoredContact[]>;
  countContactsOf(owner: string): Promise<number>;
  /** Returns those of `uids` that are contacts of `owner`. */
  findAmong(owner: string, uids: readonly string[]): Promise<ReadonlySet<string>>;
  /** Returns those of `owners` who have the user as a contact. */
  findOwnersAmong(owners: readonly string[], uid: string): Promise<ReadonlySet<string>>;
  /** Returns all users whose pages show a person: as a contact, or because of a block in either direction. */
  findObserversOf(uid: string): Promise<string[]>;
}

export const createContactRepository = (connection: Connection): ContactRepository => {
  const knex = knexOf(connection);
  const contactTable = () => knex<ContactRow>('contact');
  const removalTable = () => knex<RemovalRow>('contact_removal');

  const findAmong = async (owner: string, uids: readonly string[]): Promise<string[]> =>
    (
      await readInChunks(uids, (chunk) =>
        contactTable().where({ owner_uid: owner }).whereIn('contact_uid', chunk).select('contact_uid'),
      )
    ).map(({ contact_uid }) => contact_uid);

  return {
    async add(owner, uids, now) {
      const contactRows = [...new Set(uids)].map((uid) => ({ owner_uid: owner, contact_uid: uid, created_at: now }));
      await insertInChunks(contactRows, (chunk) =>
        contactTable().insert(chunk).onConflict(['owner_uid', 'contact_uid']).ignore(),
      );
    },
    async remove(owner, uids, now) {
      const removedUids = await findAmong(owner, uids);
      for (const contact_uid of removedUids) {
        await contactTable().where({ owner_uid: owner, contact_uid }).delete();
        await removalTable()
          .insert({ owner_uid: owner, contact_uid, removed_at: now })
          .onConflict(['owner_uid', 'contact_uid'])
          .merge();
      }
      return removedUids;
    },
    async findRemovedAmong(owner, uids, since) {
      const removalRows = await readInChunks(uids, (chunk) =>
        removalTable()
          .where({ owner_uid: owner })
          .whereIn('contact_uid', chunk)
          .andWhere('removed_at', '>=', since)
          .select('contact_uid'),
      );
      return new Set(removalRows.map(({ contact_uid }) => contact_uid));
    },
    async findRemovedBy(owner) {
      const removalRows = await removalTable()
        .where({ owner_uid: owner })
        .orderBy(['removed_at', 'contact_uid'])
        .select('contact_uid', 'removed_at');
      return removalRows.map(({ contact_uid, removed_at }) => ({ uid: contact_uid, removedAt: Number(removed_at) }));
    },
    async forgetRemovals(owner, before) {
      await removalTable().where({ owner_uid: owner }).andWhere('removed_at', '<', before).delete();
    },
    async findOf(owner) {
      const contactRows = await contactTable()
        .where({ owner_uid: owner })
        .orderBy(['created_at', 'contact_uid'])
        .select('contact_uid', 'created_at');
      return contactRows.map(({ contact_uid, created_at }) => ({ uid: contact_uid, createdAt: Number(created_at) }));
    },
    async countContactsOf(owner) {
      const [countRow] = await contactTable()
        .where({ owner_uid: owner })
        .count<{ count: number | string }[]>({ count: '*' });
      return Number(countRow?.count ?? 0);
    },
    findAmong: async (owner, uids) => new Set(await findAmong(owner, uids)),
    async findOwnersAmong(owners, uid) {
      const contactRows = await readInChunks(owners, (chunk) =>
        contactTable().where({ contact_uid: uid }).whereIn('owner_uid', chunk).select('owner_uid'),
      );
      return new Set(contactRows.map(({ owner_uid }) => owner_uid));
    },
    async findObserversOf(uid) {
      const observerRows: { observer: string }[] = await knex
        .select({ observer: 'owner_uid' })
        .from('contact')
        .where({ contact_uid: uid })
        .union([
          knex.select({ observer: 'blocker_uid' }).from('user_block').where({ blocked_uid: uid }),
          knex.select({ observer: 'blocked_uid' }).from('user_block').where({ blocker_uid: uid }),
        ])
        .orderBy('observer');
      return observerRows.map(({ observer }) => observer);
    },
  };
};
