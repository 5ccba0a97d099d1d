import * as z from 'zod/mini';
import type { Connection } from './database';
import { startNewEpoch } from './change-log';
import { readSetting, writeSetting } from './rows';

/** Setting of a restored database whose payments haven't been compared with the providers yet. */
const RESTORE_SETTING = 'restore';

const RestoreNote = z.object({ takenAt: z.int(), restoredAt: z.int() });

/** Real instants of a backup and of its restore. What happened between them is missing. */
export type RestoreNote = z.infer<typeof RestoreNote>;

/**
 * Turns the copy of a database into one that gateways may use: a new history makes every client take a fresh snapshot,
 * so that no page keeps what was written after the backup. Payments are compared before the first order.
 */
export const markRestored = async (connection: Connection, restoreNote: RestoreNote): Promise<void> => {
  await startNewEpoch(connection);
  await writeSetting(connection, RESTORE_SETTING, JSON.stringify(restoreNote));
};

/** Returns the restore after which payments haven't been compared yet; null without one. */
export const findRestore = async (connection: Connection): Promise<RestoreNote | null> => {
  const note = await readSetting(connection, RESTORE_SETTING);
  return note === null || note === '' ? null : RestoreNote.parse(JSON.parse(note));
};

/** Notes that the payments of a restored database have been compared. */
export const endRestore = (connection: Connection): Promise<void> => writeSetting(connection, RESTORE_SETTING, '');
