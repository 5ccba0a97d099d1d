import { getMealTypes, getRestaurant, getRestaurantByRoutingName, getRestTimeTypes, getTags, getVatTypes, loadByLocation, ok } from '@mahlzeit/contract';
import { route } from '../../platform';
import type { BoundRoute } from '../../platform';
import type { DiscoveryService } from './discovery-service';
import { placeOf } from './place-query';

/** The reads of discovery over HTTP. */
export const discoveryRoutes = (discovery: DiscoveryService): BoundRoute[] => [
  route(loadByLocation, async ({ body }) => ok(await discovery.nearby(body))),
  route(getRestaurantByRoutingName, ({ params, query }) => discovery.byRoutingName(params.routingName, placeOf(query))),
  route(getRestaurant, ({ params, query }) => discovery.byKey(params.key, placeOf(query))),
  route(getMealTypes, async () => ok(await discovery.mealTypes())),
  route(getTags, async () => ok(await discovery.tags())),
  route(getRestTimeTypes, async () => ok(await discovery.restTimeTypes())),
  route(getVatTypes, async () => ok(await discovery.vatTypes())),
];
