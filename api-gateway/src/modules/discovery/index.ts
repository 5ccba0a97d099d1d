import type { Coordinate, PrerenderRequest } from '@mahlzeit/contract';
import type { Clock, Database, GatewayModule } from '../../platform';
import { discoveryRoutes, gazetteerRoutes, partnerRoutes, promotionRoutes, searchRoutes } from './discovery-routes';
import { createDiscoveryService, createFirstList } from './discovery-service';
import { createGazetteerService } from './gazetteer/gazetteer-service';
import { createDatedHoursWorker } from './import/hours/dated-hours-worker';
import { createMealService } from './meal-service';
import { createDiscountService, createGlobalPromotions, createOwnDiscounts, discountPersonalData } from './promotion-service';
import { createRestaurantService, createRestaurantTopic } from './restaurant-service';
import { createSearchService } from './search-service';
import { createStaticMapRouter, renderPng } from './static-map';

export { findMealTypes, offerRowOf } from './catalog-repository';
export type { StoredOffer } from './catalog-repository';
export { placeRowOf } from './gazetteer/gazetteer-repository';
export type { Town } from './gazetteer/gazetteer-repository';
export { createProgressBar, fileErrorLine, warningLines } from './import/import-report';
export { importFiles } from './import/import-service';
export type { ImportResult } from './import/import-service';
export { offerOfDish } from './import/menu-import';
export { recordPlace } from './import/place-import';
export type { DishDraft } from './import/place-record';
export { mealOps } from './meal-service';
export { slugOf, stableKey } from './naming-rules';
export { deleteDiscount, findDiscount, findRestaurantsOfCompany, putDiscount } from './promotion-repository';
export type { StoredDiscount } from './promotion-repository';
export { discountOps } from './promotion-service';
export { ownRestaurantOf, restaurantColumns, updateRestaurant } from './restaurant-repository';
export type { OwnRestaurant, RestaurantRow } from './restaurant-repository';

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
