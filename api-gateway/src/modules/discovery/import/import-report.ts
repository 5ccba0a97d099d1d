import { basename } from 'node:path';
import { SkipReason } from '@mahlzeit/contract';
import type { ImportReport } from '@mahlzeit/contract';
import texts from '../../../../locales/de.json';
import type { GazetteerCounts } from '../gazetteer';
import type { FileError } from './feeds';
import type { WarningKind } from './record';

/** Result of importing one place. */
export type PlaceOutcome = 'imported' | 'updated' | 'unchanged';

/** Numbers of a place's offers by result of the import. */
export interface MenuCounts {
  readonly imported: number;
  readonly updated: number;
  readonly unchanged: number;
  readonly removed: number;
}

/** Warnings of one kind about the same word or place. */
export interface CountedWarning {
  readonly kind: WarningKind;
  readonly subject: string;
  readonly count: number;
}

/** Creates the counters of an import: places and offers by result, skipped records by reason, and warnings. */
export const createImportTally = () => {
  const placeCountByOutcome = { imported: 0, updated: 0, unchanged: 0 };
  const skippedCountByReason = new Map<SkipReason, number>();
  const offerCounts = { imported: 0, updated: 0, unchanged: 0, removed: 0 };
  const countedWarningByKey = new Map<string, CountedWarning>();
  let unpricedDishTotal = 0;
  let totalPrunedCount = 0;
  let hasImportedOffers = false;
  const sumOfNumbers = (summands: Iterable<number>): number =>
    [...summands].reduce((runningTotal, summand) => runningTotal + summand, 0);

  return {
    place: (placeOutcome: PlaceOutcome): void => void (placeCountByOutcome[placeOutcome] += 1),
    skip: (skipReason: SkipReason): void =>
      void skippedCountByReason.set(skipReason, (skippedCountByReason.get(skipReason) ?? 0) + 1),
    prune: (prunedPlaceCount: number): void => void (totalPrunedCount += prunedPlaceCount),
    /** Counts the towns of a gazetteer as places of the report. */
    towns({ skipped: skippedReasons, ...counts }: GazetteerCounts): void {
      for (const placeOutcome of ['imported', 'updated', 'unchanged'] as const)
        placeCountByOutcome[placeOutcome] += counts[placeOutcome];
      for (const skipReason of SkipReason.options)
        skippedCountByReason.set(
          skipReason,
          (skippedCountByReason.get(skipReason) ?? 0) + (skippedReasons[skipReason] ?? 0),
        );
    },
    /**
     * Adds the numbers of a place's changed offers to the report. A large menu is written in several steps, each of
     * which calls this function.
     */
    menu(menuOutcome: MenuCounts): void {
      offerCounts.imported += menuOutcome.imported;
      offerCounts.updated += menuOutcome.updated;
      offerCounts.unchanged += menuOutcome.unchanged;
      offerCounts.removed += menuOutcome.removed;
    },
    /** Adds a number of offers without a price to the report. From then on, the report contains counts of offers. */
    withoutPrice(unpricedDishCount: number): void {
      hasImportedOffers = true;
      unpricedDishTotal += unpricedDishCount;
    },
    warn(warningKind: WarningKind, warningSubject: string): void {
      const id = `${warningKind} ${warningSubject}`;
      countedWarningByKey.set(id, {
        kind: warningKind,
        subject: warningSubject,
        count: (countedWarningByKey.get(id)?.count ?? 0) + 1,
      });
    },
    warnings: (): CountedWarning[] => [...countedWarningByKey.values()],
    /** Builds the report that `npm run import` prints as its last line. */
    report: (): ImportReport => ({
      read: sumOfNumbers(Object.values(placeCountByOutcome)) + sumOfNumbers(skippedCountByReason.values()),
      ...placeCountByOutcome,
      pruned: totalPrunedCount,
      skipped: Object.fromEntries([...skippedCountByReason].filter(([, count]) => count > 0)),
      warnings: sumOfNumbers([...countedWarningByKey.values()].map(({ count }) => count)),
      ...(hasImportedOffers
        ? { offers: { ...offerCounts, skipped: unpricedDishTotal === 0 ? {} : { noPrice: unpricedDishTotal } } }
        : {}),
    }),
  };
};

/** Counters of an import, from which `report` builds the printed report. */
export type ImportTally = ReturnType<typeof createImportTally>;

const MAX_LISTED_WARNING_SUBJECTS = 5;

const formatWarningSubjects = (countedWarnings: readonly CountedWarning[]): string => {
  const listedWarnings = countedWarnings
    .slice(0, MAX_LISTED_WARNING_SUBJECTS)
    .map(({ subject, count }) => (count === 1 ? `„${subject}“` : `„${subject}“ (${count}×)`));
  const unlistedCount = countedWarnings.length - listedWarnings.length;
  return [
    ...listedWarnings,
    ...(unlistedCount > 0 ? [texts.importMore.replace('{count}', String(unlistedCount))] : []),
  ].join(', ');
};

/** Formats the warnings for the operator, one line for each kind. */
export const warningLines = (countedWarnings: readonly CountedWarning[]): string[] => {
  const warningKinds = [...new Set(countedWarnings.map(({ kind }) => kind))];
  return warningKinds.map(
    (warningKind) =>
      `${texts[`importWarning_${warningKind}`]}: ${formatWarningSubjects(countedWarnings.filter((warning) => warning.kind === warningKind))}`,
  );
};

/** Formats, for the operator, the error of a file that could not be imported. */
export const fileErrorLine = ({
  file,
  why: fileErrorReason,
}: {
  readonly file: string;
  readonly why: FileError;
}): string => `${file}: ${texts[`importRefusal_${fileErrorReason}`]}`;

/**
 * Progress of an import: the number of records read from the current file, and the part of the file that was read, from
 * 0 to 1.
 */
export interface ImportProgress {
  readonly file: string;
  readonly done: number;
  readonly share: number;
}

const BAR_WIDTH_CHARACTERS = 24;

/** A terminal that shows a progress bar. */
interface Terminal {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

const formatBar = ({ file, done, share }: ImportProgress): string => {
  const filledWidth = Math.round(share * BAR_WIDTH_CHARACTERS);
  return `${'█'.repeat(filledWidth)}${'░'.repeat(BAR_WIDTH_CHARACTERS - filledWidth)} ${Math.floor(share * 100)} % (${done}) ${basename(file)}`;
};

/**
 * Creates a progress bar for a terminal. If the output is no terminal, nothing is written, so that logs stay readable.
 */
export const createProgressBar = (terminal: Terminal) => {
  let isProgressBarDrawn = false;
  return {
    show(importProgress: ImportProgress): void {
      if (terminal.isTTY !== true) return;
      isProgressBarDrawn = true;
      terminal.write(`\r\u001b[K${formatBar(importProgress)}`);
    },
    /** Writes a line break after the progress bar, so that later output begins on a new line. */
    end(): void {
      if (isProgressBarDrawn) terminal.write('\n');
    },
  };
};
