import type { PersonalDataProvider } from '../../platform';
import { createBlockRepository } from './block-repository';
import { createContactRepository } from './contact-repository';
import type { PersonUpdates } from './person-updates';
import { createGroupRepository } from './group-repository';

/**
 * Personal data of contacts, groups and blocks. A contact list is visible only to its owner. The export of a user
 * therefore doesn't contain other users' lists, even if they contain this user.
 */
export const createContactsPersonalData = (
  personUpdates: Pick<PersonUpdates, 'forgetPerson'>,
): PersonalDataProvider => ({
  name: 'social',
  personalTables: {
    contact: ['owner_uid', 'contact_uid'],
    contact_removal: ['owner_uid', 'contact_uid'],
    user_block: ['blocker_uid', 'blocked_uid'],
    contact_group: ['owner_uid', 'name'],
    // Other users' groups keep the uid of an erased member. The uid no longer identifies a person.
    contact_group_member: ['owner_uid', 'member_uid', 'group_key'],
  },
  impersonalTables: [],

  export: async (knex, { uid }) => ({
    contacts: await createContactRepository(knex).findOf(uid),
    removedContacts: await createContactRepository(knex).findRemovedBy(uid),
    groups: await createGroupRepository(knex).findOf(uid),
    blockedUsers: await createBlockRepository(knex).findBlockedBy(uid),
  }),

  // `erase` deletes no contacts and blocks, because the foreign keys delete them with the row of the user.
  async erase(tx, { uid }) {
    await personUpdates.forgetPerson(tx, uid);
    await createGroupRepository(tx.knex).removeGroupsOf(uid);
  },
});
