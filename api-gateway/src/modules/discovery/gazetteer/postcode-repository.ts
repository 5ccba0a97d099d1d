import type { Coordinate } from '@mahlzeit/contract';
import type { Connection } from '../../../platform';
import { insertAsJson } from '../../../platform/database/engine-sql';
import { knexOf } from '../../../platform/database/knex-of';
import type { CountryCode } from './gazetteer-repository';

/** A postcode with the one point that stands for its area. */
export interface Postcode {
  readonly placeId: string;
  /** The postcode: four or five digits. */
  readonly code: string;
  /** Town, or district of a town, in which the postcode's point lies. */
  readonly name: string;
  readonly countryCode: CountryCode;
  /** German name of the federal state or canton of the postcode. */
  readonly state: string;
  readonly coordinate: Coordinate;
}

interface PostcodeRow {
  readonly place_id: string;
  readonly code: string;
  readonly name: string;
  readonly country_code: CountryCode;
  readonly state: string;
  readonly latitude: number;
  readonly longitude: number;
}

const POSTCODE_COLUMNS = [
  'place_id',
  'code',
  'name',
  'country_code',
  'state',
  'latitude',
  'longitude',
] as const satisfies readonly (keyof PostcodeRow)[];

const postcodeOf = (row: PostcodeRow): Postcode => ({
  placeId: row.place_id,
  code: row.code,
  name: row.name,
  countryCode: row.country_code,
  state: row.state,
  coordinate: { latitude: row.latitude, longitude: row.longitude },
});

/** Repository of the gazetteer's postcodes. */
export interface PostcodeRepository {
  find(placeId: string): Promise<Postcode | null>;
  /** Finds the postcodes that begin with these digits. */
  findByDigits(digits: string): Promise<Postcode[]>;
  /** Replaces all stored postcodes by these. */
  replaceAll(postcodes: readonly Postcode[]): Promise<void>;
}

export const createPostcodeRepository = (connection: Connection): PostcodeRepository => {
  const knex = knexOf(connection);
  const postcodeTable = () => knex<PostcodeRow>('postcode');
  return {
    async find(placeId) {
      const row = await postcodeTable().where({ place_id: placeId }).first();
      return row === undefined ? null : postcodeOf(row);
    },
    // Finds codes from the digits up to the digits followed by a colon, because the colon is the character after the
    // digit nine.
    findByDigits: async (digits) =>
      (await postcodeTable().where('code', '>=', digits).andWhere('code', '<', `${digits}:`)).map(postcodeOf),
    async replaceAll(postcodes) {
      await postcodeTable().delete();
      await insertAsJson<PostcodeRow>(connection, {
        table: 'postcode',
        columns: POSTCODE_COLUMNS,
        rows: postcodes.map(({ placeId, code, name, countryCode, state, coordinate }) => ({
          place_id: placeId,
          code,
          name,
          country_code: countryCode,
          state,
          latitude: coordinate.latitude,
          longitude: coordinate.longitude,
        })),
      });
    },
  };
};
