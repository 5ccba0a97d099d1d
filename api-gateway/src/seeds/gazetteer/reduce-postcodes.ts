import { distanceMeters } from '@mahlzeit/contract/rules';
import * as z from 'zod/mini';

/** GeoNames' file of postcodes: several rows for a postcode, one for each of its districts. */
export const PostcodeExtract = z.object({
  rows: z.array(z.tuple([z.string(), z.string(), z.string(), z.number(), z.number(), z.string()])),
});

interface PostcodeRow {
  readonly country: string;
  readonly code: string;
  readonly place: string;
  readonly latitude: number;
  readonly longitude: number;
  readonly state: string;
}

/** GeoNames' numbers of the German states, by the letters that GeoNames' file of postcodes uses. */
const GERMAN_STATE_NUMBERS: Readonly<Record<string, string>> = {
  BW: '01',
  BY: '02',
  HB: '03',
  HH: '04',
  HE: '05',
  NI: '06',
  NW: '07',
  RP: '08',
  SL: '09',
  SH: '10',
  BB: '11',
  MV: '12',
  SN: '13',
  ST: '14',
  TH: '15',
  BE: '16',
};

/**
 * Returns the German state's number or the Swiss canton's letters; null for a row that names no place. The postcodes of
 * German companies have no district, so GeoNames gives their state as a number, and their coordinates are often those
 * of another town.
 */
const stateOf = (country: string, state: string): string | null => {
  if (country === 'DE') return GERMAN_STATE_NUMBERS[state] ?? null;
  return country === 'AT' || country === 'CH' ? state : null;
};

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

/**
 * Chooses the row that represents a postcode: its largest town, or the district nearest to the middle of its districts.
 */
const chooseRow = (
  rows: readonly [PostcodeRow, ...PostcodeRow[]],
  populationOf: (row: PostcodeRow) => number,
): PostcodeRow => {
  const middle = {
    latitude: mean(rows.map(({ latitude }) => latitude)),
    longitude: mean(rows.map(({ longitude }) => longitude)),
  };
  return rows.reduce((chosen, row) => {
    const populationDifference = populationOf(row) - populationOf(chosen);
    if (populationDifference !== 0) return populationDifference > 0 ? row : chosen;
    return distanceMeters(row, middle) < distanceMeters(chosen, middle) ? row : chosen;
  });
};

// Removes the number of the post office from the place of a Swiss postcode: „Bern 9“ becomes „Bern“.
const placeNameOf = (place: string): string => place.replace(/\s+\d+$/u, '').trim();

/**
 * Reduces GeoNames' postcodes to one line for each: country, code, name, latitude, longitude, state. The postcodes of
 * companies and of Liechtenstein are left out. `towns` are the lines of `towns.json`.
 */
export const reducePostcodes = (
  extract: z.infer<typeof PostcodeExtract>,
  towns: readonly string[],
): readonly string[] => {
  const populationByTown = new Map<string, number>();
  for (const town of towns) {
    const [, name, country, , population] = town.split(';');
    const townKey = `${country}/${name}`;
    populationByTown.set(townKey, Math.max(Number(population), populationByTown.get(townKey) ?? 0));
  }
  const rowsByCode = new Map<string, [PostcodeRow, ...PostcodeRow[]]>();
  for (const [country, code, place, latitude, longitude, extractState] of extract.rows) {
    const state = stateOf(country, extractState);
    if (state === null) continue;
    const row = { country, code, place: placeNameOf(place), latitude, longitude, state };
    const rowsOfCode = rowsByCode.get(`${country};${code}`);
    if (rowsOfCode === undefined) rowsByCode.set(`${country};${code}`, [row]);
    else rowsOfCode.push(row);
  }
  return [...rowsByCode.values()]
    .map((rows) => chooseRow(rows, ({ country, place }) => populationByTown.get(`${country}/${place}`) ?? 0))
    .map(({ country, code, place, latitude, longitude, state }) =>
      [country, code, place, latitude, longitude, state].join(';'),
    )
    .sort();
};
