import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Coordinate, FoundMeal, FoundRestaurant, PopularDish, Tag } from '@mahlzeit/contract';
import {
  berlinDay,
  dealPrice,
  isDiscountRedeemableAt,
  NEARBY_RADIUS_METRES,
  searchNeedle,
  searchTextOf,
} from '@mahlzeit/contract/rules';
import type { DiscountsAtInstant } from '@mahlzeit/contract/rules';
import { LRUCache } from 'lru-cache';
import { createSemaphore } from '../../../platform';
import type { Clock, Connection, Database } from '../../../platform';
import { createCatalogRepository } from '../menu';
import type { DiscountReader, DiscountService } from '../promotions';
import { createRestaurantRepository, presentSummary } from '../restaurants';
import { createSearchRepository } from './search-repository';
import { compareResults, countServedDishes, foundPriceOf, foundStatusOf } from './search-rules';
import type { CountedOffer } from './search-rules';

const MAX_RESULTS = 20;
// Number of nearest matching dishes whose availability is checked.
const MAX_MEAL_CANDIDATES = 60;
/** Number of places among which popular dishes are counted: those that the list shows. */
const MAX_POPULAR_CANDIDATES = 100;
const MAX_POPULAR_DISHES = 5;
const POPULAR_CACHE_MS = 60_000;
const MAX_CACHED_COUNTS = 500;
const MAX_WAITING_COUNTS = 20;

const matchesNeedle = (tag: Tag, needle: string): boolean =>
  [tag.name, ...Object.values(tag.translations)].some((name) => searchTextOf(name).includes(needle));

const toKilometres = (meters: number | null): number | null => (meters === null ? null : Math.round(meters) / 1000);

interface MealSearch {
  readonly needle: string;
  readonly from: Coordinate | null;
  readonly deals: DiscountsAtInstant;
}

const findMeals = async (knex: Connection, { needle, from, deals }: MealSearch): Promise<FoundMeal[]> => {
  const offerMatches = await createSearchRepository(knex).findOffers({
    needle,
    day: berlinDay(deals.now),
    from,
    limit: from === null ? MAX_RESULTS : MAX_MEAL_CANDIDATES,
  });
  const restaurantById = await createRestaurantRepository(knex).findById(
    offerMatches.map(({ restaurantId }) => restaurantId),
  );
  const offers = new Map(
    (await createCatalogRepository(knex).findOffers(offerMatches.map(({ key }) => key))).map(({ offer }) => [
      offer.key,
      offer,
    ]),
  );
  const mealResults = offerMatches.flatMap(({ key, restaurantId, meters }) => {
    const [restaurant, offer] = [restaurantById.get(restaurantId), offers.get(key)];
    return restaurant === undefined || offer === undefined
      ? []
      : {
          own: restaurant,
          offer: { ...offer, price: dealPrice(offer, restaurant, deals) },
          meters,
          key,
          status: foundStatusOf(restaurant, [offer], deals.now),
        };
  });
  return (
    from === null ? mealResults : mealResults.sort((a, b) => compareResults(a, b) || a.offer.price - b.offer.price)
  )
    .slice(0, MAX_RESULTS)
    .map(({ own, offer, meters, status }) => ({
      key: offer.key,
      name: offer.name,
      price: offer.price,
      unit: offer.unit,
      typeKey: offer.typeKey,
      status,
      initialDistanceKm: toKilometres(meters),
      restaurant: { key: own.key, name: own.name, routingName: own.routingName },
    }));
};

const countPopularDishes = async (
  knex: Connection,
  location: Coordinate,
  deals: DiscountsAtInstant,
): Promise<PopularDish[]> => {
  const restaurants = createRestaurantRepository(knex);
  const nearPlaces = await restaurants.findNearest({
    location,
    radius: NEARBY_RADIUS_METRES,
    limit: MAX_POPULAR_CANDIDATES,
  });
  const restaurantById = await restaurants.findById(nearPlaces.map(({ id }) => id));
  const offers = await createSearchRepository(knex).findOffersServedOn(
    berlinDay(deals.now),
    [...restaurantById.values()].map(({ key }) => key),
  );
  const places = nearPlaces.flatMap(({ id, meters }) => {
    const restaurant = restaurantById.get(id);
    // The unit is null, because the query leaves out dishes that are sold by weight.
    const withDiscountPrice = (offer: CountedOffer): CountedOffer =>
      restaurant === undefined ? offer : { ...offer, price: dealPrice({ ...offer, unit: null }, restaurant, deals) };
    return restaurant === undefined
      ? []
      : { own: restaurant, meters, offers: (offers.get(restaurant.key) ?? []).map(withDiscountPrice) };
  });
  return countServedDishes(places, deals.now, MAX_POPULAR_DISHES).map(
    ({ name, places: placeCount, price, meters }) => ({
      name,
      places: placeCount,
      price,
      nearestKm: Math.round(meters / 100) / 10,
    }),
  );
};

interface SearchDeps {
  readonly database: Pick<Database, 'read'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly discounts: Pick<DiscountService, 'available'>;
}

/**
 * Creates the count of popular dishes. For a minute, one result serves all readers within about a hundred metres who
 * have the same discounts. Counts run one after the other. If too many counts are waiting, readers get an empty result.
 */
const createPopularDishCount = ({ database }: Pick<SearchDeps, 'database'>) => {
  const countsByPlace = new LRUCache<string, { readonly countedAt: number; readonly dishes: Promise<PopularDish[]> }>({
    max: MAX_CACHED_COUNTS,
  });
  const semaphore = createSemaphore(1);
  let waitingCount = 0;

  const countDishes = async (location: Coordinate, deals: DiscountsAtInstant): Promise<PopularDish[]> => {
    waitingCount += 1;
    try {
      return await semaphore.run(async () => {
        // Lets other work run first, because a SQLite query blocks the event loop.
        await nextTurn();
        return database.read((knex) => countPopularDishes(knex, location, deals));
      });
    } finally {
      waitingCount -= 1;
    }
  };

  const cacheCounts = (key: string, countedAt: number, dishes: Promise<PopularDish[]>): void => {
    countsByPlace.set(key, { countedAt, dishes });
    // Removes a failed count from the cache. Its callers get the rejection from the promise.
    dishes.catch(() => countsByPlace.delete(key));
  };

  return async ({ latitude, longitude }: Coordinate, deals: DiscountsAtInstant): Promise<PopularDish[]> => {
    const location = {
      latitude: Math.round(latitude * 1_000) / 1_000,
      longitude: Math.round(longitude * 1_000) / 1_000,
    };
    const key = [location.latitude, location.longitude, ...deals.discounts.map((discount) => discount.key)].join(' ');
    const { now } = deals;
    const cachedCount = countsByPlace.get(key);
    if (cachedCount !== undefined && cachedCount.countedAt <= now && now - cachedCount.countedAt < POPULAR_CACHE_MS)
      return cachedCount.dishes;
    if (waitingCount > MAX_WAITING_COUNTS) return [];
    const dishes = countDishes(location, deals);
    cacheCounts(key, now, dishes);
    return dishes;
  };
};

/** A reader who searches, with the reader's coordinate. With null, results are sorted only by name. */
interface SearchContext {
  readonly from: Coordinate | null;
  readonly reader: DiscountReader;
}

/** Creates the search service. A text of less than three characters has no results. */
export const createSearchService = ({ database, clock, discounts }: SearchDeps) => {
  const findPopularDishes = createPopularDishCount({ database });

  /** Returns the discounts that reduce prices for a reader now. */
  const findDiscountsFor = async (reader: DiscountReader): Promise<DiscountsAtInstant> => {
    const now = clock.now();
    return {
      now,
      discounts: (await discounts.available(reader)).filter(
        (discount) => !discount.usedByMe && isDiscountRedeemableAt(discount, now),
      ),
    };
  };

  const restaurants = async (
    text: string,
    { from, reader, isPartner }: SearchContext & { isPartner: boolean },
  ): Promise<FoundRestaurant[]> => {
    const needle = searchNeedle(text);
    if (needle === null) return [];
    const deals = await findDiscountsFor(reader);
    return database.read(async (knex) => {
      const matches = await createSearchRepository(knex).findRestaurants({
        needle,
        isPartner,
        from,
        limit: MAX_RESULTS,
      });
      const offers = await createCatalogRepository(knex).findOffersOn(
        berlinDay(deals.now),
        matches.map(({ own }) => own.key),
      );
      return matches.map(({ own, meters }) => {
        const offersToday = offers.get(own.key) ?? [];
        return {
          ...presentSummary(own, meters),
          status: foundStatusOf(own, offersToday, deals.now),
          lunchPrice: foundPriceOf(own, offersToday, deals),
        };
      });
    });
  };

  return {
    /** Finds partners by name, the nearest first. */
    partners: (text: string, context: SearchContext) => restaurants(text, { ...context, isPartner: true }),

    /** Finds places without a menu by name, the nearest first. */
    nonPartners: (text: string, context: SearchContext) => restaurants(text, { ...context, isPartner: false }),

    /** Finds today's dishes by name: available dishes first, then the nearest. */
    async meals(text: string, { from, reader }: SearchContext): Promise<FoundMeal[]> {
      const needle = searchNeedle(text);
      if (needle === null) return [];
      const deals = await findDiscountsFor(reader);
      return database.read((knex) => findMeals(knex, { needle, from, deals }));
    },

    /** Returns the dishes that most nearby places still serve today; empty without a coordinate. */
    popular: async ({ from, reader }: SearchContext): Promise<PopularDish[]> =>
      from === null ? [] : findPopularDishes(from, await findDiscountsFor(reader)),

    /** Finds tags by their names in all languages. The number of tags is small, so every search reads all of them. */
    async tags(text: string): Promise<Tag[]> {
      const needle = searchNeedle(text);
      return needle === null
        ? []
        : (await database.read((knex) => createCatalogRepository(knex).findAllTags()))
            .filter((tag) => matchesNeedle(tag, needle))
            .slice(0, MAX_RESULTS);
    },
  };
};

/** Service that searches by name. */
export type SearchService = ReturnType<typeof createSearchService>;
