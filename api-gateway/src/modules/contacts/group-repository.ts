import type { ContactGroup } from '@mahlzeit/contract';
import { insertInChunks } from '../../platform';
import type { Connection } from '../../platform';
import { knexOf } from '../../platform/database/knex-of';

interface GroupRow {
  readonly owner_uid: string;
  readonly key: string;
  readonly name: string;
  readonly is_favorite: boolean | number;
}

interface MemberRow {
  readonly owner_uid: string;
  readonly group_key: string;
  readonly member_uid: string;
  readonly position: number;
}

/** Groups of contacts; each is visible to its owner alone. */
export interface GroupRepository {
  /** Returns a user's groups with their members in the chosen order. */
  findOf(owner: string): Promise<ContactGroup[]>;
  /** Creates or replaces a group with its members. */
  put(owner: string, group: ContactGroup): Promise<void>;
  /** Removes a group. Returns whether it existed. */
  remove(owner: string, key: string): Promise<boolean>;
  /** Removes people from all groups of their owner. */
  removeMembers(owner: string, uids: readonly string[]): Promise<void>;
  removeAllOf(owner: string): Promise<void>;
}

/** Groups in the database. */
export const createGroupRepository = (connection: Connection): GroupRepository => {
  const knex = knexOf(connection);
  const groups = () => knex<GroupRow>('contact_group');
  const members = () => knex<MemberRow>('contact_group_member');

  return {
    async findOf(owner) {
      const rows = await groups().where({ owner_uid: owner }).orderBy('key');
      const memberRows = await members().where({ owner_uid: owner }).orderBy(['group_key', 'position']);
      return rows.map(({ key, name, is_favorite }) => ({
        key,
        name,
        isFavorite: Boolean(is_favorite),
        members: memberRows.flatMap(({ group_key, member_uid }) => (group_key === key ? [member_uid] : [])),
      }));
    },

    async put(owner, { key, name, isFavorite, members: uids }) {
      await groups()
        .insert({ owner_uid: owner, key, name, is_favorite: isFavorite })
        .onConflict(['owner_uid', 'key'])
        .merge();
      await members().where({ owner_uid: owner, group_key: key }).delete();
      await insertInChunks(
        uids.map((member_uid, position) => ({ owner_uid: owner, group_key: key, member_uid, position })),
        (chunk) => members().insert(chunk),
      );
    },

    remove: async (owner, key) => (await groups().where({ owner_uid: owner, key }).delete()) > 0,

    async removeMembers(owner, uids) {
      for (const member_uid of uids) await members().where({ owner_uid: owner, member_uid }).delete();
    },

    async removeAllOf(owner) {
      await groups().where({ owner_uid: owner }).delete();
    },
  };
};
