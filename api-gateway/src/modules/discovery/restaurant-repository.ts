import type { Coordinate, Restaurant } from '@mahlzeit/contract';
import { distanceMeters, searchTextOf } from '@mahlzeit/contract/rules';
import type { Knex } from 'knex';
import { fromJsonColumn } from '../../platform';

/** A restaurant's own fields as the database holds them: nothing derived, nothing of other tables. */
export type OwnRestaurant = Pick<
  Restaurant,
  | 'key' | 'name' | 'routingName' | 'type' | 'logo' | 'tagIds' | 'address' | 'location' | 'hasPayment' | 'media' | 'openingHours'
  | 'openingHoursText' | 'lunchTimes' | 'restTime' | 'orderForerunMinutes' | 'activeSince' | 'premiumStart' | 'premiumEnd'
  | 'onlyTakeAway' | 'companyId' | 'data'
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

/** The columns of own fields, all of them, for an insert or an update; payment ids are written by who sets up payment. */
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

const one = (row: RestaurantRow | undefined): OwnRestaurant | null => (row === undefined ? null : ownRestaurantOf(row));

/** The restaurant of that key, or null; one that is deactivated is not found. */
export const findRestaurant = async (knex: Knex, key: string): Promise<OwnRestaurant | null> =>
  one(await knex<RestaurantRow>('restaurant').where({ key }).whereNull('deactivated_at').first());

/** The restaurant of that name in addresses, or null. */
export const findRestaurantByRoutingName = async (knex: Knex, routingName: string): Promise<OwnRestaurant | null> =>
  one(await knex<RestaurantRow>('restaurant').where({ routing_name: routingName }).whereNull('deactivated_at').first());

/** The restaurants of those row ids, by id. */
export const findRestaurantsById = async (knex: Knex, ids: readonly number[]): Promise<Map<number, OwnRestaurant>> => {
  const rows = await knex<RestaurantRow>('restaurant').whereIn('id', [...ids]);
  return new Map(rows.map((row) => [row.id, ownRestaurantOf(row)]));
};

/** Whether there is a restaurant of that key. */
export const restaurantExists = async (knex: Knex, key: string): Promise<boolean> =>
  (await knex<RestaurantRow>('restaurant').where({ key }).whereNull('deactivated_at').first('id')) !== undefined;

/** Whether a name in addresses is taken. */
export const isRoutingNameTaken = async (knex: Knex, routingName: string): Promise<boolean> =>
  (await knex<RestaurantRow>('restaurant').where({ routing_name: routingName }).first('id')) !== undefined;

/** Adds a restaurant that a feed brought. */
export const insertRestaurant = async (knex: Knex, own: OwnRestaurant, { source, sourceId }: SourceId): Promise<void> => {
  await knex('restaurant').insert({ ...restaurantColumns(own), source, source_id: sourceId });
};

/** Replaces a restaurant's own fields. */
export const updateRestaurant = async (knex: Knex, own: OwnRestaurant): Promise<void> => {
  await knex('restaurant').where({ key: own.key }).update(restaurantColumns(own));
};

/** A range of latitudes and longitudes in degrees. */
export interface Box {
  readonly south: number;
  readonly north: number;
  readonly west: number;
  readonly east: number;
}

/** What the list is ordered by. */
export interface Ranked {
  readonly isOpenNow: boolean;
  readonly isPremium: boolean;
  readonly meters: number;
}

// A shade less than the mean radius that distances are measured with, so that a box never cuts off what is within.
const EARTH_RADIUS = 6_370_000;
const FIRST_RADIUS = 500;

const degrees = (radians: number): number => (radians * 180) / Math.PI;
const radians = (angle: number): number => (angle * Math.PI) / 180;

const wrapped = (box: Box): Box[] => {
  if (box.west < -180) return [{ ...box, west: -180 }, { ...box, west: box.west + 360, east: 180 }];
  if (box.east > 180) return [{ ...box, east: 180 }, { ...box, west: -180, east: box.east - 360 }];
  return [box];
};

/** The boxes that hold every point within `radius` metres: one, two across the date line, a whole ring around a pole. */
export const boxesAround = (center: Coordinate, radius: number): Box[] => {
  const angle = radius / EARTH_RADIUS;
  const south = Math.max(-90, center.latitude - degrees(angle));
  const north = Math.min(90, center.latitude + degrees(angle));
  const sineOfWidth = Math.sin(angle) / Math.cos(radians(center.latitude));
  if (north === 90 || south === -90 || sineOfWidth >= 1) return [{ south, north, west: -180, east: 180 }];
  const width = degrees(Math.asin(sineOfWidth));
  return wrapped({ south, north, west: center.longitude - width, east: center.longitude + width });
};

/** The radii to search one after another until enough is found: doubling from 500 m up to the one that was asked for. */
export const searchRadii = (radius: number): number[] => {
  const radii: number[] = [];
  for (let next = FIRST_RADIUS; next < radius; next *= 2) radii.push(next);
  return [...radii, radius];
};

/** DESIGN's order of the list: open places first, among equals premium first, then by distance. */
export const compareRanked = (a: Ranked, b: Ranked): number =>
  Number(b.isOpenNow) - Number(a.isOpenNow) || Number(b.isPremium) - Number(a.isPremium) || a.meters - b.meters;

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

/** SQLite: the R*Tree holds boxes rounded outwards, so what it finds has to be measured again. Alone, without a join, which ANALYZE would turn round. */
const findPlacesInBox = (knex: Knex, box: Box): Promise<IndexedPlace[]> =>
  inBox(knex, box).andWhereNot('type', 'NonPartner').select('id', 'latitude', 'longitude');

/** All places in a box, partners or not. */
export const findAnyInBox = (knex: Knex, box: Box): Promise<IndexedPlace[]> => inBox(knex, box).select('id', 'latitude', 'longitude');

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

const placesWithin = async (knex: Knex, location: Coordinate, radius: number): Promise<NearPlace[]> => {
  const found = await Promise.all(boxesAround(location, radius).map((box) => findPlacesInBox(knex, box)));
  return found
    .flat()
    .map((place) => ({ id: place.id, meters: distanceMeters(location, place) }))
    .filter(({ meters }) => meters <= radius);
};

/** The nearest partners within a radius, nearest first; the row id decides among equals. */
export const findNearest = async (knex: Knex, { location, radius, limit }: NearQuery): Promise<NearPlace[]> => {
  let places: NearPlace[] = [];
  for (const nextRadius of searchRadii(radius)) {
    places = await placesWithin(knex, location, nextRadius);
    if (places.length >= limit) break;
  }
  return places.sort((a, b) => a.meters - b.meters || a.id - b.id).slice(0, limit);
};
