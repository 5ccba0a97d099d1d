import { getLegalDocument, getVersionInfo } from './content';
import { getMealTypes } from './meal-type';
import { getLiveness, getReadiness, getVersion } from './operation';
import { deletePartnerMeal, putPartnerMeal } from './partner';
import { getRegistry } from './registry';
import { getRestaurant, getRestaurantByRoutingName, loadByLocation } from './restaurant-routes';
import type { Route } from './route';
import { anonymousSession, login, logout, refresh, register } from './session';
import { getRestTimeTypes, getTags } from './tag';
import { getMe } from './user';
import { getVatTypes } from './vat-type';

/** Every route of the gateway that speaks JSON. */
export const routes: readonly Route[] = [
  anonymousSession,
  register,
  login,
  refresh,
  logout,
  getMe,
  loadByLocation,
  getRestaurant,
  getRestaurantByRoutingName,
  getMealTypes,
  getTags,
  getRestTimeTypes,
  getVatTypes,
  getVersionInfo,
  getLegalDocument,
  putPartnerMeal,
  deletePartnerMeal,
  getRegistry,
  getVersion,
  getLiveness,
  getReadiness,
];
