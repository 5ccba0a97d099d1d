import type { Knex } from 'knex';

/** Creates the reports that users send to the operator, and adds the time at which the operator disabled an account. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.schema.createTable('report', (table) => {
    table.string('key', 64).primary();
    // Uid of the reporter; null after the reporter's erasure, which keeps the report.
    table.string('reporter', 64).index();
    // Kind of the reported object: `message`, `user` or `picture`.
    table.string('kind', 16).notNullable();
    // Key of the reported message, or uid of the reported person.
    table.string('target', 64).notNullable();
    table.string('chat_key', 64);
    // Uid of the message's author or of the reported person; null after their erasure.
    table.string('person', 64).index();
    table.string('reason', 16).notNullable();
    table.text('text').notNullable();
    // Reported text, name or picture URL as it was at the time of the report.
    table.text('context').notNullable();
    // State of the report: `open`, `removed`, `disabled` or `dismissed`.
    table.string('state', 16).notNullable();
    // Time by the gateway's clock, which tests can move.
    table.bigInteger('created_at').notNullable();
    table.bigInteger('closed_at');
    table.index(['state', 'created_at']);
    table.index(['kind', 'target']);
  });
  await knex.schema.alterTable('user', (table) => {
    // Time, by the gateway's clock, at which the operator disabled the account; null for an enabled account.
    table.bigInteger('disabled_at');
  });
};

/** Drops the reports and the column `disabled_at`. Only tests of the migrations call this function. */
export const down = async (knex: Knex): Promise<void> => {
  // On SQLite, the schema builder of knex would drop the column by rebuilding the table, although other tables
  // reference it. Raw SQL drops only the column.
  await knex.raw('alter table "user" drop column disabled_at');
  await knex.schema.dropTable('report');
};
