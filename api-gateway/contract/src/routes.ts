import { anonymousSession, changeEmail, confirmPasswordReset, login, logout, reauthenticate, refresh, register, requestPasswordReset } from './auth';
import { getLegalDocument, getVersionInfo } from './content';
import { getLiveness, getReadiness, getRegistry, getVersion } from './deployment';
import { getDiscounts } from './discount';
import { getPopularDishes, searchMeals, searchTags } from './dish-search-routes';
import { geocode } from './geocode';
import { getMealTypes, getVatTypes } from './menu';
import { closeNotifications, getNotifications } from './notification';
import { deletePartnerDiscount, deletePartnerMeal, putPartnerDiscount, putPartnerMeal, putPartnerRestaurant } from './partner';
import { autocompletePlaces, getPlace } from './place';
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
  getRegistry,
  getVersion,
  getLiveness,
  getReadiness,
];
