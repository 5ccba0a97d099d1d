import * as z from 'zod/mini';
import type { Connection } from './database';
import { readSetting, writeSetting } from './rows';

const RESTORE_SETTING = 'restore';

const LastRestore = z.object({
  /** Real instant of the state that the backup held, in epoch milliseconds. */
  takenAt: z.int(),
  /** Real instant of the restore, in epoch milliseconds. It tells one restore from another. */
  restoredAt: z.int(),
});
/** The restore that has made this database of a backup. */
export type LastRestore = z.infer<typeof LastRestore>;

/** Reads from which state this database was restored; null for a database that never was. */
export const readLastRestore = async (connection: Connection): Promise<LastRestore | null> => {
  const value = await readSetting(connection, RESTORE_SETTING);
  return value === null ? null : LastRestore.parse(JSON.parse(value));
};

/** Notes that this database was restored, so that gateways reconcile it with what happened outside meanwhile. */
export const noteRestore = (connection: Connection, restore: LastRestore): Promise<void> =>
  writeSetting(connection, RESTORE_SETTING, JSON.stringify(restore));
