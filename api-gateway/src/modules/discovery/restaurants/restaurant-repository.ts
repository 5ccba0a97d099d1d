import type { Coordinate, Restaurant } from '@mahlzeit/contract';
import { distanceMeters, searchTextOf } from '@mahlzeit/contract/rules';
import type { Knex } from 'knex';
import { fromJsonColumn, readInChunks } from '../../../platform';
import type { Connection } from '../../../platform';
import { knexOf } from '../../../platform/database/knex-of';
import { boxesAround, searchRadii } from './search-area';
import type { Box } from './search-area';

/** A restaurant's own fields as the database holds them: nothing derived, nothing of other tables. */
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
  | 'companyId'
  | 'data'
> & {
  /** Follows from where it came from: who adds one doesn't say it. */
  readonly credit?: Restaurant['credit'];
};

/** A restaurant with its distance from where somebody looks; null where no place was given. */
export interface PlacedRestaurant {
  readonly own: OwnRestaurant;
  readonly meters: number | null;
}

/** Name of OpenStreetMap among the sources; an element's id names a place within it, whichever extract brings it. */
export const OSM_SOURCE = 'osm';

type Json<T> = string | T;

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
  readonly company_id: string | null;
  readonly payment_user_id: string | null;
  readonly payment_wallet_id: string | null;
  readonly opening_hours_text: string | null;
  readonly address: Json<Restaurant['address']>;
  readonly media: Json<Restaurant['media']>;
  readonly tag_ids: Json<string[]>;
  readonly opening_hours: Json<Restaurant['openingHours']>;
  readonly lunch_times: Json<Restaurant['lunchTimes']>;
  readonly data: Json<Restaurant['data']>;
  readonly logo: Json<NonNullable<Restaurant['logo']>> | null;
  readonly rest_time: Json<NonNullable<Restaurant['restTime']>> | null;
}

/** Reads a row. Payment ids stay behind: who sees a restaurant learns only whether it can be paid. */
export const ownRestaurantOf = (row: RestaurantRow): OwnRestaurant => ({
  key: row.key,
  name: row.name,
  routingName: row.routing_name,
  type: row.type,
  logo: row.logo === null ? null : fromJsonColumn(row.logo),
  tagIds: fromJsonColumn(row.tag_ids),
  address: fromJsonColumn(row.address),
  location: { latitude: row.latitude, longitude: row.longitude },
  hasPayment: row.payment_user_id !== null && row.payment_wallet_id !== null,
  media: fromJsonColumn(row.media),
  openingHours: fromJsonColumn(row.opening_hours),
  openingHoursText: row.opening_hours_text,
  lunchTimes: fromJsonColumn(row.lunch_times),
  restTime: row.rest_time === null ? null : fromJsonColumn(row.rest_time),
  orderForerunMinutes: row.order_forerun_minutes,
  activeSince: row.active_since,
  premiumStart: row.premium_start,
  premiumEnd: row.premium_end,
  onlyTakeAway: Boolean(row.only_take_away),
  companyId: row.company_id,
  data: fromJsonColumn(row.data),
  credit: row.source === OSM_SOURCE ? 'openStreetMap' : null,
});

/**
 * The columns of own fields, all of them, for an insert or an update; payment ids are written by who sets up payment.
 */
export const restaurantColumns = (own: Omit<OwnRestaurant, 'hasPayment'>) => ({
  key: own.key,
  name: own.name,
  search_text: searchTextOf(own.name),
  routing_name: own.routingName,
  type: own.type,
  logo: own.logo === null ? null : JSON.stringify(own.logo),
  tag_ids: JSON.stringify(own.tagIds),
  address: JSON.stringify(own.address),
  latitude: own.location.latitude,
  longitude: own.location.longitude,
  media: JSON.stringify(own.media),
  opening_hours: JSON.stringify(own.openingHours),
  opening_hours_text: own.openingHoursText,
  lunch_times: JSON.stringify(own.lunchTimes),
  rest_time: own.restTime === null ? null : JSON.stringify(own.restTime),
  order_forerun_minutes: own.orderForerunMinutes,
  active_since: own.activeSince,
  premium_start: own.premiumStart,
  premium_end: own.premiumEnd,
  only_take_away: own.onlyTakeAway,
  company_id: own.companyId,
  data: JSON.stringify(own.data),
});

/** Where a restaurant came from: the feed and its name there. */
interface SourceId {
  readonly source: string;
  readonly sourceId: string;
}

/** A place in the spatial index: the row id of its restaurant and where it is. */
export interface IndexedPlace {
  readonly id: number;
  readonly latitude: number;
  readonly longitude: number;
}

interface RTreeRow extends IndexedPlace {
  readonly type: string;
  readonly min_latitude: number;
  readonly max_latitude: number;
  readonly min_longitude: number;
  readonly max_longitude: number;
}

const inBox = (knex: Knex, { south, north, west, east }: Box) =>
  knex<RTreeRow>('restaurant_place')
    .where('max_latitude', '>=', south)
    .andWhere('min_latitude', '<=', north)
    .andWhere('max_longitude', '>=', west)
    .andWhere('min_longitude', '<=', east);

/** Where to look and for how many. */
interface NearQuery {
  readonly location: Coordinate;
  /** Metres. */
  readonly radius: number;
  readonly limit: number;
}

/** A restaurant's row id and its distance. */
interface NearPlace {
  readonly id: number;
  readonly meters: number;
}

/** Who is paid, as the card payment provider knows them. */
export interface Payout {
  readonly userId: string;
  readonly walletId: string;
}

/** Restaurants; one that is deactivated is found by its row id alone. */
export interface RestaurantRepository {
  find(key: string): Promise<OwnRestaurant | null>;
  /** Those of these keys that are there. */
  findAll(keys: readonly string[]): Promise<OwnRestaurant[]>;
  /** The same with those that are deactivated. */
  findAllKnown(keys: readonly string[]): Promise<OwnRestaurant[]>;
  /** By its name in addresses. */
  findByRoutingName(routingName: string): Promise<OwnRestaurant | null>;
  /** The restaurants of those row ids, by id. */
  findById(ids: readonly number[]): Promise<Map<number, OwnRestaurant>>;
  exists(key: string): Promise<boolean>;
  /** Where the money for its meals goes; null: it takes none. */
  findPayout(key: string): Promise<Payout | null>;
  /** Whether a name in addresses is taken, also by one that is deactivated. */
  isRoutingNameTaken(routingName: string): Promise<boolean>;
  /** Adds a restaurant that a feed brought. */
  insert(own: OwnRestaurant, sourceId: SourceId): Promise<void>;
  /** Replaces a restaurant's own fields. */
  update(own: OwnRestaurant): Promise<void>;
  /** All places in a box, partners or not. */
  findInBox(box: Box): Promise<IndexedPlace[]>;
  /** The nearest partners within a radius, nearest first; the row id decides among equals. */
  findNearest(query: NearQuery): Promise<NearPlace[]>;
}

const createPlaceRows = (knex: Knex): Pick<RestaurantRepository, 'findInBox' | 'findNearest'> => {
  // SQLite: the R*Tree holds boxes rounded outwards, so what it finds has to be measured again. Alone, without a join,
  // which ANALYZE would turn round.
  const partnersWithin = async (location: Coordinate, radius: number): Promise<NearPlace[]> => {
    const found = await Promise.all(
      boxesAround(location, radius).map((box) =>
        inBox(knex, box).andWhereNot('type', 'NonPartner').select('id', 'latitude', 'longitude'),
      ),
    );
    return found
      .flat()
      .map((place) => ({ id: place.id, meters: distanceMeters(location, place) }))
      .filter(({ meters }) => meters <= radius);
  };

  return {
    findInBox: (box) => inBox(knex, box).select('id', 'latitude', 'longitude'),
    async findNearest({ location, radius, limit }) {
      let places: NearPlace[] = [];
      for (const nextRadius of searchRadii(radius)) {
        places = await partnersWithin(location, nextRadius);
        if (places.length >= limit) break;
      }
      return places.sort((a, b) => a.meters - b.meters || a.id - b.id).slice(0, limit);
    },
  };
};

/** Restaurants in the database. */
export const createRestaurantRepository = (connection: Connection): RestaurantRepository => {
  const knex = knexOf(connection);
  const restaurants = () => knex<RestaurantRow>('restaurant');
  const activeOf = async (where: Partial<RestaurantRow>): Promise<OwnRestaurant | null> => {
    const row = await restaurants().where(where).whereNull('deactivated_at').first();
    return row === undefined ? null : ownRestaurantOf(row);
  };

  return {
    ...createPlaceRows(knex),
    find: (key) => activeOf({ key }),
    findAll: async (keys) =>
      (
        await restaurants()
          .whereIn('key', [...keys])
          .whereNull('deactivated_at')
      ).map(ownRestaurantOf),
    findAllKnown: async (keys) =>
      (await readInChunks<RestaurantRow>(keys, (chunk) => restaurants().whereIn('key', chunk))).map(ownRestaurantOf),
    findByRoutingName: (routingName) => activeOf({ routing_name: routingName }),
    async findById(ids) {
      const rows = await restaurants().whereIn('id', [...ids]);
      return new Map(rows.map((row) => [row.id, ownRestaurantOf(row)]));
    },
    exists: async (key) => (await restaurants().where({ key }).whereNull('deactivated_at').first('id')) !== undefined,
    async findPayout(key) {
      const row = await restaurants().where({ key }).first('payment_user_id', 'payment_wallet_id');
      return row === undefined || row.payment_user_id === null || row.payment_wallet_id === null
        ? null
        : { userId: row.payment_user_id, walletId: row.payment_wallet_id };
    },
    isRoutingNameTaken: async (routingName) =>
      (await restaurants().where({ routing_name: routingName }).first('id')) !== undefined,
    async insert(own, { source, sourceId }) {
      await knex('restaurant').insert({ ...restaurantColumns(own), source, source_id: sourceId });
    },
    async update(own) {
      await knex('restaurant').where({ key: own.key }).update(restaurantColumns(own));
    },
  };
};
