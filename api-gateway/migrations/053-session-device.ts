import type { Knex } from 'knex';

/** Adds the browser that a session belongs to, so that its owner recognises it in the list of devices. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.schema.alterTable('session', (table) => {
    // Names of the session's browser and operating system, without versions; null if they are unknown, and for the
    // sessions of visitors.
    table.string('browser', 40);
    table.string('system', 40);
    table.string('device_kind', 16);
    // Country from which the session was used, as two letters of ISO 3166-1.
    table.string('country', 2);
    // Time at which the session was last used, from the gateway's clock, which tests can move, because people compare
    // it with other times of that clock.
    table.bigInteger('last_seen_at');
  });
};

const DEVICE_COLUMNS = ['browser', 'system', 'device_kind', 'country', 'last_seen_at'];

/** Drops the columns of this migration. Only tests of the migrations call this function. */
export const down = async (knex: Knex): Promise<void> => {
  // On SQLite, the schema builder of knex would drop a column by rebuilding the table, although other tables reference
  // it. Raw SQL drops only the column.
  for (const column of DEVICE_COLUMNS) await knex.raw('alter table ?? drop column ??', ['session', column]);
};
