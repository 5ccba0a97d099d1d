import type { Knex } from 'knex';

/** What was reported to whoever runs the gateways, and accounts that they have disabled. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.schema.createTable('report', (table) => {
    table.string('key', 64).primary();
    // null once they are erased; the report is kept.
    table.string('reporter', 64).index();
    // message, user, picture.
    table.string('kind', 16).notNullable();
    // Key of the message, uid of the person.
    table.string('target', 64).notNullable();
    table.string('chat_key', 64);
    // Who wrote it or is it; null once they are erased.
    table.string('person', 64).index();
    table.string('reason', 16).notNullable();
    table.text('text').notNullable();
    // The text, the name or the picture's address as it was then.
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
    // By whoever runs the gateways, in domain time; null: they may sign in.
    table.bigInteger('disabled_at');
  });
};

/** Forgets them. */
export const down = async (knex: Knex): Promise<void> => {
  // Not by the schema builder, which rebuilds a table that others reference.
  await knex.raw('alter table "user" drop column disabled_at');
  await knex.schema.dropTable('report');
};
