import { setTimeout as delay } from 'node:timers/promises';
import type { ImportReport } from '@mahlzeit/contract';
import { berlinDay } from '@mahlzeit/contract/rules';
import type { Clock, Database } from '../../../platform';
import { createHolidayRegionFinder, importGazetteer } from '../gazetteer';
import { readFeed } from './feeds';
import type { FileError } from './feeds';
import { createHoursReader } from './hours';
import { createImportTally } from './import-report';
import type { CountedWarning, ImportProgress, ImportTally } from './import-report';
import { groupDaysByDishCount, importMenuPart } from './menu-import';
import type { MenuOwner } from './menu-import';
import type { OsmReading } from './osm';
import { importPlaces } from './place-import';
import { createSeenPlacesTracker, pruneVanished } from './prune-places';
import type { SeenPlaces } from './prune-places';
import type { ImportCandidate, MenuDraft, PlaceRecord } from './record';

// Numbers of dishes and of places that the import writes in one transaction, which takes about 20 ms. A running gateway
// can write in the pause between two transactions.
const DISHES_PER_WRITE = 200;
const PLACES_PER_WRITE = 50;
const PAUSE_BETWEEN_WRITES_MS = 3;

/** Database, clock and options of an import. */
interface FeedImportOptions {
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

interface ImportRun {
  readonly options: FeedImportOptions;
  readonly reading: OsmReading;
  readonly tally: ImportTally;
  readonly seenPlaces: SeenPlaces;
  /** Places that the import has read but not written yet. */
  readonly waitingPlaces: ImportCandidate[];
  /** Places that were skipped, because another place of the same name is at the same location. */
  readonly duplicatePlaces: ImportCandidate[];
}

const importMenu = async (menuDraft: MenuDraft, menuOwner: MenuOwner, { options, tally }: ImportRun): Promise<void> => {
  tally.withoutPrice(menuDraft.withoutPrice);
  for (const days of groupDaysByDishCount(menuDraft.days, menuDraft.dishes, DISHES_PER_WRITE)) {
    const dishes = menuDraft.dishes.filter(({ date }) => days.includes(date));
    const writtenMenuCounts = await options.database.write((tx) =>
      importMenuPart(tx, { ...menuOwner, days, dishes, now: options.clock.now() }),
    );
    tally.menu(writtenMenuCounts);
    await delay(PAUSE_BETWEEN_WRITES_MS);
  }
};

const writeWaitingPlaces = async (importRun: ImportRun): Promise<void> => {
  const waitingCandidates = importRun.waitingPlaces.splice(0);
  if (waitingCandidates.length === 0) return;
  const { database, clock } = importRun.options;
  for (const { place, key, outcome } of await database.write((tx) =>
    importPlaces(tx, waitingCandidates, clock.now()),
  )) {
    if (outcome === 'duplicate') importRun.duplicatePlaces.push(place);
    else importRun.tally.place(outcome);
    if (key !== null && place.menu !== null)
      await importMenu(place.menu, { restaurantKey: key, source: place.source }, importRun);
  }
  await delay(PAUSE_BETWEEN_WRITES_MS);
};

const processRecord = async (placeRecord: PlaceRecord, seenIds: Set<string>, importRun: ImportRun): Promise<void> => {
  importRun.seenPlaces.noteRecord(placeRecord);
  if (placeRecord.kind === 'skipped') return importRun.tally.skip(placeRecord.reason);
  const id = JSON.stringify([placeRecord.source, placeRecord.sourceId]);
  if (seenIds.has(id)) return importRun.tally.skip('duplicate');
  seenIds.add(id);
  importRun.waitingPlaces.push(placeRecord);
  if (importRun.waitingPlaces.length >= PLACES_PER_WRITE) await writeWaitingPlaces(importRun);
};

const importTowns = async (
  townRecords: readonly unknown[],
  feedPath: string,
  { options, tally }: ImportRun,
): Promise<void> => {
  const reportTownProgress = (doneCount: number, totalTownCount: number): void =>
    options.onProgress?.({ file: feedPath, done: doneCount, share: doneCount / totalTownCount });
  tally.towns(await importGazetteer(townRecords, { database: options.database, onProgress: reportTownProgress }));
};

const importFile = async (feedPath: string, importRun: ImportRun): Promise<FileError | null> => {
  const seenIds = new Set<string>();
  let [doneCount, fileError]: [number, FileError | null] = [0, null];
  for await (const feedPart of readFeed(feedPath, importRun.reading)) {
    if (feedPart.kind === 'end') {
      importRun.seenPlaces.endFile(feedPart);
      fileError = feedPart.fileError;
      continue;
    }
    if (feedPart.kind === 'towns') {
      await importTowns(feedPart.records, feedPath, importRun);
      continue;
    }
    await processRecord(feedPart.record, seenIds, importRun);
    doneCount += 1;
    importRun.options.onProgress?.({ file: feedPath, done: doneCount, share: feedPart.share });
  }
  await writeWaitingPlaces(importRun);
  return fileError;
};

// Deactivates the places that have vanished from their sources, then imports skipped duplicates again: if a place was
// deactivated, its duplicate may be the same place under a new id in the source.
const pruneVanishedAndRetryDuplicates = async (importRun: ImportRun): Promise<void> => {
  const { database, clock } = importRun.options;
  const prunedPlaceCount = await pruneVanished(importRun.seenPlaces, { database, now: clock.now() });
  importRun.tally.prune(prunedPlaceCount);
  if (prunedPlaceCount === 0) return;
  for (const duplicatePlace of importRun.duplicatePlaces.splice(0)) {
    importRun.waitingPlaces.push(duplicatePlace);
    if (importRun.waitingPlaces.length >= PLACES_PER_WRITE) await writeWaitingPlaces(importRun);
  }
  await writeWaitingPlaces(importRun);
};

/**
 * Imports files one after another. An invalid record or file is counted and doesn't stop the others. Unchanged places
 * are not written.
 */
export const importFiles = async (
  feedPaths: readonly string[],
  importOptions: FeedImportOptions,
): Promise<ImportResult> => {
  const { clock, database, prune = false } = importOptions;
  const importTally = createImportTally();
  const readHours = createHoursReader({ today: berlinDay(clock.now()), regionOf: createHolidayRegionFinder(database) });
  const importRun: ImportRun = {
    options: importOptions,
    tally: importTally,
    reading: { readHours, warn: importTally.warn },
    seenPlaces: createSeenPlacesTracker(),
    waitingPlaces: [],
    duplicatePlaces: [],
  };
  const refusedFiles: { file: string; why: FileError }[] = [];
  for (const file of feedPaths) {
    const refusalReason = await importFile(file, importRun);
    if (refusalReason === null) continue;
    refusedFiles.push({ file, why: refusalReason });
    importTally.skip('malformed');
  }
  if (prune) await pruneVanishedAndRetryDuplicates(importRun);
  importRun.duplicatePlaces.forEach(() => importTally.skip('duplicate'));
  return { report: importTally.report(), warnings: importTally.warnings(), refused: refusedFiles };
};
