import { err, ok } from '@mahlzeit/contract';
import type {
  Coordinate,
  MealType,
  NearbyRequest,
  Restaurant,
  RestTimeType,
  Result,
  Tag,
  VatType,
} from '@mahlzeit/contract';
import { berlinDay, distanceMeters, sortByRank, rankOf } from '@mahlzeit/contract/rules';
import type { Clock, Connection, Database } from '../../../platform';
import { sortedFilterTags, createCatalogRepository, vatTypesOn } from '../menu';
import { createRestaurantRepository, presentRestaurant } from '../restaurants';
import type { OwnRestaurant, PlacedRestaurant, RestaurantRepository } from '../restaurants';

/** Decision 1: maximum number of restaurants in the list, over all its pages. The list contains the nearest ones. */
const MAX_LISTED_RESTAURANTS = 100;

type FindRestaurant = (restaurants: RestaurantRepository) => Promise<OwnRestaurant | null>;

// The order is that of the lunch list, with which the page begins; the page sorts its other lists itself. The lunch
// list contains only restaurants with lunch, so the order ignores whether a restaurant has lunch.
const findRankedNearby = async (
  restaurants: RestaurantRepository,
  { location, radius }: NearbyRequest,
  now: number,
) => {
  const nearPlaces = await restaurants.findNearest({ location, radius, limit: MAX_LISTED_RESTAURANTS });
  const restaurantById = await restaurants.findById(nearPlaces.map(({ id }) => id));
  const placedRestaurants = nearPlaces.flatMap(({ id, meters }) => {
    const restaurant = restaurantById.get(id);
    return restaurant === undefined ? [] : { own: restaurant, meters };
  });
  return sortByRank(placedRestaurants, ({ own, meters }) => rankOf(own, { meters, now, list: 'lunch' }));
};

const presentRestaurants = async (
  knex: Connection,
  placedRestaurants: readonly PlacedRestaurant[],
  now: number,
): Promise<Restaurant[]> => {
  const catalog = createCatalogRepository(knex);
  const tags = await catalog.findTags(placedRestaurants.flatMap(({ own }) => own.tagIds));
  const offers = await catalog.findOffersOn(
    berlinDay(now),
    placedRestaurants.map(({ own }) => own.key),
  );
  return placedRestaurants.map(({ own, meters }) =>
    presentRestaurant(own, { tags, offers: offers.get(own.key) ?? [], meters }, now),
  );
};

/**
 * Creates the service that reads restaurants, and the vocabulary: meal types, tags, reasons for closures, VAT rates.
 */
export const createListingService = ({ database, clock }: { database: Database; clock: Clock }) => {
  const createCatalog = () => createCatalogRepository(database.knex);

  const readRestaurant = (
    findRestaurant: FindRestaurant,
    viewpoint: Coordinate | null,
  ): Promise<Result<Restaurant, 'notFound'>> =>
    database.read(async (knex) => {
      const storedRestaurant = await findRestaurant(createRestaurantRepository(knex));
      if (storedRestaurant === null) return err('notFound');
      const meters = viewpoint === null ? null : distanceMeters(viewpoint, storedRestaurant.location);
      const [restaurant] = await presentRestaurants(knex, [{ own: storedRestaurant, meters }], clock.now());
      return restaurant === undefined ? err('notFound') : ok(restaurant);
    });

  return {
    /** Returns one page of the partners around a place; empty after the last page. */
    async nearby(request: NearbyRequest): Promise<Restaurant[]> {
      const now = clock.now();
      const start = (request.page - 1) * request.pageSize;
      return database.read(async (knex) => {
        const rankedRestaurants = await findRankedNearby(createRestaurantRepository(knex), request, now);
        return presentRestaurants(knex, rankedRestaurants.slice(start, start + request.pageSize), now);
      });
    },

    /** Returns a listed restaurant, partner or not, with its distance from `viewpoint`. */
    byKey: (key: string, viewpoint: Coordinate | null) =>
      readRestaurant((restaurants) => restaurants.find(key), viewpoint),

    /**
     * Returns a restaurant, listed or not: a restaurant keeps access to its paid orders after it was removed from the
     * list.
     */
    byKnownKey: (key: string) =>
      readRestaurant(async (restaurants) => (await restaurants.findAllKnown([key]))[0] ?? null, null),

    /** Returns the listed restaurant with this routing name. */
    byRoutingName: (routingName: string, viewpoint: Coordinate | null) =>
      readRestaurant((restaurants) => restaurants.findByRoutingName(routingName), viewpoint),

    /** Returns all meal types, sorted by `order`. */
    mealTypes: (): Promise<MealType[]> => createCatalog().findMealTypes(),

    /** Returns the tags for the filter, the most popular first. */
    tags: async (): Promise<Tag[]> => sortedFilterTags(await createCatalog().findAllTags()),

    /** Returns all reasons for closures. */
    restTimeTypes: (): Promise<RestTimeType[]> => createCatalog().findRestTimeTypes(),

    /** Returns the VAT rates that are valid today. */
    vatTypes: async (): Promise<VatType[]> => vatTypesOn(await createCatalog().findVatRates(), berlinDay(clock.now())),
  };
};

/** Service that reads restaurants, and the vocabulary: meal types, tags, reasons for closures, VAT rates. */
export type ListingService = ReturnType<typeof createListingService>;
