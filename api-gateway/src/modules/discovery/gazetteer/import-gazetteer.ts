import { setTimeout as delay } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { err, ok } from '@mahlzeit/contract';
import type { Result, SkipReason } from '@mahlzeit/contract';
import * as z from 'zod/mini';
import type { Connection, Database, WriteTransaction } from '../../../platform';
import { createGazetteerRepository, placeRowOf } from './gazetteer-repository';
import type { PlaceRow, Town } from './gazetteer-repository';
import { isServedCountry, stateNameOf } from './state-names';

interface TownNames {
  readonly name: string;
  readonly aliases: readonly string[];
}

// German names of towns that GeoNames lists under an English or local name, by GeoNames id. Aliases are other names
// that people type.
const NAMES_BY_GEONAMES_ID: Readonly<Record<string, TownNames>> = {
  2761369: { name: 'Wien', aliases: ['Vienna'] },
  2867714: { name: 'München', aliases: ['Munich'] },
  2886242: { name: 'Köln', aliases: ['Cologne'] },
  2861650: { name: 'Nürnberg', aliases: ['Nuremberg'] },
  2910831: { name: 'Hannover', aliases: ['Hanover'] },
  2945024: { name: 'Braunschweig', aliases: ['Brunswick'] },
  2925177: { name: 'Freiburg im Breisgau', aliases: [] },
  2844588: { name: 'Rostock', aliases: ['Hansestadt Rostock'] },
  2872155: { name: 'Meißen', aliases: ['Meissen'] },
  2911271: { name: 'Hameln', aliases: ['Hamelin'] },
  2886946: { name: 'Koblenz', aliases: ['Coblenz'] },
  2885679: { name: 'Konstanz', aliases: ['Constance'] },
  2660646: { name: 'Genf', aliases: ['Genève', 'Geneva'] },
  2658822: { name: 'St. Gallen', aliases: ['Sankt Gallen'] },
  2661604: { name: 'Basel', aliases: ['Basle', 'Bâle'] },
  2661552: { name: 'Bern', aliases: ['Berne'] },
  2659811: { name: 'Luzern', aliases: ['Lucerne'] },
  2661513: { name: 'Biel', aliases: ['Bienne', 'Biel/Bienne'] },
  2658576: { name: 'Sitten', aliases: ['Sion'] },
  2658606: { name: 'Siders', aliases: ['Sierre'] },
  2658564: { name: 'Solothurn', aliases: ['Soleure'] },
  2661035: { name: 'Delsberg', aliases: ['Delémont'] },
};

const NAMES_BY_FOREIGN_NAME: Readonly<Record<string, string>> = {
  Fribourg: 'Freiburg im Üechtland',
  Neuchâtel: 'Neuenburg',
};

const SAINT_PATTERN = /\b(?:Sankt|St\.) /;

// Users type „Sankt Pölten“ and also „St. Pölten“, so both spellings are aliases of each other.
const alternativeSpellingsOf = (name: string): string[] => {
  if (!SAINT_PATTERN.test(name)) return [];
  return ['Sankt ', 'St. ']
    .map((saintSpelling) => name.replace(SAINT_PATTERN, saintSpelling))
    .filter((spelling) => spelling !== name);
};

/** Returns the German name of a town, and the aliases by which searches find it. */
const townNamesOf = (geonamesId: number, name: string): TownNames => {
  const germanNames = NAMES_BY_GEONAMES_ID[String(geonamesId)];
  if (germanNames !== undefined)
    return {
      name: germanNames.name,
      aliases: [...new Set([...germanNames.aliases, ...(germanNames.name === name ? [] : [name])])],
    };
  const germanName = Object.hasOwn(NAMES_BY_FOREIGN_NAME, name) ? NAMES_BY_FOREIGN_NAME[name] : undefined;
  return germanName === undefined
    ? { name, aliases: alternativeSpellingsOf(name) }
    : { name: germanName, aliases: [name] };
};

const GazetteerRecord = z.object({
  id: z.int().check(z.gte(1)),
  name: z.nullish(z.string()),
  country: z.string(),
  admin: z.string(),
  pop: z._default(z.int().check(z.gte(0)), 0),
  lat: z.nullish(z.number().check(z.gte(-90), z.lte(90))),
  lon: z.nullish(z.number().check(z.gte(-180), z.lte(180))),
});

const placeIdOf = (geonamesId: number): string => `geonames-${geonamesId}`;

/** Parses a record of a GeoNames extract. The error is the reason why the record is skipped. */
const readTown = (rawRecord: unknown): Result<Town, SkipReason> => {
  const parsedRecord = GazetteerRecord.safeParse(rawRecord);
  if (!parsedRecord.success) return err('malformed');
  const { id, country, admin, pop, lat, lon } = parsedRecord.data;
  const rawName = parsedRecord.data.name?.trim() ?? '';
  if (rawName === '') return err('noName');
  if (typeof lat !== 'number' || typeof lon !== 'number') return err('noCoordinates');
  if (!isServedCountry(country)) return err('outsideArea');
  const stateName = stateNameOf(country, admin);
  if (stateName === null) return err('malformed');
  return ok({
    placeId: placeIdOf(id),
    ...townNamesOf(id, rawName),
    countryCode: country,
    state: stateName,
    population: pop,
    coordinate: { latitude: lat, longitude: lon },
  });
};

/** Numbers of towns by the result of their import: new, changed, unchanged, skipped. */
export interface GazetteerCounts {
  readonly imported: number;
  readonly updated: number;
  readonly unchanged: number;
  readonly skipped: Readonly<Partial<Record<SkipReason, number>>>;
}

interface GazetteerImport {
  readonly database: Database;
  readonly onProgress?: (importedCount: number, total: number) => void;
}

const TOWNS_PER_WRITE = 250;
// Pause between two writes in milliseconds, so that a running gateway can write meanwhile.
const PAUSE_BETWEEN_WRITES_MS = 2;

const readTownRecords = (
  records: readonly unknown[],
): { rows: PlaceRow[]; skipped: Partial<Record<SkipReason, number>> } => {
  const rows = new Map<string, PlaceRow>();
  const skippedCountByReason: Partial<Record<SkipReason, number>> = {};
  const countSkippedRecord = (reason: SkipReason): void =>
    void (skippedCountByReason[reason] = (skippedCountByReason[reason] ?? 0) + 1);
  for (const record of records) {
    const townResult = readTown(record);
    if (!townResult.ok) countSkippedRecord(townResult.error);
    else if (rows.has(townResult.value.placeId)) countSkippedRecord('duplicate');
    else rows.set(townResult.value.placeId, placeRowOf(townResult.value));
  }
  return { rows: [...rows.values()], skipped: skippedCountByReason };
};

const writeTownChunk = async (tx: WriteTransaction, rows: readonly PlaceRow[]) => {
  const gazetteerRepository = createGazetteerRepository(tx.knex);
  const storedRowByPlaceId = await gazetteerRepository.findRows(rows.map((row) => row.place_id));
  const changedRows = rows.filter((row) => !isDeepStrictEqual({ ...storedRowByPlaceId.get(row.place_id) }, row));
  await gazetteerRepository.putRows(changedRows);
  const importedCount = changedRows.filter((row) => !storedRowByPlaceId.has(row.place_id)).length;
  return {
    imported: importedCount,
    updated: changedRows.length - importedCount,
    unchanged: rows.length - changedRows.length,
  };
};

/**
 * Inserts a complete gazetteer (towns and quarters) into a new database, in one statement without pauses. Throws if a
 * record is invalid.
 */
export const storeGazetteer = async (knex: Connection, records: readonly unknown[]): Promise<void> => {
  const { rows, skipped } = readTownRecords(records);
  if (rows.length < records.length) throw new Error(`The gazetteer has invalid records: ${JSON.stringify(skipped)}`);
  await createGazetteerRepository(knex).putRows(rows);
};

/** Imports the towns of a GeoNames extract into an existing database. Doesn't write unchanged towns. */
export const importGazetteer = async (
  records: readonly unknown[],
  { database, onProgress }: GazetteerImport,
): Promise<GazetteerCounts> => {
  const { rows, skipped } = readTownRecords(records);
  const importCounts = { imported: 0, updated: 0, unchanged: 0 };
  for (let chunkStart = 0; chunkStart < rows.length; chunkStart += TOWNS_PER_WRITE) {
    const chunkCounts = await database.write((tx) =>
      writeTownChunk(tx, rows.slice(chunkStart, chunkStart + TOWNS_PER_WRITE)),
    );
    importCounts.imported += chunkCounts.imported;
    importCounts.updated += chunkCounts.updated;
    importCounts.unchanged += chunkCounts.unchanged;
    onProgress?.(Math.min(chunkStart + TOWNS_PER_WRITE, rows.length), rows.length);
    await delay(PAUSE_BETWEEN_WRITES_MS);
  }
  return { ...importCounts, skipped };
};
