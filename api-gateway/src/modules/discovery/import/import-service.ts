import { setTimeout as delay } from 'node:timers/promises';
import type { ImportReport } from '@mahlzeit/contract';
import { berlinDay } from '@mahlzeit/contract/rules';
import type { Clock, Database } from '../../../platform';
import { createRegionOf, importGazetteer } from '../gazetteer';
import { readFeed } from './feeds';
import type { FileError } from './feeds';
import { createHoursReader } from './hours';
import { createImportTally } from './import-report';
import type { CountedWarning, ImportProgress, ImportTally } from './import-report';
import { groupDays, importMenuPart } from './menu-import';
import type { MenuOwner } from './menu-import';
import type { OsmReading } from './osm';
import { importPlaces } from './place-import';
import { createSeenPlaces, pruneVanished } from './prune-places';
import type { VanishedPlaces } from './prune-places';
import type { ImportCandidate, MenuDraft, PlaceRecord } from './record';

// Sizes of a write, which then takes about 20 ms. In the pause between two writes, a running gateway can write.
const DISHES_PER_WRITE = 200;
const PLACES_PER_WRITE = 50;
const PAUSE_MS = 3;

/** Database, clock and options of an import. */
interface ImportOptions {
  readonly database: Database;
  readonly clock: Clock;
  /** Whether to deactivate places that are missing from complete files of their source and area. */
  readonly prune?: boolean;
  readonly onProgress?: (progress: ImportProgress) => void;
}

/** Result of an import. `refused` lists the files that could not be read completely. */
export interface ImportResult {
  readonly report: ImportReport;
  readonly warnings: readonly CountedWarning[];
  readonly refused: readonly { readonly file: string; readonly why: FileError }[];
}

interface Run {
  readonly options: ImportOptions;
  readonly reading: OsmReading;
  readonly tally: ImportTally;
  readonly vanishing: VanishedPlaces;
  /** Places that were read but not written yet. */
  readonly waitingPlaces: ImportCandidate[];
  /** Places that were skipped, because another place of the same name is at the same location. */
  readonly doubles: ImportCandidate[];
}

const importMenu = async (menu: MenuDraft, owner: MenuOwner, { options, tally }: Run): Promise<void> => {
  tally.withoutPrice(menu.withoutPrice);
  for (const days of groupDays(menu.days, menu.dishes, DISHES_PER_WRITE)) {
    const dishes = menu.dishes.filter(({ date }) => days.includes(date));
    const outcome = await options.database.write((tx) =>
      importMenuPart(tx, { ...owner, days, dishes, now: options.clock.now() }),
    );
    tally.menu(outcome);
    await delay(PAUSE_MS);
  }
};

const writeWaitingPlaces = async (run: Run): Promise<void> => {
  const places = run.waitingPlaces.splice(0);
  if (places.length === 0) return;
  const { database, clock } = run.options;
  for (const { place, key, outcome } of await database.write((tx) => importPlaces(tx, places, clock.now()))) {
    if (outcome === 'duplicate') run.doubles.push(place);
    else run.tally.place(outcome);
    if (key !== null && place.menu !== null)
      await importMenu(place.menu, { restaurantKey: key, source: place.source }, run);
  }
  await delay(PAUSE_MS);
};

const takeRecord = async (record: PlaceRecord, ids: Set<string>, run: Run): Promise<void> => {
  run.vanishing.noteRecord(record);
  if (record.kind === 'skipped') return run.tally.skip(record.reason);
  const id = JSON.stringify([record.source, record.sourceId]);
  if (ids.has(id)) return run.tally.skip('duplicate');
  ids.add(id);
  run.waitingPlaces.push(record);
  if (run.waitingPlaces.length >= PLACES_PER_WRITE) await writeWaitingPlaces(run);
};

const importTowns = async (records: readonly unknown[], file: string, { options, tally }: Run): Promise<void> => {
  const onProgress = (doneCount: number, total: number): void =>
    options.onProgress?.({ file, done: doneCount, share: doneCount / total });
  tally.towns(await importGazetteer(records, { database: options.database, onProgress }));
};

const importFile = async (file: string, run: Run): Promise<FileError | null> => {
  const ids = new Set<string>();
  let [doneCount, fileError]: [number, FileError | null] = [0, null];
  for await (const part of readFeed(file, run.reading)) {
    if (part.kind === 'end') {
      run.vanishing.endFile(part);
      fileError = part.fileError;
      continue;
    }
    if (part.kind === 'towns') {
      await importTowns(part.records, file, run);
      continue;
    }
    await takeRecord(part.record, ids, run);
    doneCount += 1;
    run.options.onProgress?.({ file, done: doneCount, share: part.share });
  }
  await writeWaitingPlaces(run);
  return fileError;
};

// Imports skipped duplicates again: if a place was pruned, its duplicate may be the same place under a new id in the
// source.
const pruneAfter = async (run: Run): Promise<void> => {
  const { database, clock } = run.options;
  const prunedCounts = await pruneVanished(run.vanishing, { database, now: clock.now() });
  run.tally.prune(prunedCounts);
  if (prunedCounts === 0) return;
  for (const place of run.doubles.splice(0)) {
    run.waitingPlaces.push(place);
    if (run.waitingPlaces.length >= PLACES_PER_WRITE) await writeWaitingPlaces(run);
  }
  await writeWaitingPlaces(run);
};

/**
 * Imports files one after another. An invalid record or file is counted and doesn't stop the others. Unchanged places
 * are not written.
 */
export const importFiles = async (files: readonly string[], options: ImportOptions): Promise<ImportResult> => {
  const { clock, database, prune = false } = options;
  const tally = createImportTally();
  const readHours = createHoursReader({ today: berlinDay(clock.now()), regionOf: createRegionOf(database) });
  const run: Run = {
    options,
    tally,
    reading: { readHours, warn: tally.warn },
    vanishing: createSeenPlaces(),
    waitingPlaces: [],
    doubles: [],
  };
  const refusedFiles: { file: string; why: FileError }[] = [];
  for (const file of files) {
    const reason = await importFile(file, run);
    if (reason === null) continue;
    refusedFiles.push({ file, why: reason });
    tally.skip('malformed');
  }
  if (prune) await pruneAfter(run);
  run.doubles.forEach(() => tally.skip('duplicate'));
  return { report: tally.report(), warnings: tally.warnings(), refused: refusedFiles };
};
