import { deleteAvatar, uploadAvatar } from './avatar';
import { getLegalDocument, getVersionInfo } from './content';
import { changeEmail, reauthenticate } from './credentials';
import { deleteMe, exportUser, restoreUser } from './deletion';
import { getDiscounts } from './discount';
import { geocode } from './geocode';
import { getMealTypes } from './meal-type';
import { closeNotifications, getNotifications } from './notification';
import { getLiveness, getReadiness, getVersion } from './operation';
import { deletePartnerMeal, putPartnerMeal } from './partner';
import { deletePartnerDiscount, putPartnerDiscount } from './partner-discount';
import { putPartnerRestaurant } from './partner-restaurant';
import { confirmPasswordReset, requestPasswordReset } from './password-reset';
import { autocompletePlaces, getPlace } from './place';
import { getRegistry } from './registry';
import { getRestaurant, getRestaurantByRoutingName, loadByLocation } from './restaurant-routes';
import type { Route } from './route';
import { searchMeals, searchNonPartners, searchPartners, searchTags } from './search-routes';
import { anonymousSession, login, logout, refresh, register } from './session';
import { getRestTimeTypes, getTags } from './tag';
import { getTeasers } from './teaser';
import { completeThirdParty, getProviders } from './third-party';
import { getMe, patchMe } from './user';
import { getVatTypes } from './vat-type';
import { resendEmailVerification, verifyEmail } from './verification';

/** Every route of the gateway that speaks JSON. */
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
  searchTags,
  getTeasers,
  getDiscounts,
  autocompletePlaces,
  getPlace,
  geocode,
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
