import { err, ok } from '@mahlzeit/contract';
import type { ContactGroup, ContactGroupForm, Result } from '@mahlzeit/contract';
import { isGroupNameTaken, isGroupTooSmall, MAX_GROUPS, MAX_OTHER_PEOPLE } from '@mahlzeit/contract/rules';
import { userLogName } from '../../platform';
import type { Connection, Database } from '../../platform';
import { createPeople } from '../identity';
import { createContactRepository } from './contact-repository';
import { createGroupRepository } from './group-repository';

type GroupError = 'ErrorTooFewContacts' | 'tooManyMembers' | 'notAContact' | 'ErrorGroupNameTaken' | 'listFull';

const germanCollator = new Intl.Collator('de');

/** Returns the contact groups of a user, sorted by name. */
export const readGroups = async (knex: Connection, owner: string): Promise<ContactGroup[]> =>
  (await createGroupRepository(knex).findOf(owner)).sort((a, b) => germanCollator.compare(a.name, b.name));

/** Service that reads and changes contact groups. Each group is visible only to its owner. */
export interface GroupService {
  list(owner: string): Promise<ContactGroup[]>;
  /** Creates or replaces the owner's contact group with this key. */
  put(owner: string, groupKey: string, form: ContactGroupForm): Promise<Result<ContactGroup, GroupError>>;
  /** Removes a contact group. An unknown key is no error. */
  remove(owner: string, key: string): Promise<void>;
}

/** Returns those of `uids` who are contacts of the owner and have an account that isn't marked for deletion. */
const findActiveContacts = async (knex: Connection, owner: string, uids: readonly string[]): Promise<string[]> => {
  const contactUids = await createContactRepository(knex).findAmong(owner, uids);
  const people = await createPeople(knex).find([...contactUids]);
  return uids.filter((uid) => people.get(uid)?.isDeleted === false);
};

/**
 * Creates the service of contact groups. It checks the members, the name and the number of groups before it stores a
 * group.
 */
export const createGroupService = ({ database }: { readonly database: Database }): GroupService => {
  const findGroupError = async (knex: Connection, owner: string, group: ContactGroup): Promise<GroupError | null> => {
    const { members } = group;
    const groups = await createGroupRepository(knex).findOf(owner);
    const previousGroup = groups.find(({ key }) => key === group.key);
    const storedMembers =
      previousGroup === undefined ? null : await findActiveContacts(knex, owner, previousGroup.members);
    if (isGroupTooSmall(members, storedMembers)) return 'ErrorTooFewContacts';
    if (members.length > MAX_OTHER_PEOPLE) return 'tooManyMembers';
    const contactUids = await createContactRepository(knex).findAmong(owner, members);
    // Refuses members who aren't contacts, except those whom the stored group already has: an erased user stays in a
    // group until the owner removes them.
    if (members.some((uid) => !contactUids.has(uid) && previousGroup?.members.includes(uid) !== true))
      return 'notAContact';
    // S11: an edited group may keep its own name.
    if (isGroupNameTaken(groups, group)) return 'ErrorGroupNameTaken';
    return previousGroup === undefined && groups.length >= MAX_GROUPS ? 'listFull' : null;
  };

  return {
    list: (owner) => database.read((knex) => readGroups(knex, owner)),

    put: (owner, key, { name, isFavorite, contacts }) =>
      database.write(async (tx): Promise<Result<ContactGroup, GroupError>> => {
        const group: ContactGroup = { key, name, isFavorite, members: [...new Set(contacts)] };
        const groupError = await findGroupError(tx.knex, owner, group);
        if (groupError !== null) return err(groupError);
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
