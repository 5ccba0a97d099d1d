export { connectByCode, storeGroup, useContactActions, useWaitingFavorite } from './contact-actions';
export {
  applyContactsToStore,
  invitableMembers,
  liveBlockedUsers,
  liveContactGroups,
  liveContacts,
  nameMatchesSearch,
  membersOf,
} from './contact-collections';
