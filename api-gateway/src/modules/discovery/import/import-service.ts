import { setTimeout as delay } from 'node:timers/promises';
import type { ImportReport } from '@mahlzeit/contract';
import type { Clock, Database } from '../../../platform';
import { createImportTally, type CountedWarning, type ImportTally } from './import-tally';
import { importMenuPart } from './menu-import';
import { groupDays, type MenuOwner } from './menu-import-rules';
import { importPlace } from './place-import';
import type { MenuDraft, PlaceRecord } from './place-record';
import { readFeed, type FileRefusal } from './read-feed';

// A write of this many dishes takes some 20 ms; between two of them a running gateway gets its turn.
const DISHES_PER_WRITE = 200;
const PAUSE_MS = 3;

/** How far an import is: records of the current file. */
export interface ImportProgress {
  readonly file: string;
  readonly done: number;
  readonly total: number;
}

/** What an import needs, and who hears of its progress. */
export interface ImportOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly onProgress?: (progress: ImportProgress) => void;
}

/** What an import did; `refused` are files that could not be read at all. */
export interface ImportResult {
  readonly report: ImportReport;
  readonly warnings: readonly CountedWarning[];
  readonly refused: readonly { readonly file: string; readonly why: FileRefusal }[];
}

type Place = Extract<PlaceRecord, { kind: 'place' }>;

const importMenu = async (menu: MenuDraft, owner: MenuOwner, { options, tally }: { options: ImportOptions; tally: ImportTally }): Promise<void> => {
  tally.withoutPrice(menu.withoutPrice);
  for (const days of groupDays(menu.days, menu.dishes, DISHES_PER_WRITE)) {
    const dishes = menu.dishes.filter(({ date }) => days.includes(date));
    const outcome = await options.database.write((tx) => importMenuPart(tx, { ...owner, days, dishes, now: options.clock.now() }));
    tally.menu(outcome);
    await delay(PAUSE_MS);
  }
};

const importRecord = async (record: Place, { options, tally }: { options: ImportOptions; tally: ImportTally }): Promise<void> => {
  const { source, sourceId, draft, menu } = record;
  const place = await options.database.write((tx) => importPlace(tx, { draft, id: { source, sourceId }, now: options.clock.now() }));
  tally.place(place.outcome);
  await importMenu(menu, { restaurantKey: place.key, source }, { options, tally });
};

/** Imports files one after another: a broken record or file is counted and stops no other. What is the same already is left alone. */
export const importFiles = async (files: readonly string[], options: ImportOptions): Promise<ImportResult> => {
  const tally = createImportTally();
  const refused: { file: string; why: FileRefusal }[] = [];
  for (const file of files) {
    const feed = await readFeed(file, tally.warn);
    if (!feed.ok) {
      refused.push({ file, why: feed.error });
      tally.skip('malformed');
      continue;
    }
    for (const [index, record] of feed.value.entries()) {
      if (record.kind === 'skipped') tally.skip(record.reason);
      else await importRecord(record, { options, tally });
      options.onProgress?.({ file, done: index + 1, total: feed.value.length });
    }
  }
  return { report: tally.report(), warnings: tally.warnings(), refused };
};
