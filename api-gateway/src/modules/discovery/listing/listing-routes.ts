import {
  getMealTypes,
  getRestaurant,
  getRestaurantByRoutingName,
  getRestTimeTypes,
  getTags,
  getVatTypes,
  loadByLocation,
  ok,
} from '@mahlzeit/contract';
import { route } from '../../../platform';
import type { BoundRoute } from '../../../platform';
import { coordinateOf } from '../restaurants';
import type { ListingService } from './listing-service';

/** Creates the routes that read restaurants, and the vocabulary: meal types, tags, reasons for closures, VAT rates. */
export const listingRoutes = (listing: ListingService): BoundRoute[] => [
  route(loadByLocation, async ({ body }) => ok(await listing.nearby(body))),
  route(getRestaurantByRoutingName, ({ params, query }) =>
    listing.byRoutingName(params.routingName, coordinateOf(query)),
  ),
  route(getRestaurant, ({ params, query }) => listing.byKey(params.key, coordinateOf(query))),
  route(getMealTypes, async () => ok(await listing.mealTypes())),
  route(getTags, async () => ok(await listing.tags())),
  route(getRestTimeTypes, async () => ok(await listing.restTimeTypes())),
  route(getVatTypes, async () => ok(await listing.vatTypes())),
];
