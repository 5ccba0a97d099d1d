import type { Coordinate, PrerenderRequest } from '@mahlzeit/contract';
import type { Clock, Database, GatewayModule } from '../../platform';
import { discoveryRoutes } from './discovery-routes';
import { createDiscoveryService } from './discovery-service';
import { discountPersonalData } from './discount-data';
import { createFirstList } from './first-list';
import { createDiscountService } from './discount-service';
import { gazetteerRoutes } from './gazetteer/gazetteer-routes';
import { createGazetteerService } from './gazetteer/gazetteer-service';
import { createDatedHoursWorker } from './import/hours/dated-hours-worker';
import { createMealService } from './meal-service';
import { promotionRoutes } from './promotion-routes';
import { createGlobalPromotions, createOwnDiscounts } from './promotion-topics';
import { createRestaurantService } from './restaurant-service';
import { partnerRoutes } from '../partner/partner-routes';
import { createRestaurantTopic } from './restaurant-topic';
import { renderPng } from './static-map/png-renderer';
import { createStaticMapRouter } from './static-map/static-map-router';
import { searchRoutes } from './search-routes';
import { createSearchService } from './search-service';

export { importFiles, type ImportProgress, type ImportResult } from './import/import-service';
export { fileErrorLine, warningLines } from './import/import-words';
export { slugOf } from './routing-name-rules';
export { stableKey } from './import/stable-key-rules';
export { findMealTypes } from './dictionary-repository';
export { discountOps } from './discount-change-rules';
export { deleteDiscount, findDiscount, findRestaurantsOfCompany, putDiscount } from './discount-repository';
export { placeRowOf } from './gazetteer/gazetteer-repository';
export { offerOfDish } from './import/menu-import-rules';
export { recordPlace } from './import/place-import';
export { mealOps } from './meal-change-rules';
export { offerRowOf, type StoredOffer } from './offer-repository';
export { updateRestaurant } from './restaurant-repository';
export { ownRestaurantOf, restaurantColumns, type RestaurantRow } from './restaurant-row';
export type { DishDraft } from './import/place-record';
export type { OwnRestaurant } from './restaurant-row';
export type { StoredDiscount } from './discount-row';
export type { Town } from './gazetteer/town';

/** Discovery's routes and topics, and the list that a page starts with. */
export type DiscoveryModule = GatewayModule & { firstList(at: Coordinate): Promise<PrerenderRequest> };

/** Places, their menus and promotions: read over HTTP and live topics, changed through the partner API and imports. */
export const createDiscoveryModule = (deps: { database: Database; clock: Clock }): DiscoveryModule => {
  const discounts = createDiscountService(deps);
  const discovery = createDiscoveryService(deps);
  return {
    routes: [
      ...discoveryRoutes(discovery),
      ...searchRoutes(createSearchService(deps)),
      ...gazetteerRoutes(createGazetteerService(deps)),
      ...promotionRoutes({ database: deps.database, discounts }),
      ...partnerRoutes({ meals: createMealService(deps), discounts, restaurants: createRestaurantService(deps) }),
    ],
    router: createStaticMapRouter(renderPng),
    workers: [createDatedHoursWorker(deps)],
    personalData: discountPersonalData,
    topics: [createRestaurantTopic(deps), createGlobalPromotions(deps), createOwnDiscounts(deps)],
    firstList: createFirstList({ ...deps, discovery, discounts }),
  };
};
