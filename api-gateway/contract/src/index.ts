export * from './auth';
export { Chat, ChatMessage, ChatMessageView, ChatRead, LastMessage } from './chat';
export * from './chat-routes';
export * from './contact';
export {
  AddedContacts,
  addContacts,
  blockUsers,
  BlockRequest,
  ConnectionRequest,
  ConnectionSender,
  connectUsers,
  ContactGroupForm,
  ContactImport,
  ContactKeys,
  deleteContactGroup,
  getBlockedUsers,
  getConnectionSender,
  getContactGroups,
  getContacts,
  getRandomUsers,
  importContacts,
  ImportOutcome,
  putContactGroup,
  removeContacts,
  searchBlockableUsers,
  searchContactableUsers,
  unblockUsers,
  UnblockRequest,
} from './contact-routes';
export * from './content';
export * from './deployment';
export * from './devices';
export * from './discount';
export * from './errors';
export * from './file-answer';
export * from './geocode';
export * from './import-report';
export * from './invitation';
export * from './invitation-routes';
export * from './live';
export * from './live-client-frame';
export * from './live-routes';
export * from './menu';
export * from './moderation';
export * from './notification';
export * from './order';
export * from './order-channel';
export * from './partner';
export * from './partner-order';
export * from './payment';
export * from './payment-options';
export * from './payment-routes';
export * from './passkey';
export * from './place';
export * from './prerender';
export * from './release';
export * from './release-health';
export * from './report';
export * from './restaurant';
export {
  getMenuOfDay,
  getRestaurant,
  getRestaurantByRoutingName,
  getRestTimeTypes,
  getTags,
  loadByLocation,
  LocationQuery,
  NearbyRequest,
} from './restaurant-routes';
export * from './route';
export { errorCodesOf } from './route-errors';
export * from './second-step';
export * from './shell-entries';
export * from './routes';
export * from './dish-search-routes';
export * from './place-suggestions';
export { FoundRestaurant, FoundStatus, searchNonPartners, searchPartners } from './search-routes';
export * from './static-map';
export * from './teaser';
export * from './third-party';
export * from './topics';
export * from './user';
export * from './user-routes';
export * from './values';
