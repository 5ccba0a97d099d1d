import { readFileSync } from 'node:fs';
import { Reader } from 'mmdb-lib';
import type { CountryResponse } from 'mmdb-lib';
import type { CountryOf } from './session-device';

const COUNTRY_PATTERN = /^[A-Z]{2}$/;

const readDatabase = (geoIpFile: string): Reader<CountryResponse> => {
  try {
    return new Reader<CountryResponse>(readFileSync(geoIpFile));
  } catch (readError) {
    throw new Error(`GEOIP_FILE: ${geoIpFile} can't be read as a database of countries`, { cause: readError });
  }
};

/**
 * Opens the database of countries that `GEOIP_FILE` names, in the format of MaxMind (.mmdb). Without a file no country
 * is known. Throws for a file that can't be read.
 */
export const openCountryOf = (geoIpFile: string | null): CountryOf => {
  if (geoIpFile === null) return () => null;
  const database = readDatabase(geoIpFile);
  return (ipAddress) => {
    const isoCode = database.get(ipAddress)?.country?.iso_code;
    return isoCode !== undefined && COUNTRY_PATTERN.test(isoCode) ? isoCode : null;
  };
};
