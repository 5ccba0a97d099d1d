const NAME_PREFIX = 'mahlzeit-';
const NAME_ENDING = '.tar';

/** Formats an instant as a part of a file's name, without characters that some file systems refuse. */
export const instantInName = (instant: number): string => new Date(instant).toISOString().replace(/[:.]/g, '-');

/**
 * Returns the file name of a backup that was taken at an instant, for example `mahlzeit-2026-06-24T09-30-00-000Z.tar`.
 */
export const backupNameOf = (takenAt: number): string => `${NAME_PREFIX}${instantInName(takenAt)}${NAME_ENDING}`;

const NAME_PATTERN = /^mahlzeit-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)-(\d{3})Z\.tar$/;

/** Returns the instant at which a backup was taken, by the name of its file; null for any other file. */
export const takenAtOf = (fileName: string): number | null => {
  const match = NAME_PATTERN.exec(fileName);
  if (match === null) return null;
  const [, day, hours, minutes, seconds, milliseconds] = match;
  const takenAt = Date.parse(`${day}T${hours}:${minutes}:${seconds}.${milliseconds}Z`);
  return Number.isNaN(takenAt) ? null : takenAt;
};

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;

/** Hour of the day, in UTC, after which the next backup is due: at night in Germany, in summer and in winter. */
const BACKUP_HOUR = 2;

/**
 * Checks whether a nightly backup is missing: none was taken since 2 o'clock UTC. `latestTakenAt` is null if there is
 * no backup at all.
 */
export const isBackupDue = (latestTakenAt: number | null, realNow: number): boolean => {
  const shiftMs = BACKUP_HOUR * HOUR_MS;
  const lastNight = Math.floor((realNow - shiftMs) / DAY_MS) * DAY_MS + shiftMs;
  return latestTakenAt === null || latestTakenAt < lastNight;
};

/** Returns the instant of the latest backup, by the names of files; null without a backup. */
export const latestTakenAtOf = (fileNames: readonly string[]): number | null =>
  fileNames
    .map(takenAtOf)
    .reduce((latest, takenAt) => (takenAt === null ? latest : Math.max(latest ?? 0, takenAt)), null);

/** Numbers of days and weeks, including the present ones, of each of which one backup is kept. */
const KEPT_DAYS = 7;
const KEPT_WEEKS = 4;

const WEEK_DAYS = 7;
// Days by which weeks are shifted. 1 January 1970 was a Thursday, so weeks that begin on Monday begin three days before
// a multiple of seven.
const MONDAY_SHIFT = 3;

const dayOf = (instant: number): number => Math.floor(instant / DAY_MS);
const weekOf = (instant: number): number => Math.floor((dayOf(instant) + MONDAY_SHIFT) / WEEK_DAYS);

/** Returns the latest backup of each period (day or week) after `oldestPeriod`. */
const latestByPeriod = (
  newestFirst: readonly string[],
  periodOf: (instant: number) => number,
  oldestPeriod: number,
): string[] => {
  const latestNames = new Map<number, string>();
  for (const name of newestFirst) {
    const period = periodOf(takenAtOf(name) ?? 0);
    if (period > oldestPeriod && !latestNames.has(period)) latestNames.set(period, name);
  }
  return [...latestNames.values()];
};

/**
 * Returns the backups to delete. The latest backup of each of the last seven days and of each of the last four weeks
 * (in UTC) is kept, and the latest of all, however old it is. Files with other names are never deleted.
 */
export const findExpiredBackups = (fileNames: readonly string[], realNow: number): string[] => {
  const newestFirst = fileNames
    .filter((name) => takenAtOf(name) !== null)
    .sort()
    .reverse();
  const keptNames = new Set([
    ...newestFirst.slice(0, 1),
    ...latestByPeriod(newestFirst, dayOf, dayOf(realNow) - KEPT_DAYS),
    ...latestByPeriod(newestFirst, weekOf, weekOf(realNow) - KEPT_WEEKS),
  ]);
  return newestFirst.filter((name) => !keptNames.has(name));
};
