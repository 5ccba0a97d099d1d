import { isDeepStrictEqual } from 'node:util';
import { setTimeout as delay } from 'node:timers/promises';
import type { SkipReason } from '@mahlzeit/contract';
import type { Database, WriteTransaction } from '../../../platform';
import { readTown } from './gazetteer-record-rules';
import { findPlaceRows, placeRowOf, putPlaceRows, type PlaceRow } from './gazetteer-repository';

/** What became of the records of a gazetteer. */
export interface GazetteerOutcome {
  readonly imported: number;
  readonly updated: number;
  readonly unchanged: number;
  readonly skipped: Readonly<Partial<Record<SkipReason, number>>>;
}

/** Where towns are kept, and who hears how many records are done. */
export interface GazetteerImport {
  readonly database: Database;
  readonly onProgress?: (done: number, total: number) => void;
}

const TOWNS_PER_WRITE = 250;
// Between two writes a running gateway gets its turn.
const PAUSE_MS = 2;

const readAll = (records: readonly unknown[]): { rows: PlaceRow[]; skipped: Partial<Record<SkipReason, number>> } => {
  const rows = new Map<string, PlaceRow>();
  const skipped: Partial<Record<SkipReason, number>> = {};
  const skip = (reason: SkipReason): void => void (skipped[reason] = (skipped[reason] ?? 0) + 1);
  for (const record of records) {
    const town = readTown(record);
    if (!town.ok) skip(town.error);
    else if (rows.has(town.value.placeId)) skip('duplicate');
    else rows.set(town.value.placeId, placeRowOf(town.value));
  }
  return { rows: [...rows.values()], skipped };
};

const writeChunk = async (tx: WriteTransaction, rows: readonly PlaceRow[]) => {
  const kept = await findPlaceRows(tx.knex, rows.map((row) => row.place_id));
  const changed = rows.filter((row) => !isDeepStrictEqual({ ...kept.get(row.place_id) }, row));
  await putPlaceRows(tx.knex, changed);
  const imported = changed.filter((row) => !kept.has(row.place_id)).length;
  return { imported, updated: changed.length - imported, unchanged: rows.length - changed.length };
};

/** Takes the records of a GeoNames extract into the gazetteer; what is the same already is left alone. */
export const importGazetteer = async (records: readonly unknown[], { database, onProgress }: GazetteerImport): Promise<GazetteerOutcome> => {
  const { rows, skipped } = readAll(records);
  const counts = { imported: 0, updated: 0, unchanged: 0 };
  for (let start = 0; start < rows.length; start += TOWNS_PER_WRITE) {
    const part = await database.write((tx) => writeChunk(tx, rows.slice(start, start + TOWNS_PER_WRITE)));
    counts.imported += part.imported;
    counts.updated += part.updated;
    counts.unchanged += part.unchanged;
    onProgress?.(Math.min(start + TOWNS_PER_WRITE, rows.length), rows.length);
    await delay(PAUSE_MS);
  }
  return { ...counts, skipped };
};
