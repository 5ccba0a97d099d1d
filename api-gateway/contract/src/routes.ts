import { anonymousSession, changeEmail, confirmPasswordReset, login, logout, reauthenticate, refresh, register, requestPasswordReset } from './auth';
import { createChat, getChatMessages, getChats, readChat, sendChatMessage, sendContentMessage } from './chat-routes';
import { addContacts, blockUsers, connectUsers, deleteContactGroup, getBlockedUsers, getContactGroups, getContacts, getRandomUsers, importContacts, putContactGroup, removeContacts, searchBlockableUsers, searchContactableUsers, unblockUsers } from './contact-routes';
import { answerInvitation, getInvitation, getInvitationCalendar, getInvitations, getSharedInvitation, joinSharedInvitation, putInvitation, revokeInvitationLink, sendInvitationReminder, shareInvitation } from './invitation-routes';
import { getLegalDocument, getVersionInfo } from './content';
import { getLiveness, getReadiness, getRegistry, getVersion } from './deployment';
import { getDiscounts } from './discount';
import { getPopularDishes, searchMeals, searchTags } from './dish-search-routes';
import { geocode } from './geocode';
import { getMealTypes, getVatTypes } from './menu';
import { closeNotifications, getNotifications } from './notification';
import { deletePartnerDiscount, deletePartnerMeal, putPartnerDiscount, putPartnerMeal, putPartnerRestaurant } from './partner';
import { acceptPartnerOrder, getPartnerMenu, getPartnerOrders, getPartnerRestaurant, refundPartnerOrder } from './partner-order';
import {
  abandonOrder, captureOrder, createNaturalUser, deactivateCard, finishCardRegistration, getCards, getOrder, getOrderByPayIn, getOrderCalendar, getOrders, getPayIn, getPaymentUser, getReceipt, placeOrder, rateOrder,
  registerCard, setDefaultCard, updateOrderStatus,
} from './payment-routes';
import { autocompletePlaces, getPlace } from './place';
import { reportAbuse } from './report';
import { getRestaurant, getRestaurantByRoutingName, getRestTimeTypes, getTags, loadByLocation } from './restaurant-routes';
import type { Route } from './route';
import { searchNonPartners, searchPartners } from './search-routes';
import { getStaticMap } from './static-map';
import { getTeasers } from './teaser';
import { completeThirdParty, getProviders } from './third-party';
import { getMe, patchMe } from './user';
import { deleteAvatar, deleteMe, exportUser, resendEmailVerification, restoreUser, uploadAvatar, verifyEmail } from './user-routes';

/** Every route of the gateway; pages, assets and the ways of a sign-in are not among them. */
export const routes: readonly Route[] = [
  anonymousSession,
  register,
  login,
  refresh,
  logout,
  getProviders,
  completeThirdParty,
  requestPasswordReset,
  confirmPasswordReset,
  reauthenticate,
  changeEmail,
  getMe,
  patchMe,
  verifyEmail,
  resendEmailVerification,
  deleteMe,
  restoreUser,
  exportUser,
  uploadAvatar,
  deleteAvatar,
  getNotifications,
  closeNotifications,
  connectUsers,
  blockUsers,
  unblockUsers,
  getBlockedUsers,
  getContacts,
  addContacts,
  removeContacts,
  importContacts,
  getContactGroups,
  putContactGroup,
  deleteContactGroup,
  searchContactableUsers,
  searchBlockableUsers,
  getRandomUsers,
  getChats,
  createChat,
  sendContentMessage,
  getChatMessages,
  sendChatMessage,
  readChat,
  sendInvitationReminder,
  getInvitations,
  putInvitation,
  getSharedInvitation,
  joinSharedInvitation,
  getInvitation,
  answerInvitation,
  shareInvitation,
  revokeInvitationLink,
  getInvitationCalendar,
  reportAbuse,
  getPaymentUser,
  getCards,
  createNaturalUser,
  registerCard,
  finishCardRegistration,
  deactivateCard,
  setDefaultCard,
  placeOrder,
  getPayIn,
  updateOrderStatus,
  captureOrder,
  abandonOrder,
  getOrders,
  getOrderByPayIn,
  getOrderCalendar,
  getReceipt,
  getOrder,
  rateOrder,
  loadByLocation,
  getRestaurant,
  getRestaurantByRoutingName,
  getMealTypes,
  getTags,
  getRestTimeTypes,
  getVatTypes,
  searchPartners,
  searchNonPartners,
  searchMeals,
  getPopularDishes,
  searchTags,
  getTeasers,
  getDiscounts,
  autocompletePlaces,
  getPlace,
  geocode,
  getStaticMap,
  getVersionInfo,
  getLegalDocument,
  putPartnerMeal,
  deletePartnerMeal,
  putPartnerRestaurant,
  putPartnerDiscount,
  deletePartnerDiscount,
  getPartnerRestaurant,
  getPartnerMenu,
  getPartnerOrders,
  acceptPartnerOrder,
  refundPartnerOrder,
  getRegistry,
  getVersion,
  getLiveness,
  getReadiness,
];
