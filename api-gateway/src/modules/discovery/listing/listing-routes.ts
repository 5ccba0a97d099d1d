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
import { route } from '../../../platform';
import type { BoundRoute, Database } from '../../../platform';
import { coordinateOf } from '../restaurants';
import type { ListingService } from './listing-service';

/** Creates the routes that read restaurants, and the vocabulary: meal types, tags, reasons for closures, VAT rates. */
export const listingRoutes = (
  listingService: ListingService,
  { costlyReads }: Pick<Database, 'costlyReads'>,
): BoundRoute[] => [
  route(loadByLocation, async ({ body, address, session }) =>
    ok(await costlyReads.run({ address, person: session?.uid ?? '' }, () => listingService.nearby(body))),
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
