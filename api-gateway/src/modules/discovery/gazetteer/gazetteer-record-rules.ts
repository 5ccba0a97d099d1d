import { err, ok, type Result, type SkipReason } from '@mahlzeit/contract';
import * as z from 'zod/mini';
import { STATE_NAMES } from './state-names';
import type { CountryCode, Town } from './town';
import { townNamesOf } from './town-names';

const Record = z.object({
  id: z.int().check(z.gte(1)),
  name: z.nullish(z.string()),
  country: z.string(),
  admin: z.string(),
  pop: z._default(z.int().check(z.gte(0)), 0),
  lat: z.nullish(z.number().check(z.gte(-90), z.lte(90))),
  lon: z.nullish(z.number().check(z.gte(-180), z.lte(180))),
});

const isServed = (country: string): country is CountryCode => Object.hasOwn(STATE_NAMES, country);

/** The id by which a GeoNames place is known here. */
export const placeIdOf = (geonamesId: number): string => `geonames-${geonamesId}`;

/** Reads a record of a GeoNames extract, or says why it is left out. */
export const readTown = (raw: unknown): Result<Town, SkipReason> => {
  const parsed = Record.safeParse(raw);
  if (!parsed.success) return err('malformed');
  const { id, country, admin, pop, lat, lon } = parsed.data;
  const given = parsed.data.name?.trim() ?? '';
  if (given === '') return err('noName');
  if (typeof lat !== 'number' || typeof lon !== 'number') return err('noCoordinates');
  if (!isServed(country)) return err('outsideArea');
  const state = Object.hasOwn(STATE_NAMES[country], admin) ? STATE_NAMES[country][admin] : undefined;
  if (state === undefined) return err('malformed');
  return ok({ placeId: placeIdOf(id), ...townNamesOf(id, given), countryCode: country, state, population: pop, coordinate: { latitude: lat, longitude: lon } });
};
