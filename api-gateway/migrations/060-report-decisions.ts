import type { Knex } from 'knex';

/** Adds two columns to the reports: who has decided on the report, and the note to its reporter. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.schema.alterTable('report', (table) => {
    // Name of the moderation token; null for an open report, and for a decision by the command `npm run moderate`.
    table.string('decided_by', 30);
    table.text('note').notNullable().defaultTo('');
    table.index('closed_at');
  });
};

/** Drops the columns of this migration. Only tests of the migrations call this function. */
export const down = async (knex: Knex): Promise<void> => {
  await knex.schema.alterTable('report', (table) => void table.dropIndex('closed_at'));
  // On SQLite, the schema builder of knex would drop a column by rebuilding the table. Raw SQL drops only the column.
  for (const column of ['decided_by', 'note']) await knex.raw('alter table ?? drop column ??', ['report', column]);
};
