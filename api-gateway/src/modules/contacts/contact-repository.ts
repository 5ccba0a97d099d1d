import { insertInChunks, readInChunks } from '../../platform';
import type { Connection } from '../../platform';
import { knexOf } from '../../platform/database/knex-of';

/** A contact as the export shows it to the owner of the list. */
interface StoredContact {
  readonly uid: string;
  readonly createdAt: number;
}

interface ContactRow {
  readonly owner_uid: string;
  readonly contact_uid: string;
  readonly created_at: number | string;
}

/** Stores contact lists. Each list is visible only to its owner. */
export interface ContactRepository {
  /** Adds contacts. Existing contacts keep their time. */
  add(owner: string, uids: readonly string[], now: number): Promise<void>;
  /** Removes contacts. Returns the uids that were really contacts before. */
  remove(owner: string, uids: readonly string[]): Promise<string[]>;
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
    async remove(owner, uids) {
      const removedUids = await findAmong(owner, uids);
      for (const contact_uid of removedUids) await contactTable().where({ owner_uid: owner, contact_uid }).delete();
      return removedUids;
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
