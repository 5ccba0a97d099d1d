import type { Knex } from 'knex';

/** Adds the ways by which orders reach restaurants, restaurants' pauses, and the reports of open partner consoles. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.schema.alterTable('restaurant', (table) => {
    // Further ways by which orders reach the restaurant, as JSON; null for none.
    table.jsonb('order_channels').nullable();
    // Time until which the restaurant takes no orders, by the gateway's clock, which tests can move; null without a
    // pause.
    table.bigInteger('orders_paused_until').nullable();
  });

  await knex.schema.createTable('counter_presence', (table) => {
    table.string('restaurant_key', 64).primary();
    // Time of the last report that the restaurant's partner console is open, by the gateway's clock, which tests can
    // move.
    table.bigInteger('seen_at').notNullable();
  });
};

/** Drops the table and the columns of this migration. Only tests of the migrations call this function. */
export const down = async (knex: Knex): Promise<void> => {
  await knex.schema.dropTable('counter_presence');
  // On SQLite, the schema builder of knex would drop the columns by rebuilding the table, although other tables
  // reference it. Raw SQL drops only the columns.
  for (const column of ['orders_paused_until', 'order_channels'])
    await knex.raw('alter table restaurant drop column ??', [column]);
};
