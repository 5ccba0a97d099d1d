import type { PersonalDataProvider } from '../../platform';
import { createBlockRepository } from './block-repository';
import { createContactRepository } from './contact-repository';
import type { PersonUpdates } from './person-updates';
import { createGroupRepository } from './group-repository';

/**
 * Personal data of contacts, groups and blocks. A contact list is visible to its owner alone, so the export doesn't
 * contain the lists of others that have the user in them.
 */
export const createContactsPersonalData = (renewal: Pick<PersonUpdates, 'forgetPerson'>): PersonalDataProvider => ({
  name: 'social',
  personalTables: {
    contact: ['owner_uid', 'contact_uid'],
    user_block: ['blocker_uid', 'blocked_uid'],
    contact_group: ['owner_uid', 'name'],
    // Groups of others keep the uid of an erased member; it identifies nobody any more.
    contact_group_member: ['owner_uid', 'member_uid', 'group_key'],
  },
  impersonalTables: [],

  export: async (knex, { uid }) => ({
    contacts: await createContactRepository(knex).findOf(uid),
    groups: await createGroupRepository(knex).findOf(uid),
    blockedUsers: await createBlockRepository(knex).findBlockedBy(uid),
  }),

  // Contacts and blocks of both sides are deleted with the row of the user.
  async erase(tx, { uid }) {
    await renewal.forgetPerson(tx, uid);
    await createGroupRepository(tx.knex).removeAllOf(uid);
  },
});
