import type { Coordinate, FirstViewRequest } from '@mahlzeit/contract';
import type { Clock, Database, GatewayModule } from '../../platform';
import { discoveryRoutes } from './discovery-routes';
import { createDiscoveryService } from './discovery-service';
import { discountData } from './discount-data';
import { createFirstList } from './first-list';
import { createDiscountService, type DiscountService } from './discount-service';
import { gazetteerRoutes } from './gazetteer/gazetteer-routes';
import { createGazetteerService } from './gazetteer/gazetteer-service';
import { createDatedHoursWorker } from './import/hours/dated-hours-worker';
import { createMealService, type MealService } from './meal-service';
import { promotionRoutes } from './promotion-routes';
import { createGlobalPromotions, createOwnDiscounts } from './promotion-topics';
import { createRestaurantService, type RestaurantService } from './restaurant-service';
import { createRestaurantTopic } from './restaurant-topic';
import { renderPng } from './static-map/png-renderer';
import { createStaticMapRouter } from './static-map/static-map-router';
import { searchRoutes } from './search-routes';
import { createSearchService } from './search-service';

export { importFiles, type ImportResult } from './import/import-service';
export { refusalLine, warningLines } from './import/import-words';
export { createProgressBar } from './import/progress-bar';
export { slugOf } from './routing-name-rules';
export { stableKey } from './import/stable-key-rules';
export { createWorldKeeper, foundWorld, renewWorld } from './world/keep-world';
export type { DishDraft } from './import/place-record';
export type { OwnRestaurant } from './restaurant-row';
export type { StoredDiscount } from './discount-row';
export type { Town } from './gazetteer/town';
export type { World, WorldPlace } from './world/world';
export type { DiscountService } from './discount-service';
export type { MealService } from './meal-service';
export type { RestaurantService } from './restaurant-service';

/** Discovery's routes and topics, and what the partner API changes through it. */
export type DiscoveryModule = GatewayModule & { readonly meals: MealService; readonly discounts: DiscountService; readonly restaurants: RestaurantService; firstList(at: Coordinate): Promise<FirstViewRequest> };

/** Places, their menus and what is promoted: the reads over HTTP, the live topics, and the services of who changes them. */
export const createDiscoveryModule = (deps: { database: Database; clock: Clock }): DiscoveryModule => {
  const discounts = createDiscountService(deps);
  const discovery = createDiscoveryService(deps);
  return {
    routes: [
      ...discoveryRoutes(discovery),
      ...searchRoutes(createSearchService(deps)),
      ...gazetteerRoutes(createGazetteerService(deps)),
      ...promotionRoutes({ database: deps.database, discounts }),
    ],
    router: createStaticMapRouter(renderPng),
    workers: [createDatedHoursWorker(deps)],
    userData: discountData,
    topics: [createRestaurantTopic(deps), createGlobalPromotions(deps), createOwnDiscounts(deps)],
    meals: createMealService(deps),
    discounts,
    restaurants: createRestaurantService(deps),
    firstList: createFirstList({ ...deps, discovery, discounts }),
  };
};
