import type { PrerenderRequest, StartPlace } from '@mahlzeit/contract';
import type { Clock, Database, FindTokenRestaurant, GatewayAddress, GatewayModule } from '../../platform';
import { createCounterMenuTopic, createSoldOutCleanup } from './menu/counter-menu';
import {
  discoveryRoutes,
  gazetteerRoutes,
  partnerRoutes,
  promotionRoutes,
  searchRoutes,
} from './partners/partner-routes';
import { createDiscoveryService, createFirstList } from './listing/listing-service';
import { createGazetteerService } from './gazetteer/gazetteer-service';
import { createDatedHoursWorker } from './import/dated-hours-worker';
import { createMealService } from './menu/meal-service';
import { createTokenFinder } from './partners/partner-tokens';
import { createPlacePreview } from './restaurants/place-preview';
import {
  createDiscountService,
  createGlobalPromotions,
  createOwnDiscounts,
  discountPersonalData,
} from './promotions/promotion-service';
import {
  createRestaurantService,
  createRestaurantTopic,
  placesTopicSource,
} from './partners/partner-restaurant-service';
import { createSearchService } from './search/search-service';
import { staticMapRoutes } from './maps/static-map-routes';
import type { StaticMapDeps } from './maps/static-map-routes';

export { createCatalogRepository, offerRowOf, vatTypesOn } from './menu/catalog-repository';
export type { StoredOffer } from './menu/catalog-repository';
export { findDiscountsFor, giveDiscountsBack, takeDiscounts } from './promotions/discount-use';
export { findKnownSummaries, findSummaries } from './listing/listing-service';
export { mayActFor, mayReadCounter } from './restaurants/restaurant-policy';
export { placeRowOf } from './gazetteer/gazetteer-repository';
export type { Town } from './gazetteer/gazetteer-repository';
export { putGazetteer } from './gazetteer/import-gazetteer';
export { createProgressBar, fileErrorLine, warningLines } from './import/import-report';
export { importFiles } from './import/import-service';
export type { ImportResult } from './import/import-service';
export { offerOfDish } from './import/menu-import';
export { recordPlace } from './import/place-import';
export type { DishDraft } from './import/record/place-record';
export { mealOps } from './menu/meal-service';
export { slugOf, stableKey } from './restaurants/naming-rules';
export { createPartnerTokens, dropPartnerToken, putPartnerToken } from './partners/partner-tokens';
export type { PartnerTokens } from './partners/partner-tokens';
export { addressLine, previewImageOf, type LinkPreview } from './restaurants/place-preview';
export { createPromotionRepository } from './promotions/promotion-repository';
export type { StoredDiscount } from './promotions/promotion-repository';
export { discountOps } from './promotions/promotion-service';
export { createRestaurantRepository, ownRestaurantOf, restaurantColumns } from './restaurants/restaurant-repository';
export type { OwnRestaurant, RestaurantRow } from './restaurants/restaurant-repository';

/**
 * Discovery's routes and topics, the list that a page starts with, what messengers show of a place, and whose own token
 * it is.
 */
export type DiscoveryModule = GatewayModule & {
  firstList(start: StartPlace): Promise<PrerenderRequest>;
  readonly previewPlace: ReturnType<typeof createPlacePreview>;
  readonly findTokenRestaurant: FindTokenRestaurant;
};

const PREVIEWS_PER_ADDRESS = { points: 30, durationMs: 60_000 } as const;

/** Dependencies of discovery. */
export interface DiscoveryDeps extends StaticMapDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly address: Pick<GatewayAddress, 'publicUrl'>;
}

/** Places, their menus and promotions: read over HTTP and live topics, changed through the partner API and imports. */
export const createDiscoveryModule = (deps: DiscoveryDeps): DiscoveryModule => {
  const discounts = createDiscountService(deps);
  const discovery = createDiscoveryService(deps);
  return {
    routes: [
      ...discoveryRoutes(discovery),
      ...searchRoutes(createSearchService({ ...deps, discounts })),
      ...gazetteerRoutes(createGazetteerService(deps)),
      ...promotionRoutes({ database: deps.database, discounts }),
      ...partnerRoutes({
        discovery,
        meals: createMealService(deps),
        discounts,
        restaurants: createRestaurantService(deps),
      }),
      ...staticMapRoutes(deps),
    ],
    workers: [createDatedHoursWorker(deps)],
    periodicJobs: [createSoldOutCleanup(deps)],
    personalData: discountPersonalData,
    topics: [
      createRestaurantTopic(deps),
      createCounterMenuTopic(deps),
      placesTopicSource,
      createGlobalPromotions(deps),
      createOwnDiscounts(deps),
    ],
    findTokenRestaurant: createTokenFinder(deps.database),
    firstList: createFirstList({ ...deps, discovery, discounts }),
    previewPlace: createPlacePreview({
      ...deps,
      publicUrl: deps.address.publicUrl,
      limiter: deps.createRateLimiter('place-preview', PREVIEWS_PER_ADDRESS),
    }),
  };
};
