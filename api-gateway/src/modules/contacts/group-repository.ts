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

/** Repository of contact groups. Each group is visible only to its owner. */
export interface GroupRepository {
  /** Returns the contact groups of a user. The members are in the order that the user chose. */
  findOf(owner: string): Promise<ContactGroup[]>;
  /** Creates a contact group with its members, or replaces the owner's group with the same key. */
  put(owner: string, group: ContactGroup): Promise<void>;
  /** Removes a contact group. Returns false if it didn't exist. */
  remove(owner: string, groupKey: string): Promise<boolean>;
  /** Removes people from all contact groups of the owner. */
  removeMembers(owner: string, uids: readonly string[]): Promise<void>;
  removeGroupsOf(owner: string): Promise<void>;
}

export const createGroupRepository = (connection: Connection): GroupRepository => {
  const knex = knexOf(connection);
  const groupTable = () => knex<GroupRow>('contact_group');
  const memberTable = () => knex<MemberRow>('contact_group_member');

  return {
    async findOf(owner) {
      const groupRows = await groupTable().where({ owner_uid: owner }).orderBy('key');
      const memberRows = await memberTable().where({ owner_uid: owner }).orderBy(['group_key', 'position']);
      return groupRows.map(({ key, name, is_favorite }) => ({
        key,
        name,
        isFavorite: Boolean(is_favorite),
        members: memberRows.flatMap(({ group_key, member_uid }) => (group_key === key ? [member_uid] : [])),
      }));
    },

    async put(owner, { key, name, isFavorite, members: uids }) {
      await groupTable()
        .insert({ owner_uid: owner, key, name, is_favorite: isFavorite })
        .onConflict(['owner_uid', 'key'])
        .merge();
      await memberTable().where({ owner_uid: owner, group_key: key }).delete();
      await insertInChunks(
        uids.map((member_uid, position) => ({ owner_uid: owner, group_key: key, member_uid, position })),
        (chunk) => memberTable().insert(chunk),
      );
    },

    remove: async (owner, key) => (await groupTable().where({ owner_uid: owner, key }).delete()) > 0,

    async removeMembers(owner, uids) {
      for (const member_uid of uids) await memberTable().where({ owner_uid: owner, member_uid }).delete();
    },

    async removeGroupsOf(owner) {
      await groupTable().where({ owner_uid: owner }).delete();
    },
  };
};
