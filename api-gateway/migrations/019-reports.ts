import type { Knex } from 'knex';

/** Creates reports to the operator, and adds the time at which an account was disabled. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.schema.createTable('report', (table) => {
    table.string('key', 64).primary();
    // null after the reporter's erasure; the report stays.
    table.string('reporter', 64).index();
    // message, user, picture.
    table.string('kind', 16).notNullable();
    // Key of the message, or uid of the person.
    table.string('target', 64).notNullable();
    table.string('chat_key', 64);
    // Author of the message or reported person; null after their erasure.
    table.string('person', 64).index();
    table.string('reason', 16).notNullable();
    table.text('text').notNullable();
    // Text, name or picture address at the time of the report.
    table.text('context').notNullable();
    // open, removed, disabled, dismissed.
    table.string('state', 16).notNullable();
    // Domain time.
    table.bigInteger('created_at').notNullable();
    table.bigInteger('closed_at');
    table.index(['state', 'created_at']);
    table.index(['kind', 'target']);
  });
  await knex.schema.alterTable('user', (table) => {
    // Disabled by the operator, in domain time; null for an enabled account.
    table.bigInteger('disabled_at');
  });
};

/** Drops reports and the column. */
export const down = async (knex: Knex): Promise<void> => {
  // The schema builder would rebuild a table that others reference.
  await knex.raw('alter table "user" drop column disabled_at');
  await knex.schema.dropTable('report');
};
