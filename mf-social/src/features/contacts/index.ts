export { connectByCode, storeGroup, useContactActions } from './contact-actions';
export {
  applyContactsToStore,
  invitableMembers,
  liveBlockedUsers,
  liveContactGroups,
  liveContacts,
  nameMatchesSearch,
  membersOf,
} from './contact-collections';
