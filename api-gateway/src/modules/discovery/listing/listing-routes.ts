import {
  getMealTypes,
  getMenuOfDay,
  getRestaurant,
  getRestaurantByRoutingName,
  getRestTimeTypes,
  getTags,
  getVatTypes,
  loadByLocation,
  ok,
} from '@mahlzeit/contract';
import { createFairScheduler, route } from '../../../platform';
import type { BoundRoute } from '../../../platform';
import { coordinateOf } from '../restaurants';
import type { ListingService } from './listing-service';

// Maximum number of searches that run at once. Half of the database connections for reading stay free for other
// requests.
const MAX_CONCURRENT_SEARCHES = 4;

/**
 * Creates the routes that read restaurants, and the lists that they refer to: meal types, tags, reasons for closures,
 * VAT rates.
 */
export const listingRoutes = (listingService: ListingService): BoundRoute[] => {
  const searches = createFairScheduler({ maxRunning: MAX_CONCURRENT_SEARCHES });
  return [
    route(loadByLocation, async ({ body, address, session }) =>
      ok(await searches.run({ address, person: session?.uid ?? '' }, () => listingService.nearby(body))),
    ),
    route(getRestaurantByRoutingName, ({ params, query }) =>
      listingService.byRoutingName(params.routingName, coordinateOf(query)),
    ),
    route(getRestaurant, ({ params, query }) => listingService.byKey(params.key, coordinateOf(query))),
    route(getMenuOfDay, ({ params }) => listingService.menuOn(params.key, params.day)),
    route(getMealTypes, async () => ok(await listingService.mealTypes())),
    route(getTags, async () => ok(await listingService.tags())),
    route(getRestTimeTypes, async () => ok(await listingService.restTimeTypes())),
    route(getVatTypes, async () => ok(await listingService.vatTypes())),
  ];
};
