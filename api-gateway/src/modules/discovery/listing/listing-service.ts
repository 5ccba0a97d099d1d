import { err, ok } from '@mahlzeit/contract';
import type {
  Coordinate,
  MealType,
  NearbyRequest,
  Offer,
  Restaurant,
  RestTimeType,
  Result,
  Tag,
  VatType,
} from '@mahlzeit/contract';
import { berlinDay, distanceMeters, sortByRank, rankOf } from '@mahlzeit/contract/rules';
import { mapInTurns } from '../../../platform';
import type { Clock, Connection, Database } from '../../../platform';
import { sortedFilterTags, createCatalogRepository, vatTypesOn } from '../menu';
import { createRestaurantRepository, presentRestaurant } from '../restaurants';
import type { OwnRestaurant, PlacedRestaurant, RestaurantRepository } from '../restaurants';

/**
 * Maximum number of restaurants in the restaurant list, over all its pages (Decision 1). The list contains the nearest
 * ones.
 */
const MAX_LISTED_RESTAURANTS = 100;

type FindRestaurant = (restaurantRepository: RestaurantRepository) => Promise<OwnRestaurant | null>;

// Finds the nearest restaurants and sorts them by the order of the lunch list, because the app shows that list first.
// The browser sorts all other lists itself. Whether a restaurant has lunch at all doesn't matter for the order, because
// the lunch list leaves the others out.
const findRankedNearby = async (
  restaurantRepository: RestaurantRepository,
  { location, radius }: NearbyRequest,
  now: number,
) => {
  const nearbyLocations = await restaurantRepository.findNearest({ location, radius, limit: MAX_LISTED_RESTAURANTS });
  const restaurantById = await restaurantRepository.findById(nearbyLocations.map(({ id }) => id));
  const rankedRestaurants = await mapInTurns(nearbyLocations, ({ id, meters }) => {
    const own = restaurantById.get(id);
    return own === undefined ? [] : { own, meters, rank: rankOf(own, { meters, now, list: 'lunch' }) };
  });
  return sortByRank(rankedRestaurants.flat(), ({ rank }) => rank);
};

const presentRestaurants = async (
  knex: Connection,
  placedRestaurants: readonly PlacedRestaurant[],
  now: number,
): Promise<Restaurant[]> => {
  const catalogRepository = createCatalogRepository(knex);
  const tags = await catalogRepository.findTags(placedRestaurants.flatMap(({ own }) => own.tagIds));
  const offers = await catalogRepository.findOffersOn(
    berlinDay(now),
    placedRestaurants.map(({ own }) => own.key),
  );
  return mapInTurns(placedRestaurants, ({ own, meters }) =>
    presentRestaurant(own, { tags, offers: offers.get(own.key) ?? [], meters }, now),
  );
};

/**
 * Creates the service that reads restaurants, and the lists that they refer to: meal types, tags, reasons for closures,
 * VAT rates.
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
      const distanceToViewpoint = viewpoint === null ? null : distanceMeters(viewpoint, storedRestaurant.location);
      const [restaurant] = await presentRestaurants(
        knex,
        [{ own: storedRestaurant, meters: distanceToViewpoint }],
        clock.now(),
      );
      return restaurant === undefined ? err('notFound') : ok(restaurant);
    });

  return {
    /** Returns one page of the partner restaurants around a place; empty after the last page. */
    async nearby(request: NearbyRequest): Promise<Restaurant[]> {
      const now = clock.now();
      const firstIndex = (request.page - 1) * request.pageSize;
      return database.read(async (knex) => {
        const rankedRestaurants = await findRankedNearby(createRestaurantRepository(knex), request, now);
        return presentRestaurants(knex, rankedRestaurants.slice(firstIndex, firstIndex + request.pageSize), now);
      });
    },

    /** Returns a listed restaurant, partner or not, with its distance from `viewpoint`. */
    byKey: (restaurantKey: string, viewpoint: Coordinate | null) =>
      readRestaurant((restaurantRepository) => restaurantRepository.find(restaurantKey), viewpoint),

    /**
     * Returns a restaurant, listed or not: a restaurant keeps access to its paid orders after it was removed from the
     * list.
     */
    byKnownKey: (restaurantKey: string) =>
      readRestaurant(
        async (restaurantRepository) => (await restaurantRepository.findAllKnown([restaurantKey]))[0] ?? null,
        null,
      ),

    /** Returns the listed restaurant with this routing name. */
    byRoutingName: (routingName: string, viewpoint: Coordinate | null) =>
      readRestaurant((restaurantRepository) => restaurantRepository.findByRoutingName(routingName), viewpoint),

    /** Returns the menu of a listed restaurant on a day; empty for a day without a menu. */
    menuOn: (restaurantKey: string, day: string): Promise<Result<Offer[], 'notFound'>> =>
      database.read(async (knex) => {
        const restaurant = await createRestaurantRepository(knex).find(restaurantKey);
        if (restaurant === null) return err('notFound');
        const offers = await createCatalogRepository(knex).findOffersOn(day, [restaurantKey]);
        return ok(offers.get(restaurantKey) ?? []);
      }),

    /** Returns all meal types, sorted by `order`. */
    mealTypes: (): Promise<MealType[]> => createCatalog().findMealTypes(),

    /** Returns the tags for the filter, the most popular first. */
    tags: async (): Promise<Tag[]> => sortedFilterTags(await createCatalog().findAllTags()),

    /** Returns all reasons for closures of restaurants. */
    restTimeTypes: (): Promise<RestTimeType[]> => createCatalog().findRestTimeTypes(),

    /** Returns the VAT rates that are valid today. */
    vatTypes: async (): Promise<VatType[]> => vatTypesOn(await createCatalog().findVatRates(), berlinDay(clock.now())),
  };
};

/**
 * Service that reads restaurants, and the lists that they refer to: meal types, tags, reasons for closures, VAT rates.
 */
export type ListingService = ReturnType<typeof createListingService>;
