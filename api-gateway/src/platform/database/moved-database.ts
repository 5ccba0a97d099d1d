import type { Knex } from 'knex';
import { StartRefusedError } from '../errors';
import { readSetting } from './rows';

/** Setting of a SQLite database that names the PostgreSQL database to which it moves or was moved. */
export const MOVED_TO_SETTING = 'movedTo';

/**
 * Name of the table with the progress of a move: which rows of each table are copied. It exists in the PostgreSQL
 * database until the move is done.
 */
export const MOVE_PROGRESS_TABLE = 'move_progress';

/**
 * Name of the table with the statements that a move still has to run. It exists in the PostgreSQL database until the
 * move is done.
 */
export const MOVE_STATEMENT_TABLE = 'move_statement';

/**
 * Refuses to start on a database of a move: on the target until the move is done, because rows are missing, and on the
 * source for good, because rows that are written there would be missing in the target. Runs under the lock of the
 * migrations.
 */
export const refuseMovedDatabase = async (trx: Knex.Transaction): Promise<void> => {
  if (await trx.schema.hasTable(MOVE_PROGRESS_TABLE))
    throw new StartRefusedError(
      'DATABASE_URL: must not lead to a database to which a move is unfinished (npm run move continues it)',
    );
  if (!(await trx.schema.hasTable('setting'))) return;
  const movedTo = await readSetting(trx, MOVED_TO_SETTING);
  if (movedTo !== null)
    throw new StartRefusedError(
      `DATABASE_URL: must lead to ${movedTo}, to which this database was moved (npm run move -- --undo gives the move up)`,
    );
};
