import type { Coordinate } from '@mahlzeit/contract';
import { distanceMeters } from '@mahlzeit/contract/rules';
import type { Connection } from '../../../platform';
import { fromJsonColumn } from '../../../platform';
import { queryByText } from '../../../platform/database/engine-sql';
import { knexOf } from '../../../platform/database/knex-of';
import type { RestaurantRow } from '../restaurants';

/** A street of a town, at the address of one restaurant in it. */
export interface Street {
  readonly placeId: string;
  readonly street: string;
  readonly locality: string;
  /** Normalised spellings of the street's name, for searches. */
  readonly streetText: string;
  readonly coordinate: Coordinate;
}

type StreetRow = Pick<RestaurantRow, 'key' | 'address' | 'latitude' | 'longitude'> & { readonly street_text: string };

const STREET_COLUMNS = [
  'restaurant.key',
  'restaurant.address',
  'restaurant.latitude',
  'restaurant.longitude',
  'restaurant.street_text',
] as const;

/** Maximum number of restaurants that a search for a street reads: one street may have a hundred. */
const MAX_ADDRESSES = 300;

const STREET_ID_PREFIX = 'street-of-';

const streetOf = ({ key, address, latitude, longitude, street_text }: StreetRow): Street => {
  const { street, locality } = fromJsonColumn(address);
  return {
    placeId: `${STREET_ID_PREFIX}${key}`,
    street,
    locality,
    streetText: street_text,
    coordinate: { latitude, longitude },
  };
};

/** Keeps one address of each street of a town: the one nearest to the middle of its addresses. */
const middleAddresses = (addresses: readonly Street[]): Street[] => {
  const addressesByStreet = new Map<string, Street[]>();
  for (const address of addresses) {
    const streetKey = `${address.streetText}\n${address.locality}`;
    addressesByStreet.set(streetKey, [...(addressesByStreet.get(streetKey) ?? []), address]);
  }
  return [...addressesByStreet.values()].flatMap((streetAddresses) => {
    const meanOf = (axis: 'latitude' | 'longitude'): number =>
      streetAddresses.reduce((sum, { coordinate }) => sum + coordinate[axis], 0) / streetAddresses.length;
    const middle = { latitude: meanOf('latitude'), longitude: meanOf('longitude') };
    return streetAddresses
      .map((address) => ({ address, meters: distanceMeters(address.coordinate, middle) }))
      .sort((a, b) => a.meters - b.meters || (a.address.placeId < b.address.placeId ? -1 : 1))
      .slice(0, 1)
      .map(({ address }) => address);
  });
};

/** Repository that finds streets by the addresses of the restaurants in them. */
export interface StreetRepository {
  find(placeId: string): Promise<Street | null>;
  /**
   * Finds streets by a part of their name; those around `center` come first. `needle` is normalised and has at least
   * three characters.
   */
  findByName(needle: string, center: Coordinate | null): Promise<Street[]>;
}

export const createStreetRepository = (connection: Connection): StreetRepository => {
  const knex = knexOf(connection);
  return {
    async find(placeId) {
      if (!placeId.startsWith(STREET_ID_PREFIX)) return null;
      const row: StreetRow | undefined = await knex<StreetRow>('restaurant')
        .where({ key: placeId.slice(STREET_ID_PREFIX.length) })
        .first(...STREET_COLUMNS);
      return row === undefined || row.street_text === '' ? null : streetOf(row);
    },
    async findByName(needle, center) {
      const query = queryByText(knex, 'restaurant_street', needle)
        .whereNull('restaurant.deactivated_at')
        .limit(MAX_ADDRESSES)
        .select(...STREET_COLUMNS);
      if (center !== null)
        query.orderByRaw('abs(restaurant.latitude - ?) + abs(restaurant.longitude - ?)', [
          center.latitude,
          center.longitude,
        ]);
      const rows: StreetRow[] = await query.orderBy('restaurant.id');
      return middleAddresses(rows.map(streetOf));
    },
  };
};
