export { connectByCode, storeGroup, useContactActions } from './contact-actions';
export {
  applyContacts,
  invitableMembers,
  liveBlockedUsers,
  liveContactGroups,
  liveContacts,
  matchesName,
  membersOf,
} from './contact-collections';
