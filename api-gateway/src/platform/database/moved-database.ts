import type { Knex } from 'knex';
import { StartRefusedError } from '../errors';
import { readSetting } from './rows';

/** Setting of a SQLite database that names the PostgreSQL database to which it moves or was moved. */
export const MOVED_TO_SETTING = 'movedTo';

/** Table that the target of a move has until the move is done: what is copied of each table. */
export const MOVE_PROGRESS_TABLE = 'move_progress';

/** Table that the target of a move has until the move is done: the statements that still have to run. */
export const MOVE_STATEMENT_TABLE = 'move_statement';

/**
 * Refuses both databases of a move: the target until the move is done, because it lacks rows, and the source for good,
 * because what is written there would be missing in the target. Runs under the lock of the migrations.
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
