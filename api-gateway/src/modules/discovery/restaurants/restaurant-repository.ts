import type { Coordinate, DatedWeek, OrderChannel, Restaurant } from '@mahlzeit/contract';
import { distanceMeters, searchTextOf, streetTextOf } from '@mahlzeit/contract/rules';
import type { Knex } from 'knex';
import { fromJsonColumn, mapInTurns, readInChunks } from '../../../platform';
import type { Connection } from '../../../platform';
import { findPartnersByDegrees, findPlacesInBox, isPostgres } from '../../../platform/database/engine-sql';
import { knexOf } from '../../../platform/database/knex-of';
import { boundingBoxesAround, searchRadii } from './search-area';
import type { BoundingBox } from './search-area';

/** Fields of a restaurant that are stored in its own row: no derived fields, and no data of other tables. */
export type OwnRestaurant = Pick<
  Restaurant,
  | 'key'
  | 'name'
  | 'routingName'
  | 'type'
  | 'logo'
  | 'tagIds'
  | 'address'
  | 'location'
  | 'hasPayment'
  | 'media'
  | 'openingHours'
  | 'openingHoursText'
  | 'lunchTimes'
  | 'restTime'
  | 'orderForerunMinutes'
  | 'activeSince'
  | 'premiumStart'
  | 'premiumEnd'
  | 'onlyTakeAway'
  | 'ordersPausedUntil'
  | 'companyId'
  | 'data'
> & {
  /** Further ways by which orders reach the restaurant; absent for none. No response of the API contains them. */
  readonly orderChannels?: readonly OrderChannel[];
  /**
   * Attribution that the data's source requires. It is derived from the source when the row is read, so an insert
   * needn't set it.
   */
  readonly credit?: Restaurant['credit'];
  /** Days for which the opening hours hold. Only the import writes this field, so an insert needn't set it. */
  readonly datedWeek?: Restaurant['datedWeek'];
};

/** A restaurant with its distance from the user in metres; null if the user's coordinate is unknown. */
export interface PlacedRestaurant {
  readonly own: OwnRestaurant;
  readonly meters: number | null;
}

/** Name of the source OpenStreetMap. In this source, the id of a place is the same in all extracts. */
export const OSM_SOURCE = 'osm';

type JsonColumn<T> = string | T;

/** One row of the table `restaurant`. */
export interface RestaurantRow {
  readonly id: number;
  readonly key: string;
  readonly source: string | null;
  readonly source_id: string | null;
  readonly name: string;
  readonly routing_name: string;
  readonly type: Restaurant['type'];
  readonly latitude: number;
  readonly longitude: number;
  readonly active_since: string | null;
  readonly premium_start: string | null;
  readonly premium_end: string | null;
  readonly order_forerun_minutes: number;
  readonly only_take_away: boolean | number;
  readonly orders_paused_until: number | string | null;
  readonly order_channels: JsonColumn<OrderChannel[]> | null;
  readonly company_id: string | null;
  readonly payment_user_id: string | null;
  readonly payment_wallet_id: string | null;
  readonly opening_hours_text: string | null;
  readonly address: JsonColumn<Restaurant['address']>;
  readonly media: JsonColumn<Restaurant['media']>;
  readonly tag_ids: JsonColumn<string[]>;
  readonly opening_hours: JsonColumn<Restaurant['openingHours']>;
  readonly lunch_times: JsonColumn<Restaurant['lunchTimes']>;
  readonly data: JsonColumn<Restaurant['data']>;
  readonly logo: JsonColumn<NonNullable<Restaurant['logo']>> | null;
  readonly rest_time: JsonColumn<NonNullable<Restaurant['restTime']>> | null;
  /**
   * Text of opening hours that depend on the date, from which the import computes the week. Only `week` is read here.
   */
  readonly dated_hours: JsonColumn<{ readonly week?: DatedWeek }> | null;
}

const datedWeekOf = ({ dated_hours: datedHours }: RestaurantRow): DatedWeek | null =>
  datedHours === null ? null : (fromJsonColumn(datedHours).week ?? null);

/** Converts a row to a restaurant. The payment ids are left out: users see only whether a restaurant takes payments. */
export const ownRestaurantOf = (restaurantRow: RestaurantRow): OwnRestaurant => ({
  key: restaurantRow.key,
  name: restaurantRow.name,
  routingName: restaurantRow.routing_name,
  type: restaurantRow.type,
  logo: restaurantRow.logo === null ? null : fromJsonColumn(restaurantRow.logo),
  tagIds: fromJsonColumn(restaurantRow.tag_ids),
  address: fromJsonColumn(restaurantRow.address),
  location: { latitude: restaurantRow.latitude, longitude: restaurantRow.longitude },
  hasPayment: restaurantRow.payment_user_id !== null && restaurantRow.payment_wallet_id !== null,
  media: fromJsonColumn(restaurantRow.media),
  openingHours: fromJsonColumn(restaurantRow.opening_hours),
  datedWeek: datedWeekOf(restaurantRow),
  openingHoursText: restaurantRow.opening_hours_text,
  lunchTimes: fromJsonColumn(restaurantRow.lunch_times),
  restTime: restaurantRow.rest_time === null ? null : fromJsonColumn(restaurantRow.rest_time),
  orderForerunMinutes: restaurantRow.order_forerun_minutes,
  activeSince: restaurantRow.active_since,
  premiumStart: restaurantRow.premium_start,
  premiumEnd: restaurantRow.premium_end,
  onlyTakeAway: Boolean(restaurantRow.only_take_away),
  // Converts the time to a number, because PostgreSQL returns a bigint as a string.
  ordersPausedUntil: restaurantRow.orders_paused_until === null ? null : Number(restaurantRow.orders_paused_until),
  orderChannels: restaurantRow.order_channels === null ? [] : fromJsonColumn(restaurantRow.order_channels),
  companyId: restaurantRow.company_id,
  data: fromJsonColumn(restaurantRow.data),
  credit: restaurantRow.source === OSM_SOURCE ? 'openStreetMap' : null,
});

/**
 * Converts a restaurant to the columns of an insert or an update. The payment ids are not among them; only the setup of
 * payments writes them.
 */
export const restaurantColumns = (restaurant: Omit<OwnRestaurant, 'hasPayment'>) => ({
  key: restaurant.key,
  name: restaurant.name,
  search_text: searchTextOf(restaurant.name),
  street_text: streetTextOf(restaurant.address.street),
  routing_name: restaurant.routingName,
  type: restaurant.type,
  logo: restaurant.logo === null ? null : JSON.stringify(restaurant.logo),
  tag_ids: JSON.stringify(restaurant.tagIds),
  address: JSON.stringify(restaurant.address),
  latitude: restaurant.location.latitude,
  longitude: restaurant.location.longitude,
  media: JSON.stringify(restaurant.media),
  opening_hours: JSON.stringify(restaurant.openingHours),
  opening_hours_text: restaurant.openingHoursText,
  lunch_times: JSON.stringify(restaurant.lunchTimes),
  rest_time: restaurant.restTime === null ? null : JSON.stringify(restaurant.restTime),
  order_forerun_minutes: restaurant.orderForerunMinutes,
  active_since: restaurant.activeSince,
  premium_start: restaurant.premiumStart,
  premium_end: restaurant.premiumEnd,
  only_take_away: restaurant.onlyTakeAway,
  orders_paused_until: restaurant.ordersPausedUntil,
  order_channels: JSON.stringify(restaurant.orderChannels ?? []),
  company_id: restaurant.companyId,
  data: JSON.stringify(restaurant.data),
});

/** Source of a restaurant: the feed, and the restaurant's id in that feed. */
interface RestaurantSource {
  readonly source: string;
  readonly sourceId: string;
}

/** Entry of the spatial index of places: the row id of a restaurant and its coordinate. */
export interface IndexedPlace {
  readonly id: number;
  readonly latitude: number;
  readonly longitude: number;
}

/** A search for restaurants around a coordinate. */
interface NearbyQuery {
  readonly location: Coordinate;
  /** Radius of the search in metres. */
  readonly radius: number;
  readonly limit: number;
}

/** Row id of a restaurant near a coordinate, and its distance in metres. */
interface NearPlace {
  readonly id: number;
  readonly meters: number;
}

/** Ids of a restaurant at the card payment provider, to which payments go. */
export interface RestaurantPayout {
  readonly userId: string;
  readonly walletId: string;
}

/**
 * Repository of restaurants. A deactivated restaurant counts as not listed: `find`, `findAll`, `findByRoutingName` and
 * `exists` ignore it.
 */
export interface RestaurantRepository {
  find(restaurantKey: string): Promise<OwnRestaurant | null>;
  /** Returns the listed restaurants among `restaurantKeys`. */
  findAll(restaurantKeys: readonly string[]): Promise<OwnRestaurant[]>;
  /** Returns the restaurants with these keys, including deactivated ones. */
  findAllKnown(restaurantKeys: readonly string[]): Promise<OwnRestaurant[]>;
  /** Returns the listed restaurant with this routing name. */
  findByRoutingName(routingName: string): Promise<OwnRestaurant | null>;
  /** Returns the restaurants with these row ids, by row id. Includes deactivated ones. */
  findById(restaurantIds: readonly number[]): Promise<Map<number, OwnRestaurant>>;
  exists(restaurantKey: string): Promise<boolean>;
  /** Returns the ids of a restaurant at the payment provider; null for a restaurant that takes no payments. */
  findPayout(restaurantKey: string): Promise<RestaurantPayout | null>;
  /** Checks whether a routing name is taken. Names of deactivated restaurants stay taken. */
  isRoutingNameTaken(routingName: string): Promise<boolean>;
  /** Adds a restaurant that comes from a feed. */
  insert(restaurant: OwnRestaurant, sourceId: RestaurantSource): Promise<void>;
  /** Replaces the fields of a restaurant that its own row contains. */
  update(restaurant: OwnRestaurant): Promise<void>;
  /** Returns all places in a box of coordinates, partners or not. */
  findInBox(searchBox: BoundingBox): Promise<IndexedPlace[]>;
  /** Returns the nearest partner restaurants within a radius, nearest first. Equal distances are sorted by row id. */
  findNearest(nearbyQuery: NearbyQuery): Promise<NearPlace[]>;
}

/**
 * Returns the radii within which to search for the nearest partners, one after the other until there are enough. On
 * PostgreSQL one radius suffices, because its index finds the distance of the farthest partner needed.
 */
const radiiOfNearest = async (knex: Knex, { location, radius, limit }: NearbyQuery): Promise<number[]> => {
  if (!isPostgres(knex)) return searchRadii(radius);
  const nearPartners = await findPartnersByDegrees(knex, location, limit);
  if (nearPartners.length < limit) return [radius];
  const farthestMeters = Math.max(...nearPartners.map((place) => distanceMeters(location, place)));
  // Adds one metre to the radius, because distances are rounded.
  return [Math.min(radius, farthestMeters + 1)];
};

const createPlaceIndex = (knex: Knex): Pick<RestaurantRepository, 'findInBox' | 'findNearest'> => {
  const findPartnersWithin = async (location: Coordinate, radius: number): Promise<NearPlace[]> => {
    const nearPlaces = await Promise.all(
      boundingBoxesAround(location, radius).map((searchBox) =>
        findPlacesInBox(knex, searchBox, { partnersOnly: true }),
      ),
    );
    return nearPlaces
      .flat()
      .map((place) => ({ id: place.id, meters: distanceMeters(location, place) }))
      .filter(({ meters }) => meters <= radius);
  };

  return {
    findInBox: (searchBox) => findPlacesInBox(knex, searchBox, { partnersOnly: false }),
    async findNearest(nearbyQuery) {
      const { location, limit } = nearbyQuery;
      let nearPlaces: NearPlace[] = [];
      for (const searchRadius of await radiiOfNearest(knex, nearbyQuery)) {
        nearPlaces = await findPartnersWithin(location, searchRadius);
        if (nearPlaces.length >= limit) break;
      }
      return nearPlaces.sort((a, b) => a.meters - b.meters || a.id - b.id).slice(0, limit);
    },
  };
};

/**
 * Creates the repository of restaurants. With the connection of a transaction, all its queries run in that transaction.
 */
export const createRestaurantRepository = (databaseConnection: Connection): RestaurantRepository => {
  const knex = knexOf(databaseConnection);
  const queryRestaurants = () => knex<RestaurantRow>('restaurant');
  const findActiveRestaurant = async (columnConditions: Partial<RestaurantRow>): Promise<OwnRestaurant | null> => {
    const restaurantRow = await queryRestaurants().where(columnConditions).whereNull('deactivated_at').first();
    return restaurantRow === undefined ? null : ownRestaurantOf(restaurantRow);
  };

  return {
    ...createPlaceIndex(knex),
    find: (restaurantKey) => findActiveRestaurant({ key: restaurantKey }),
    findAll: async (restaurantKeys) =>
      (
        await queryRestaurants()
          .whereIn('key', [...restaurantKeys])
          .whereNull('deactivated_at')
      ).map(ownRestaurantOf),
    findAllKnown: async (restaurantKeys) =>
      (
        await readInChunks<RestaurantRow>(restaurantKeys, (keyChunk) => queryRestaurants().whereIn('key', keyChunk))
      ).map(ownRestaurantOf),
    findByRoutingName: (routingName) => findActiveRestaurant({ routing_name: routingName }),
    async findById(restaurantIds) {
      const restaurantRows = await queryRestaurants().whereIn('id', [...restaurantIds]);
      return new Map(
        await mapInTurns(
          restaurantRows,
          (restaurantRow) => [restaurantRow.id, ownRestaurantOf(restaurantRow)] as const,
        ),
      );
    },
    exists: async (restaurantKey) =>
      (await queryRestaurants().where({ key: restaurantKey }).whereNull('deactivated_at').first('id')) !== undefined,
    async findPayout(restaurantKey) {
      const row = await queryRestaurants().where({ key: restaurantKey }).first('payment_user_id', 'payment_wallet_id');
      return row === undefined || row.payment_user_id === null || row.payment_wallet_id === null
        ? null
        : { userId: row.payment_user_id, walletId: row.payment_wallet_id };
    },
    isRoutingNameTaken: async (routingName) =>
      (await queryRestaurants().where({ routing_name: routingName }).first('id')) !== undefined,
    async insert(restaurant, { source, sourceId }) {
      await knex('restaurant').insert({ ...restaurantColumns(restaurant), source, source_id: sourceId });
    },
    async update(restaurant) {
      await knex('restaurant').where({ key: restaurant.key }).update(restaurantColumns(restaurant));
    },
  };
};
