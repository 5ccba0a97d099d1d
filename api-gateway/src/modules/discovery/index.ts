import type { PrerenderRequest, StartPlace } from '@mahlzeit/contract';
import type { Clock, Database, FindTokenRestaurant, GatewayAddress, GatewayModule } from '../../platform';
import { createGazetteerService, gazetteerRoutes } from './gazetteer';
import { createDatedHoursWorker } from './import';
import { createFirstList, createListingService, createRestaurantTopic, listingRoutes } from './listing';
import { staticMapRoutes } from './maps';
import type { StaticMapDeps } from './maps';
import { createCounterMenuTopic, createMealService, createSoldOutCleanup } from './menu';
import { createPartnerRestaurantService, createTokenFinder, partnerRoutes } from './partners';
import {
  createDiscountService,
  createGlobalPromotions,
  createOwnDiscountSource,
  discountPersonalData,
  promotionRoutes,
} from './promotions';
import { createPlacePreview, placesTopicSource } from './restaurants';
import { createSearchService, searchRoutes } from './search';

export { storeGazetteer, storePostcodes, type Town } from './gazetteer';
export {
  createProgressBar,
  fileErrorLine,
  importFiles,
  offerOfDish,
  warningLines,
  type DishDraft,
  type ImportResult,
} from './import';
export { findOffers, findVatTypes, type StoredOffer } from './menu';
export { createPartnerTokens, deletePartnerToken, putPartnerToken, type PartnerTokens } from './partners';
export { findDiscountsFor, restoreDiscounts, redeemDiscounts, type StoredDiscount } from './promotions';
export {
  formatAddressLine,
  findKnownRestaurant,
  findKnownSummaries,
  findPayout,
  findRestaurant,
  findRestaurantByRoutingName,
  findSummaries,
  isReachableForOrders,
  mayActFor,
  mayReadCounter,
  previewImageOf,
  slugOf,
  stableKey,
  type LinkPreview,
  type OwnRestaurant,
} from './restaurants';
export { createSeedStore, type SeedStore } from './seeding';

/**
 * Discovery module: its routes and live topics, the data of the first restaurant list (which the gateway prerenders),
 * the preview of a place, and the function that finds the restaurant of a partner token.
 */
export type DiscoveryModule = GatewayModule & {
  firstList(startPlace: StartPlace): Promise<PrerenderRequest>;
  readonly previewPlace: ReturnType<typeof createPlacePreview>;
  readonly findTokenRestaurant: FindTokenRestaurant;
};

const PREVIEW_RATE_LIMIT = { points: 30, durationMs: 60_000 } as const;

/**
 * Dependencies of the discovery module: database, clock, public URL, rate limiters and shared results of the platform,
 * and the function that draws static maps.
 */
export interface DiscoveryDeps extends StaticMapDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly address: Pick<GatewayAddress, 'publicUrl'>;
}

/** Opens the function that loads the first restaurant list around a place, without the rest of the module. */
export const openFirstList = ({
  database,
  clock,
}: Pick<DiscoveryDeps, 'database' | 'clock'>): DiscoveryModule['firstList'] =>
  createFirstList({
    database,
    clock,
    listing: createListingService({ database, clock }),
    discounts: createDiscountService({ database, clock }),
  });

/**
 * Creates the module of places, menus and promotions. HTTP routes and live topics read this data; the partner API and
 * imports change it.
 */
export const createDiscoveryModule = ({
  database,
  clock,
  address,
  createRateLimiter,
  createSharedResults,
  drawMap,
}: DiscoveryDeps): DiscoveryModule => {
  const discountService = createDiscountService({ database, clock });
  const listingService = createListingService({ database, clock });
  const mealService = createMealService({ database, clock });
  const partnerRestaurantService = createPartnerRestaurantService({ database, clock });
  return {
    routes: [
      ...listingRoutes(listingService, database),
      ...searchRoutes(createSearchService({ database, clock, discounts: discountService })),
      ...gazetteerRoutes(createGazetteerService({ database })),
      ...promotionRoutes({ database, discounts: discountService }),
      ...partnerRoutes({
        listing: listingService,
        meals: mealService,
        discounts: discountService,
        restaurants: partnerRestaurantService,
      }),
      ...staticMapRoutes({ createRateLimiter, createSharedResults, drawMap }),
    ],
    workers: [createDatedHoursWorker({ database, clock })],
    periodicJobs: [createSoldOutCleanup({ database, clock })],
    personalData: discountPersonalData,
    topics: [
      createRestaurantTopic({ clock }),
      createCounterMenuTopic({ clock }),
      placesTopicSource,
      createGlobalPromotions({ clock }),
      createOwnDiscountSource({ clock }),
    ],
    findTokenRestaurant: createTokenFinder(database),
    firstList: openFirstList({ database, clock }),
    previewPlace: createPlacePreview({
      database,
      publicUrl: address.publicUrl,
      limiter: createRateLimiter('place-preview', PREVIEW_RATE_LIMIT),
    }),
  };
};
