import type { PersonalDataProvider } from '../../platform';
import { createBlockRepository } from './block-repository';
import { createContactRepository } from './contact-repository';
import type { PersonUpdates } from './person-updates';
import { createGroupRepository } from './group-repository';

/**
 * Personal data of the contacts module: contacts, groups and blocks. A contact list is visible only to its owner. The
 * export of a user therefore doesn't contain other users' lists, even if they contain this user.
 */
export const createContactsPersonalData = (
  personUpdates: Pick<PersonUpdates, 'forgetPerson'>,
): PersonalDataProvider => ({
  name: 'social',
  personalTables: {
    contact: {
      purpose: 'the people whom a user meets, found again by name',
      kept: 'until one of them removes the other, or until the erasure',
      deletedBy: ['identity/erasure'],
      columns: { owner_uid: 'social.contacts[].uid', contact_uid: 'social.contacts[].uid' },
    },
    contact_removal: {
      purpose: 'not adding a removed contact again without being asked',
      kept: 'until the contact is added again, or until the erasure',
      deletedBy: ['identity/erasure'],
      columns: { owner_uid: 'social.removedContacts', contact_uid: 'social.removedContacts' },
    },
    user_block: {
      purpose: 'keeping people apart',
      kept: 'until the block is lifted, or until the erasure',
      deletedBy: ['identity/erasure'],
      columns: {
        blocker_uid: 'social.blockedUsers',
        blocked_uid: { omittedBecause: 'a blocked person must not learn who blocks them' },
      },
    },
    contact_group: {
      purpose: 'inviting the same people together',
      kept: 'until the user removes the group, or until the erasure',
      deletedBy: ['identity/erasure'],
      columns: { owner_uid: 'social.groups[].key', name: 'social.groups[].name' },
    },
    contact_group_member: {
      purpose: 'inviting the same people together',
      kept: 'as long as the group; it keeps the uid of an erased member, which no longer identifies a person',
      deletedBy: [],
      columns: {
        owner_uid: 'social.groups[].members',
        member_uid: 'social.groups[].members',
        group_key: 'social.groups[].key',
      },
    },
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
