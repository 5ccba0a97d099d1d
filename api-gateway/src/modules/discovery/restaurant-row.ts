import type { Restaurant } from '@mahlzeit/contract';
import { searchTextOf } from '@mahlzeit/contract/rules';
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
