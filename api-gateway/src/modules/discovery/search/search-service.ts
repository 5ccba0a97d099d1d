import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Coordinate, FoundMeal, FoundRestaurant, PlaceSuggestions, PopularDish, Tag } from '@mahlzeit/contract';
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
import { findPlaceSuggestions } from './place-suggestions';
import type { SuggestionRequest } from './place-suggestions';
import { createSearchRepository } from './search-repository';
import { compareSearchResults, countServedDishes, foundPriceOf, foundStatusOf } from './search-rules';
import type { CountedOffer } from './search-rules';

const MAX_SEARCH_RESULTS = 20;
// Maximum number of matching dishes, the nearest ones, whose availability is checked.
const MAX_MEAL_CANDIDATES = 60;
/** Number of places among which popular dishes are counted: as many as the restaurant list shows. */
const MAX_POPULAR_CANDIDATES = 100;
const MAX_POPULAR_DISHES = 5;
const POPULAR_CACHE_MS = 60_000;
const MAX_CACHED_DISH_COUNTS = 500;
const MAX_WAITING_DISH_COUNTS = 20;

const matchesNeedle = (tag: Tag, needle: string): boolean =>
  [tag.name, ...Object.values(tag.translations)].some((name) => searchTextOf(name).includes(needle));

const metersToKilometres = (meters: number | null): number | null =>
  meters === null ? null : Math.round(meters) / 1000;

interface MealSearchCriteria {
  readonly needle: string;
  readonly from: Coordinate | null;
  readonly deals: DiscountsAtInstant;
}

const findMeals = async (knex: Connection, { needle, from, deals }: MealSearchCriteria): Promise<FoundMeal[]> => {
  const offerMatches = await createSearchRepository(knex).findOffers({
    needle,
    day: berlinDay(deals.now),
    from,
    limit: from === null ? MAX_SEARCH_RESULTS : MAX_MEAL_CANDIDATES,
  });
  const restaurantById = await createRestaurantRepository(knex).findById(
    offerMatches.map(({ restaurantId }) => restaurantId),
  );
  const offerByKey = new Map(
    (await createCatalogRepository(knex).findOffers(offerMatches.map(({ key }) => key))).map(({ offer }) => [
      offer.key,
      offer,
    ]),
  );
  const mealResults = offerMatches.flatMap(({ key, restaurantId, meters }) => {
    const [restaurant, matchedOffer] = [restaurantById.get(restaurantId), offerByKey.get(key)];
    return restaurant === undefined || matchedOffer === undefined
      ? []
      : {
          own: restaurant,
          offer: { ...matchedOffer, price: dealPrice(matchedOffer, restaurant, deals) },
          meters,
          key,
          status: foundStatusOf(restaurant, [matchedOffer], deals.now),
        };
  });
  return (
    from === null
      ? mealResults
      : mealResults.sort((a, b) => compareSearchResults(a, b) || a.offer.price - b.offer.price)
  )
    .slice(0, MAX_SEARCH_RESULTS)
    .map(({ own, offer, meters, status }) => ({
      key: offer.key,
      name: offer.name,
      price: offer.price,
      unit: offer.unit,
      typeKey: offer.typeKey,
      status,
      initialDistanceKm: metersToKilometres(meters),
      restaurant: { key: own.key, name: own.name, routingName: own.routingName },
    }));
};

const countPopularDishes = async (
  knex: Connection,
  location: Coordinate,
  activeDiscounts: DiscountsAtInstant,
): Promise<PopularDish[]> => {
  const restaurantRepository = createRestaurantRepository(knex);
  const placesNearby = await restaurantRepository.findNearest({
    location,
    radius: NEARBY_RADIUS_METRES,
    limit: MAX_POPULAR_CANDIDATES,
  });
  const restaurantById = await restaurantRepository.findById(placesNearby.map(({ id }) => id));
  const offersByRestaurant = await createSearchRepository(knex).findOffersServedOn(
    berlinDay(activeDiscounts.now),
    [...restaurantById.values()].map(({ key }) => key),
  );
  const countedPlaces = placesNearby.flatMap(({ id, meters }) => {
    const restaurant = restaurantById.get(id);
    // Computes the price of a dish after its discount. Its unit is null, because the query leaves out dishes that are
    // sold by weight.
    const withDiscountPrice = (countedOffer: CountedOffer): CountedOffer =>
      restaurant === undefined
        ? countedOffer
        : { ...countedOffer, price: dealPrice({ ...countedOffer, unit: null }, restaurant, activeDiscounts) };
    return restaurant === undefined
      ? []
      : { own: restaurant, meters, offers: (offersByRestaurant.get(restaurant.key) ?? []).map(withDiscountPrice) };
  });
  return countServedDishes(countedPlaces, activeDiscounts.now, MAX_POPULAR_DISHES).map(
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
 * Creates the function that counts popular dishes. For a minute, one result serves all users within about a hundred
 * metres who have the same discounts. Counts run one after the other; if too many are waiting, users get an empty
 * result.
 */
const createPopularDishCount = ({ database }: Pick<SearchDeps, 'database'>) => {
  const dishCountsByPlace = new LRUCache<
    string,
    { readonly countedAt: number; readonly dishes: Promise<PopularDish[]> }
  >({
    max: MAX_CACHED_DISH_COUNTS,
  });
  const countSemaphore = createSemaphore(1);
  let waitingCountRuns = 0;

  const countDishes = async (location: Coordinate, activeDiscounts: DiscountsAtInstant): Promise<PopularDish[]> => {
    waitingCountRuns += 1;
    try {
      return await countSemaphore.run(async () => {
        // Lets other work run first, because a SQLite query blocks the event loop.
        await nextTurn();
        return database.read((knex) => countPopularDishes(knex, location, activeDiscounts));
      });
    } finally {
      waitingCountRuns -= 1;
    }
  };

  const cacheDishCounts = (countsCacheKey: string, countedAt: number, popularDishes: Promise<PopularDish[]>): void => {
    dishCountsByPlace.set(countsCacheKey, { countedAt, dishes: popularDishes });
    // Removes a failed count from the cache. Its callers get the error from the same promise.
    popularDishes.catch(() => dishCountsByPlace.delete(countsCacheKey));
  };

  return async ({ latitude, longitude }: Coordinate, activeDiscounts: DiscountsAtInstant): Promise<PopularDish[]> => {
    const roundedLocation = {
      latitude: Math.round(latitude * 1_000) / 1_000,
      longitude: Math.round(longitude * 1_000) / 1_000,
    };
    const countsCacheKey = [
      roundedLocation.latitude,
      roundedLocation.longitude,
      ...activeDiscounts.discounts.map((discount) => discount.key),
    ].join(' ');
    const { now } = activeDiscounts;
    const cachedCount = dishCountsByPlace.get(countsCacheKey);
    if (cachedCount !== undefined && cachedCount.countedAt <= now && now - cachedCount.countedAt < POPULAR_CACHE_MS)
      return cachedCount.dishes;
    if (waitingCountRuns > MAX_WAITING_DISH_COUNTS) return [];
    const popularDishes = countDishes(roundedLocation, activeDiscounts);
    cacheDishCounts(countsCacheKey, now, popularDishes);
    return popularDishes;
  };
};

/** The user who searches, with the user's coordinate. When it is null, results are sorted only by name. */
interface SearchContext {
  readonly from: Coordinate | null;
  readonly reader: DiscountReader;
}

/** Creates the search service. A text of less than three characters has no results. */
export const createSearchService = ({ database, clock, discounts }: SearchDeps) => {
  const findPopularDishes = createPopularDishCount({ database });

  /** Returns the discounts that reduce prices for a user now. */
  const findDiscountsFor = async (discountReader: DiscountReader): Promise<DiscountsAtInstant> => {
    const now = clock.now();
    return {
      now,
      discounts: (await discounts.available(discountReader)).filter(
        (discount) => !discount.usedByMe && isDiscountRedeemableAt(discount, now),
      ),
    };
  };

  const searchRestaurants = async (
    searchText: string,
    { from, reader, isPartner }: SearchContext & { isPartner: boolean },
  ): Promise<FoundRestaurant[]> => {
    const needle = searchNeedle(searchText);
    if (needle === null) return [];
    const activeDiscounts = await findDiscountsFor(reader);
    return database.read(async (knex) => {
      const restaurantMatches = await createSearchRepository(knex).findRestaurants({
        needle,
        isPartner,
        from,
        limit: MAX_SEARCH_RESULTS,
      });
      const offersByRestaurant = await createCatalogRepository(knex).findOffersOn(
        berlinDay(activeDiscounts.now),
        restaurantMatches.map(({ own }) => own.key),
      );
      return restaurantMatches.map(({ own, meters }) => {
        const offersToday = offersByRestaurant.get(own.key) ?? [];
        return {
          ...presentSummary(own, meters),
          status: foundStatusOf(own, offersToday, activeDiscounts.now),
          lunchPrice: foundPriceOf(own, offersToday, activeDiscounts),
        };
      });
    });
  };

  return {
    /** Finds partner restaurants by name, the nearest first. */
    partners: (searchText: string, searchContext: SearchContext) =>
      searchRestaurants(searchText, { ...searchContext, isPartner: true }),

    /** Finds places that are no partners by name, the nearest first. */
    nonPartners: (searchText: string, searchContext: SearchContext) =>
      searchRestaurants(searchText, { ...searchContext, isPartner: false }),

    /** Finds today's dishes by name: available dishes first, then the nearest. */
    async meals(searchText: string, { from, reader }: SearchContext): Promise<FoundMeal[]> {
      const needle = searchNeedle(searchText);
      if (needle === null) return [];
      const activeDiscounts = await findDiscountsFor(reader);
      return database.read((knex) => findMeals(knex, { needle, from, deals: activeDiscounts }));
    },

    /** Returns the dishes that most nearby places still serve today; empty without a coordinate. */
    popular: async ({ from, reader }: SearchContext): Promise<PopularDish[]> =>
      from === null ? [] : findPopularDishes(from, await findDiscountsFor(reader)),

    /** Returns suggestions of places for a meetup: those that the user names, and the nearest ones. */
    suggestPlaces: (suggestionRequest: SuggestionRequest): Promise<PlaceSuggestions> =>
      database.read((knex) => findPlaceSuggestions(knex, suggestionRequest)),

    /** Finds tags by their names in all languages. The number of tags is small, so every search reads all of them. */
    async tags(searchText: string): Promise<Tag[]> {
      const needle = searchNeedle(searchText);
      return needle === null
        ? []
        : (await database.read((knex) => createCatalogRepository(knex).findAllTags()))
            .filter((tag) => matchesNeedle(tag, needle))
            .slice(0, MAX_SEARCH_RESULTS);
    },
  };
};

/** Service that searches restaurants, dishes and tags by name and counts popular dishes. */
export type SearchService = ReturnType<typeof createSearchService>;
