import type { Connection } from '../../../platform';
import { createPostcodeRepository } from './postcode-repository';
import type { Postcode } from './postcode-repository';
import { isServedCountry, stateNameOf } from './state-names';

/** Parses the line of a postcode: `country;code;name;latitude;longitude;admin`. Throws for a line of another form. */
const postcodeOfLine = (line: string): Postcode => {
  const [countryCode = '', code = '', name = '', latitude, longitude, admin = ''] = line.split(';');
  const state = isServedCountry(countryCode) ? stateNameOf(countryCode, admin) : null;
  if (!isServedCountry(countryCode) || state === null || !/^\d{4,5}$/.test(code) || name === '')
    throw new Error(`The gazetteer has an invalid postcode: ${line}`);
  return {
    placeId: `postcode-${countryCode.toLowerCase()}-${code}`,
    code,
    name,
    countryCode,
    state,
    coordinate: { latitude: Number(latitude), longitude: Number(longitude) },
  };
};

/** Replaces the postcodes of a database by those in the given lines. */
export const storePostcodes = (knex: Connection, lines: readonly string[]): Promise<void> =>
  createPostcodeRepository(knex).replaceAll(lines.map(postcodeOfLine));
