import { basename } from 'node:path';
import { SkipReason } from '@mahlzeit/contract';
import type { ImportReport } from '@mahlzeit/contract';
import texts from '../../../../locales/de.json';
import type { GazetteerCounts } from '../gazetteer';
import type { FileError } from './feeds';
import type { WarningKind } from './record';

/** What happened to one place. */
export type PlaceOutcome = 'imported' | 'updated' | 'unchanged';

/** What happened to a place's offers. */
export interface MenuCounts {
  readonly imported: number;
  readonly updated: number;
  readonly unchanged: number;
  readonly removed: number;
}

/** One kind of warning about one word or place, and how often. */
export interface CountedWarning {
  readonly kind: WarningKind;
  readonly subject: string;
  readonly count: number;
}

/** Counts what an import does. */
export const createImportTally = () => {
  const places = { imported: 0, updated: 0, unchanged: 0 };
  const skipped = new Map<SkipReason, number>();
  const offers = { imported: 0, updated: 0, unchanged: 0, removed: 0 };
  const warnings = new Map<string, CountedWarning>();
  let noPrice = 0;
  let pruned = 0;
  let holdsOffers = false;
  const sum = (numbers: Iterable<number>): number => [...numbers].reduce((total, number) => total + number, 0);

  return {
    place: (outcome: PlaceOutcome): void => void (places[outcome] += 1),
    skip: (reason: SkipReason): void => void skipped.set(reason, (skipped.get(reason) ?? 0) + 1),
    prune: (count: number): void => void (pruned += count),
    /** Counts the towns of a gazetteer, which are places as well. */
    towns({ skipped: reasons, ...counts }: GazetteerCounts): void {
      for (const outcome of ['imported', 'updated', 'unchanged'] as const) places[outcome] += counts[outcome];
      for (const reason of SkipReason.options) skipped.set(reason, (skipped.get(reason) ?? 0) + (reasons[reason] ?? 0));
    },
    /** Counts a menu, or a part of one. */
    menu(outcome: MenuCounts): void {
      offers.imported += outcome.imported;
      offers.updated += outcome.updated;
      offers.unchanged += outcome.unchanged;
      offers.removed += outcome.removed;
    },
    /** Offers without a price; also tells that the feed holds offers at all. */
    withoutPrice(count: number): void {
      holdsOffers = true;
      noPrice += count;
    },
    warn(kind: WarningKind, subject: string): void {
      const id = `${kind} ${subject}`;
      warnings.set(id, { kind, subject, count: (warnings.get(id)?.count ?? 0) + 1 });
    },
    warnings: (): CountedWarning[] => [...warnings.values()],
    /** The counts as `npm run import` prints them last. */
    report: (): ImportReport => ({
      read: sum(Object.values(places)) + sum(skipped.values()),
      ...places,
      pruned,
      skipped: Object.fromEntries([...skipped].filter(([, count]) => count > 0)),
      warnings: sum([...warnings.values()].map(({ count }) => count)),
      ...(holdsOffers ? { offers: { ...offers, skipped: noPrice === 0 ? {} : { noPrice } } } : {}),
    }),
  };
};

/** Counts what an import does. */
export type ImportTally = ReturnType<typeof createImportTally>;

const SUBJECTS_SHOWN = 5;

const subjectsOf = (warnings: readonly CountedWarning[]): string => {
  const shown = warnings
    .slice(0, SUBJECTS_SHOWN)
    .map(({ subject, count }) => (count === 1 ? `„${subject}“` : `„${subject}“ (${count}×)`));
  const rest = warnings.length - shown.length;
  return [...shown, ...(rest > 0 ? [texts.importMore.replace('{count}', String(rest))] : [])].join(', ');
};

/** What an operator reads about the warnings: one line a kind. */
export const warningLines = (warnings: readonly CountedWarning[]): string[] => {
  const kinds = [...new Set(warnings.map(({ kind }) => kind))];
  return kinds.map(
    (kind) => `${texts[`importWarning_${kind}`]}: ${subjectsOf(warnings.filter((one) => one.kind === kind))}`,
  );
};

/** What an operator reads about a file that could not be imported. */
export const fileErrorLine = ({ file, why }: { readonly file: string; readonly why: FileError }): string =>
  `${file}: ${texts[`importRefusal_${why}`]}`;

/** How far an import is: records of the current file, and how much of it was read, 0 to 1. */
export interface ImportProgress {
  readonly file: string;
  readonly done: number;
  readonly share: number;
}

const BAR_WIDTH = 24;

/** Where a bar is drawn: a terminal. */
interface Terminal {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

const barOf = ({ file, done, share }: ImportProgress): string => {
  const filled = Math.round(share * BAR_WIDTH);
  return `${'█'.repeat(filled)}${'░'.repeat(BAR_WIDTH - filled)} ${Math.floor(share * 100)} % (${done}) ${basename(file)}`;
};

/** Draws the progress in place on a terminal; elsewhere nothing, so that logs stay readable. */
export const createProgressBar = (terminal: Terminal) => {
  let isDrawn = false;
  return {
    show(progress: ImportProgress): void {
      if (terminal.isTTY !== true) return;
      isDrawn = true;
      terminal.write(`\r\u001b[K${barOf(progress)}`);
    },
    /** Leaves the line, so that what follows starts on its own. */
    end(): void {
      if (isDrawn) terminal.write('\n');
    },
  };
};
