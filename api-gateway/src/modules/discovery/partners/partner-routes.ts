import {
  autocompletePlaces,
  deletePartnerDiscount,
  deletePartnerMeal,
  err,
  geocode,
  getDiscounts,
  getMealTypes,
  getPartnerMenu,
  getPartnerRestaurant,
  getPlace,
  getPopularDishes,
  getRestaurant,
  getRestaurantByRoutingName,
  getRestTimeTypes,
  getTags,
  getTeasers,
  getVatTypes,
  loadByLocation,
  ok,
  putPartnerDiscount,
  putPartnerMeal,
  putPartnerRestaurant,
  searchMeals,
  searchNonPartners,
  searchPartners,
  searchTags,
} from '@mahlzeit/contract';
import type { Coordinate, LocationQuery } from '@mahlzeit/contract';
import { partnerRoute, route } from '../../../platform';
import type { BoundRoute, Database } from '../../../platform';
import type { DiscoveryService } from '../listing/listing-service';
import type { GazetteerService } from '../gazetteer/gazetteer-service';
import type { MealService } from '../menu/meal-service';
import { createPromotionRepository } from '../promotions/promotion-repository';
import type { DiscountService } from '../promotions/promotion-service';
import type { RestaurantService } from './partner-restaurant-service';
import type { SearchService } from '../search/search-service';

/** Where the caller is; null where the query has no coordinate. */
const placeOf = ({ latitude, longitude }: LocationQuery): Coordinate | null =>
  latitude === undefined || longitude === undefined ? null : { latitude, longitude };

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

/** The searches by name over HTTP. */
export const searchRoutes = (search: SearchService): BoundRoute[] => [
  route(searchPartners, async ({ params, query, session }) =>
    ok(await search.partners(params.text, { from: placeOf(query), reader: session })),
  ),
  route(searchNonPartners, async ({ params, query, session }) =>
    ok(await search.nonPartners(params.text, { from: placeOf(query), reader: session })),
  ),
  route(searchMeals, async ({ params, query, session }) =>
    ok(await search.meals(params.text, { from: placeOf(query), reader: session })),
  ),
  route(getPopularDishes, async ({ query, session }) =>
    ok(await search.popular({ from: placeOf(query), reader: session })),
  ),
  route(searchTags, async ({ params }) => ok(await search.tags(params.text))),
];

/** Places and geocoding over HTTP; the fixed path before the one with an id. */
export const gazetteerRoutes = (gazetteer: GazetteerService): BoundRoute[] => [
  route(autocompletePlaces, async ({ query }) => ok(await gazetteer.suggest(query.text, placeOf(query)))),
  route(getPlace, ({ params }) => gazetteer.place(params.placeId)),
  route(geocode, async ({ query }) => ok(await gazetteer.geocode(query))),
];

/** Teasers and discounts over HTTP. */
export const promotionRoutes = ({
  database,
  discounts,
}: {
  database: Database;
  discounts: DiscountService;
}): BoundRoute[] => [
  route(getTeasers, async () => ok(await createPromotionRepository(database.knex).findTeasers())),
  route(getDiscounts, async ({ session }) => ok(await discounts.available(session))),
];

/** What of discovery partners see and change. */
interface PartnerChanges {
  readonly discovery: Pick<DiscoveryService, 'byKnownKey'>;
  readonly meals: MealService;
  readonly discounts: DiscountService;
  readonly restaurants: RestaurantService;
}

/**
 * The partner API's routes; the platform has verified the token when they run, each service asks the policy what it
 * opens.
 */
export const partnerRoutes = ({ discovery, meals, discounts, restaurants }: PartnerChanges): BoundRoute[] => [
  partnerRoute(getPartnerRestaurant, async ({ partner: { restaurantKey } }) =>
    restaurantKey === null ? err('notFound') : discovery.byKnownKey(restaurantKey),
  ),
  partnerRoute(putPartnerRestaurant, ({ partner, params, body }) => restaurants.change(partner, params.key, body)),
  partnerRoute(getPartnerMenu, ({ partner, query }) => meals.menu(partner, query.restaurantId, query.date)),
  partnerRoute(putPartnerMeal, ({ partner, params, body }) => meals.put(partner, params.key, body)),
  partnerRoute(deletePartnerMeal, ({ partner, params }) => meals.remove(partner, params.key)),
  partnerRoute(putPartnerDiscount, ({ partner, params, body }) => discounts.put(partner, params.key, body)),
  partnerRoute(deletePartnerDiscount, ({ partner, params }) => discounts.remove(partner, params.key)),
];
