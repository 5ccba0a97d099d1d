import type { Coordinate, PlaceSuggestions, SuggestedPlace } from '@mahlzeit/contract';
import { distanceMeters, isMeetupPlace, NEARBY_RADIUS_METRES } from '@mahlzeit/contract/rules';
import type { Connection } from '../../../platform';
import { createCatalogRepository } from '../menu';
import { createRestaurantRepository, presentSummary } from '../restaurants';
import type { OwnRestaurant } from '../restaurants';

const NEAREST_PLACE_COUNT = 10;

/**
 * A request for suggested places: keys of places that a user names, and the user's coordinate; null when it is unknown.
 */
export interface SuggestionRequest {
  readonly keys: readonly string[];
  readonly from: Coordinate | null;
}

/** Returns the nearest places where a meetup is possible, without the places with `excludedKeys`. */
const findNearestPlaces = async (
  knex: Connection,
  from: Coordinate,
  excludedKeys: ReadonlySet<string>,
): Promise<OwnRestaurant[]> => {
  const restaurantRepository = createRestaurantRepository(knex);
  const nearPlaces = await restaurantRepository.findNearest({
    location: from,
    radius: NEARBY_RADIUS_METRES,
    // Reads more places than needed, because some may be excluded, or serve no food.
    limit: 2 * NEAREST_PLACE_COUNT + excludedKeys.size,
  });
  const restaurantById = await restaurantRepository.findById(nearPlaces.map(({ id }) => id));
  return nearPlaces
    .flatMap(({ id }) => restaurantById.get(id) ?? [])
    .filter((restaurant) => isMeetupPlace(restaurant) && !excludedKeys.has(restaurant.key))
    .slice(0, NEAREST_PLACE_COUNT);
};

/** Returns the listed places with these keys where a meetup is possible, in the order of the keys. */
const findNamedPlaces = async (knex: Connection, keys: readonly string[]): Promise<OwnRestaurant[]> => {
  const restaurants = await createRestaurantRepository(knex).findAll([...new Set(keys)]);
  const restaurantByKey = new Map(restaurants.map((restaurant) => [restaurant.key, restaurant]));
  return [...new Set(keys)].flatMap((key) => restaurantByKey.get(key) ?? []).filter(isMeetupPlace);
};

/** Finds suggestions of places for a meetup: those that a user names, and the nearest ones. */
export const findPlaceSuggestions = async (
  knex: Connection,
  { keys, from }: SuggestionRequest,
): Promise<PlaceSuggestions> => {
  const namedPlaces = await findNamedPlaces(knex, keys);
  const nearestPlaces = from === null ? [] : await findNearestPlaces(knex, from, new Set(keys));
  const tagKeys = [...namedPlaces, ...nearestPlaces].flatMap(({ tagIds }) => tagIds);
  const tagByKey = await createCatalogRepository(knex).findTags(tagKeys);
  const presentPlace = (restaurant: OwnRestaurant): SuggestedPlace => ({
    ...presentSummary(restaurant, from === null ? null : distanceMeters(from, restaurant.location)),
    tags: restaurant.tagIds.flatMap((key) => tagByKey.get(key) ?? []),
  });
  return { named: namedPlaces.map(presentPlace), nearest: nearestPlaces.map(presentPlace) };
};
