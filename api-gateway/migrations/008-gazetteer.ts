import type { Knex } from 'knex';

/** Towns and quarters with their coordinates: what places are chosen from and addresses are told by. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.schema.createTable('place', (table) => {
    table.string('place_id', 64).primary();
    table.string('name', 200).notNullable();
    table.string('country_code', 2).notNullable();
    table.string('state', 64).notNullable();
    table.integer('population').notNullable();
    table.double('latitude').notNullable().index();
    table.double('longitude').notNullable();
    // A line for each folded name, each behind a line break, so that a search can tell the beginning of a name.
    table.text('search_text').notNullable();
  });
};

/** Takes them away again. */
export const down = async (knex: Knex): Promise<void> => {
  await knex.schema.dropTable('place');
};
