import type { PersonalDataProvider } from '../../platform';
import { createBlockRepository } from './block-repository';
import { createContactRepository } from './contact-repository';
import type { PersonUpdates } from './person-updates';
import { createGroupRepository } from './group-repository';

/**
 * What this module stores of a user. Whom others have in their lists is told to them alone, so who has the user in
 * theirs is not exported.
 */
export const createContactsPersonalData = (renewal: Pick<PersonUpdates, 'forget'>): PersonalDataProvider => ({
  name: 'social',
  personalTables: {
    contact: ['owner_uid', 'contact_uid'],
    user_block: ['blocker_uid', 'blocked_uid'],
    contact_group: ['owner_uid', 'name'],
    // Others keep the uid of an erased member: it leads to nobody any more.
    contact_group_member: ['owner_uid', 'member_uid', 'group_key'],
  },
  impersonalTables: [],

  export: async (knex, { uid }) => ({
    contacts: await createContactRepository(knex).findOf(uid),
    groups: await createGroupRepository(knex).findOf(uid),
    blockedUsers: await createBlockRepository(knex).findBlockedBy(uid),
  }),

  // Contacts and blocks go with the row of the user, on both sides.
  async erase(tx, { uid }) {
    await renewal.forget(tx, uid);
    await createGroupRepository(tx.knex).removeAllOf(uid);
  },
});
