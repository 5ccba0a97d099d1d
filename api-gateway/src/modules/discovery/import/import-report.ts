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

/** Creates the counters of an import. */
export const createImportTally = () => {
  const placeCounts = { imported: 0, updated: 0, unchanged: 0 };
  const skippedCountByReason = new Map<SkipReason, number>();
  const offers = { imported: 0, updated: 0, unchanged: 0, removed: 0 };
  const warnings = new Map<string, CountedWarning>();
  let noPriceCount = 0;
  let prunedCount = 0;
  let containsOffers = false;
  const sumOfNumbers = (numbers: Iterable<number>): number => [...numbers].reduce((total, number) => total + number, 0);

  return {
    place: (outcome: PlaceOutcome): void => void (placeCounts[outcome] += 1),
    skip: (reason: SkipReason): void =>
      void skippedCountByReason.set(reason, (skippedCountByReason.get(reason) ?? 0) + 1),
    prune: (count: number): void => void (prunedCount += count),
    /** Counts the towns of a gazetteer as places. */
    towns({ skipped: skippedReasons, ...counts }: GazetteerCounts): void {
      for (const outcome of ['imported', 'updated', 'unchanged'] as const) placeCounts[outcome] += counts[outcome];
      for (const reason of SkipReason.options)
        skippedCountByReason.set(reason, (skippedCountByReason.get(reason) ?? 0) + (skippedReasons[reason] ?? 0));
    },
    /** Adds the counts of a menu, or of a part of a menu. */
    menu(outcome: MenuCounts): void {
      offers.imported += outcome.imported;
      offers.updated += outcome.updated;
      offers.unchanged += outcome.unchanged;
      offers.removed += outcome.removed;
    },
    /** Adds a number of offers without a price. From then on, the report contains counts of offers. */
    withoutPrice(count: number): void {
      containsOffers = true;
      noPriceCount += count;
    },
    warn(kind: WarningKind, subject: string): void {
      const id = `${kind} ${subject}`;
      warnings.set(id, { kind, subject, count: (warnings.get(id)?.count ?? 0) + 1 });
    },
    warnings: (): CountedWarning[] => [...warnings.values()],
    /** Builds the report that `npm run import` prints as its last line. */
    report: (): ImportReport => ({
      read: sumOfNumbers(Object.values(placeCounts)) + sumOfNumbers(skippedCountByReason.values()),
      ...placeCounts,
      pruned: prunedCount,
      skipped: Object.fromEntries([...skippedCountByReason].filter(([, count]) => count > 0)),
      warnings: sumOfNumbers([...warnings.values()].map(({ count }) => count)),
      ...(containsOffers
        ? { offers: { ...offers, skipped: noPriceCount === 0 ? {} : { noPrice: noPriceCount } } }
        : {}),
    }),
  };
};

/** Counters of an import. */
export type ImportTally = ReturnType<typeof createImportTally>;

const MAX_LISTED_SUBJECTS = 5;

const listSubjects = (warnings: readonly CountedWarning[]): string => {
  const listedWarnings = warnings
    .slice(0, MAX_LISTED_SUBJECTS)
    .map(({ subject, count }) => (count === 1 ? `„${subject}“` : `„${subject}“ (${count}×)`));
  const unlistedCount = warnings.length - listedWarnings.length;
  return [
    ...listedWarnings,
    ...(unlistedCount > 0 ? [texts.importMore.replace('{count}', String(unlistedCount))] : []),
  ].join(', ');
};

/** Formats the warnings for the operator, one line for each kind. */
export const warningLines = (warnings: readonly CountedWarning[]): string[] => {
  const warningKinds = [...new Set(warnings.map(({ kind }) => kind))];
  return warningKinds.map(
    (kind) => `${texts[`importWarning_${kind}`]}: ${listSubjects(warnings.filter((warning) => warning.kind === kind))}`,
  );
};

/** Formats, for the operator, the error of a file that could not be imported. */
export const fileErrorLine = ({ file, why: reason }: { readonly file: string; readonly why: FileError }): string =>
  `${file}: ${texts[`importRefusal_${reason}`]}`;

/**
 * Progress of an import: the number of records read from the current file, and the part of the file that was read, from
 * 0 to 1.
 */
export interface ImportProgress {
  readonly file: string;
  readonly done: number;
  readonly share: number;
}

const BAR_WIDTH = 24;

/** A terminal that shows a progress bar. */
interface Terminal {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

const formatBar = ({ file, done, share }: ImportProgress): string => {
  const filledWidth = Math.round(share * BAR_WIDTH);
  return `${'█'.repeat(filledWidth)}${'░'.repeat(BAR_WIDTH - filledWidth)} ${Math.floor(share * 100)} % (${done}) ${basename(file)}`;
};

/**
 * Creates a progress bar for a terminal. If the output is no terminal, nothing is written, so that logs stay readable.
 */
export const createProgressBar = (terminal: Terminal) => {
  let isBarDrawn = false;
  return {
    show(progress: ImportProgress): void {
      if (terminal.isTTY !== true) return;
      isBarDrawn = true;
      terminal.write(`\r\u001b[K${formatBar(progress)}`);
    },
    /** Ends the progress bar's line. */
    end(): void {
      if (isBarDrawn) terminal.write('\n');
    },
  };
};
