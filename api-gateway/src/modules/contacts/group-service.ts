import { err, ok } from '@mahlzeit/contract';
import type { ContactGroup, ContactGroupForm, Result } from '@mahlzeit/contract';
import { GROUP_MIN_MEMBERS, isGroupNameTaken, MAX_GROUPS, MAX_OTHERS } from '@mahlzeit/contract/rules';
import { userLogName } from '../../platform';
import type { Connection, Database } from '../../platform';
import { createContactRepository } from './contact-repository';
import { createGroupRepository } from './group-repository';

type GroupError = 'ErrorTooFewContacts' | 'tooManyMembers' | 'notAContact' | 'ErrorGroupNameTaken' | 'listFull';

const german = new Intl.Collator('de');

/** Somebody's groups, by name. */
export const readGroups = async (knex: Connection, owner: string): Promise<ContactGroup[]> =>
  (await createGroupRepository(knex).findOf(owner)).sort((a, b) => german.compare(a.name, b.name));

/** Everybody's own groups of contacts. */
export interface GroupService {
  list(owner: string): Promise<ContactGroup[]>;
  /** Creates the group that has this key among those of its owner, or replaces it. */
  put(owner: string, key: string, form: ContactGroupForm): Promise<Result<ContactGroup, GroupError>>;
  /** Removes a group; one that isn't there is gone already. */
  remove(owner: string, key: string): Promise<void>;
}

/** Groups of contacts. */
export const createGroupService = ({ database }: { readonly database: Database }): GroupService => {
  const findObstacle = async (knex: Connection, owner: string, group: ContactGroup): Promise<GroupError | null> => {
    const { members } = group;
    if (members.length < GROUP_MIN_MEMBERS) return 'ErrorTooFewContacts';
    if (members.length > MAX_OTHERS) return 'tooManyMembers';
    const held = await createGroupRepository(knex).findOf(owner);
    const before = held.find(({ key }) => key === group.key);
    const contacts = await createContactRepository(knex).findAmong(owner, members);
    // Whoever was erased stays in a group until its owner takes them out.
    if (members.some((uid) => !contacts.has(uid) && before?.members.includes(uid) !== true)) return 'notAContact';
    // S11: its own name is nobody else's.
    if (isGroupNameTaken(held, group)) return 'ErrorGroupNameTaken';
    return before === undefined && held.length >= MAX_GROUPS ? 'listFull' : null;
  };

  return {
    list: (owner) => database.read((knex) => readGroups(knex, owner)),

    put: (owner, key, { name, isFavorite, contacts }) =>
      database.write(async (tx): Promise<Result<ContactGroup, GroupError>> => {
        const group: ContactGroup = { key, name, isFavorite, members: [...new Set(contacts)] };
        const obstacle = await findObstacle(tx.knex, owner, group);
        if (obstacle !== null) return err(obstacle);
        await createGroupRepository(tx.knex).put(owner, group);
        tx.record(userLogName(owner), { kind: 'put', collection: 'contactGroups', key, value: group });
        return ok(group);
      }),

    remove: (owner, key) =>
      database.write(async (tx) => {
        if (await createGroupRepository(tx.knex).remove(owner, key))
          tx.record(userLogName(owner), { kind: 'del', collection: 'contactGroups', key });
      }),
  };
};
