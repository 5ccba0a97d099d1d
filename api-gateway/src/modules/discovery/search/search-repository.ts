import type { Coordinate } from '@mahlzeit/contract';
import { distanceMeters } from '@mahlzeit/contract/rules';
import type { Knex } from 'knex';
import type { Connection } from '../../../platform';
import { escapeLike, leastFunction, queryByText } from '../../../platform/database/engine-sql';
import type { SqlFragment } from '../../../platform/database/engine-sql';
import { knexOf } from '../../../platform/database/knex-of';
import { createRestaurantRepository } from '../restaurants';
import type { IndexedPlace, PlacedRestaurant } from '../restaurants';
import type { CountedOffer } from './search-rules';

/** A search for restaurants by name. `needle` has at least three characters, in lower case without accents. */
interface NameQuery {
  readonly needle: string;
  readonly isPartner: boolean;
  readonly limit: number;
}

/**
 * A search for restaurants by name, with the user's coordinate. When the coordinate is null, results are sorted only by
 * name.
 */
interface RestaurantSearch extends NameQuery {
  readonly from: Coordinate | null;
}

const queryPlacesByName = (knex: Knex, { needle, isPartner }: NameQuery) =>
  queryByText(knex, 'restaurant_name', needle)
    .whereRaw('restaurant.deactivated_at is null')
    .whereRaw(isPartner ? "restaurant.type <> 'NonPartner'" : "restaurant.type = 'NonPartner'");

/** Finds restaurants by a part of their name. Returns row ids, sorted by name. */
const findIdsByName = async (knex: Knex, nameQuery: NameQuery): Promise<number[]> => {
  const nameMatchRows: { id: number }[] = await queryPlacesByName(knex, nameQuery)
    .orderBy(['restaurant.search_text', 'restaurant.key'])
    .limit(nameQuery.limit)
    .select('restaurant.id');
  return nameMatchRows.map(({ id }) => id);
};

/**
 * Returns an SQL expression that approximates the distance on a flat map. Results sorted by it must be measured exactly
 * afterwards.
 */
const approximateDistanceSql = (knex: Knex, { latitude, longitude }: Coordinate): SqlFragment => {
  const longitudeScale = Math.cos((latitude * Math.PI) / 180) ** 2;
  const longitudeDifferenceSql = `${leastFunction(knex)}(abs(restaurant.longitude - ?), 360 - abs(restaurant.longitude - ?))`;
  return [
    `(restaurant.latitude - ?) * (restaurant.latitude - ?) + ? * ${longitudeDifferenceSql} * ${longitudeDifferenceSql}`,
    [latitude, latitude, longitudeScale, longitude, longitude, longitude, longitude],
  ];
};

/** Finds restaurants by a part of their name. The result is sorted by approximate distance. */
const findPlacesByName = (knex: Knex, viewpoint: Coordinate, nameQuery: NameQuery): Promise<IndexedPlace[]> =>
  queryPlacesByName(knex, nameQuery)
    .orderByRaw(...approximateDistanceSql(knex, viewpoint))
    .orderBy('restaurant.id')
    .limit(nameQuery.limit)
    .select('restaurant.id', 'restaurant.latitude', 'restaurant.longitude');

// Factor by which a search for the nearest places reads more rows than needed. The approximate order is slightly wrong;
// the exact distances then determine the nearest rows.
const CANDIDATE_ROWS_FACTOR = 3;

const findNearestFirst = async (
  knex: Knex,
  viewpoint: Coordinate,
  restaurantSearch: RestaurantSearch,
): Promise<{ id: number; meters: number | null }[]> => {
  const namedPlaces = await findPlacesByName(knex, viewpoint, {
    ...restaurantSearch,
    limit: restaurantSearch.limit * CANDIDATE_ROWS_FACTOR,
  });
  return namedPlaces
    .map((place) => ({ id: place.id, meters: distanceMeters(viewpoint, place) }))
    .sort((a, b) => a.meters - b.meters || a.id - b.id)
    .slice(0, restaurantSearch.limit);
};

const findSortedByName = async (
  knex: Knex,
  searchRequest: RestaurantSearch,
): Promise<{ id: number; meters: number | null }[]> =>
  (await findIdsByName(knex, searchRequest)).map((id) => ({ id, meters: null }));

/** A search for dishes of one day by name. `needle` has at least three characters, in lower case without accents. */
interface OfferSearch {
  readonly needle: string;
  readonly day: string;
  readonly limit: number;
  /** Coordinate of the searching user. When it is null, results are sorted only by name. */
  readonly from: Coordinate | null;
}

/** Result of a search for dishes: the key of the offer, and the row id of its restaurant. */
interface OfferMatch {
  readonly key: string;
  readonly restaurantId: number;
  /** Distance from the user to the restaurant in metres; null if the user's coordinate is unknown. */
  readonly meters: number | null;
}

interface OfferMatchRow {
  readonly key: string;
  readonly id: number;
  readonly latitude: number;
  readonly longitude: number;
}

interface ServedOfferRow {
  readonly key: string;
  readonly restaurant_key: string;
  readonly name: string;
  readonly search_text: string;
  readonly price: number;
  readonly base_name: string;
}

/** Repository that searches restaurants and dishes by name. */
export interface SearchRepository {
  /**
   * Finds restaurants by a part of their name, sorted by distance from the user, or by name if the user's coordinate is
   * unknown.
   */
  findRestaurants(restaurantSearch: RestaurantSearch): Promise<PlacedRestaurant[]>;
  /**
   * Finds dishes of a day by a part of their name, the nearest first, or sorted by name if the user's coordinate is
   * unknown.
   */
  findOffers(offerSearch: OfferSearch): Promise<OfferMatch[]>;
  /**
   * Returns the offers of some restaurants on a day, by restaurant key. Dishes that are sold by weight are left out.
   */
  findOffersServedOn(isoDay: string, restaurantKeys: readonly string[]): Promise<Map<string, CountedOffer[]>>;
}

/**
 * Creates the repository of searches. With the connection of a transaction, all its queries run in that transaction.
 */
export const createSearchRepository = (databaseConnection: Connection): SearchRepository => {
  const knex = knexOf(databaseConnection);
  return {
    async findRestaurants(restaurantSearch) {
      const restaurantMatches = await (restaurantSearch.from === null
        ? findSortedByName(knex, restaurantSearch)
        : findNearestFirst(knex, restaurantSearch.from, restaurantSearch));
      const restaurantById = await createRestaurantRepository(databaseConnection).findById(
        restaurantMatches.map(({ id }) => id),
      );
      return restaurantMatches.flatMap(({ id, meters }) => {
        const restaurant = restaurantById.get(id);
        return restaurant === undefined ? [] : [{ own: restaurant, meters }];
      });
    },

    async findOffers({ needle, day, limit, from: viewpoint }) {
      const matchingOffers = knex('offer')
        .join('restaurant', 'restaurant.key', 'offer.restaurant_key')
        .where('offer.date', day)
        .whereNull('restaurant.deactivated_at')
        // Searches by a LIKE pattern, which is fast enough, because the index on the day leaves at most some thousand
        // rows.
        .whereRaw("offer.search_text like ? escape '\\'", [`%${escapeLike(needle)}%`]);
      const orderedOffers =
        viewpoint === null ? matchingOffers : matchingOffers.orderByRaw(...approximateDistanceSql(knex, viewpoint));
      const offerMatchRows: OfferMatchRow[] = await orderedOffers
        .orderBy(['offer.search_text', 'restaurant.search_text', 'offer.key'])
        .limit(limit)
        .select('offer.key', 'restaurant.id', 'restaurant.latitude', 'restaurant.longitude');
      return offerMatchRows.map((offerMatchRow) => ({
        key: offerMatchRow.key,
        restaurantId: offerMatchRow.id,
        meters: viewpoint === null ? null : distanceMeters(viewpoint, offerMatchRow),
      }));
    },

    async findOffersServedOn(isoDay, restaurantKeys) {
      const servedOfferRows: ServedOfferRow[] = await knex('offer')
        .join('meal_type', 'meal_type.key', 'offer.type_key')
        .whereIn('offer.restaurant_key', [...restaurantKeys])
        .andWhere('offer.date', isoDay)
        .whereNull('offer.unit')
        .select(
          'offer.key',
          'offer.restaurant_key',
          'offer.name',
          'offer.search_text',
          'offer.price',
          'meal_type.base_name',
        );
      const offersByRestaurant = new Map<string, CountedOffer[]>(restaurantKeys.map((key) => [key, []]));
      for (const servedOfferRow of servedOfferRows)
        offersByRestaurant.get(servedOfferRow.restaurant_key)?.push({
          key: servedOfferRow.key,
          name: servedOfferRow.name,
          searchText: servedOfferRow.search_text,
          price: servedOfferRow.price,
          baseName: servedOfferRow.base_name,
        });
      return offersByRestaurant;
    },
  };
};
