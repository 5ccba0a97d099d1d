import {
  autocompletePlaces, deletePartnerDiscount, deletePartnerMeal, geocode, getDiscounts, getMealTypes, getPlace, getPopularDishes, getRestaurant, getRestaurantByRoutingName,
  getRestTimeTypes, getTags, getTeasers, getVatTypes, loadByLocation, ok, putPartnerDiscount, putPartnerMeal, putPartnerRestaurant, searchMeals,
  searchNonPartners, searchPartners, searchTags,
} from '@mahlzeit/contract';
import type { Coordinate, LocationQuery } from '@mahlzeit/contract';
import { openRoute, route } from '../../platform';
import type { BoundRoute, Database } from '../../platform';
import type { DiscoveryService } from './discovery-service';
import type { GazetteerService } from './gazetteer/gazetteer-service';
import type { MealService } from './meal-service';
import { createPromotionRepository } from './promotion-repository';
import type { DiscountService } from './promotion-service';
import type { RestaurantService } from './restaurant-service';
import type { SearchService } from './search-service';

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
  route(searchPartners, async ({ params, query }) => ok(await search.partners(params.text, placeOf(query)))),
  route(searchNonPartners, async ({ params, query }) => ok(await search.nonPartners(params.text, placeOf(query)))),
  route(searchMeals, async ({ params, query }) => ok(await search.meals(params.text, placeOf(query)))),
  route(getPopularDishes, async ({ query }) => ok(await search.popular(placeOf(query)))),
  route(searchTags, async ({ params }) => ok(await search.tags(params.text))),
];

/** Places and geocoding over HTTP; the fixed path before the one with an id. */
export const gazetteerRoutes = (gazetteer: GazetteerService): BoundRoute[] => [
  route(autocompletePlaces, async ({ query }) => ok(await gazetteer.suggest(query.text, placeOf(query)))),
  route(getPlace, ({ params }) => gazetteer.place(params.placeId)),
  route(geocode, async ({ query }) => ok(await gazetteer.geocode(query))),
];

/** Teasers and discounts over HTTP. */
export const promotionRoutes = ({ database, discounts }: { database: Database; discounts: DiscountService }): BoundRoute[] => [
  route(getTeasers, async () => ok(await createPromotionRepository(database.knex).findTeasers())),
  route(getDiscounts, async ({ session }) => ok(await discounts.available(session))),
];

/** What of discovery partners change. */
interface PartnerChanges {
  readonly meals: MealService;
  readonly discounts: DiscountService;
  readonly restaurants: RestaurantService;
}

/** The partner API's routes; the platform has compared the partner token when they run. */
export const partnerRoutes = ({ meals, discounts, restaurants }: PartnerChanges): BoundRoute[] => [
  openRoute(putPartnerMeal, ({ params, body }) => meals.put(params.key, body)),
  openRoute(deletePartnerMeal, async ({ params }) => {
    await meals.remove(params.key);
    return ok({});
  }),
  openRoute(putPartnerRestaurant, ({ params, body }) => restaurants.change(params.key, body)),
  openRoute(putPartnerDiscount, ({ params, body }) => discounts.put(params.key, body)),
  openRoute(deletePartnerDiscount, async ({ params }) => {
    await discounts.remove(params.key);
    return ok({});
  }),
];
