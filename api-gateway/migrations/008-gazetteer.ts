import type { Knex } from 'knex';

/** Creates towns and quarters with coordinates, for the choice of places and for addresses. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.schema.createTable('place', (table) => {
    table.string('place_id', 64).primary();
    table.string('name', 200).notNullable();
    table.string('country_code', 2).notNullable();
    table.string('state', 64).notNullable();
    table.integer('population').notNullable();
    table.double('latitude').notNullable().index();
    table.double('longitude').notNullable();
    // A line for each folded name, after a line break, so that a search can match the beginning of a name.
    table.text('search_text').notNullable();
  });
};

/** Drops the tables. */
export const down = async (knex: Knex): Promise<void> => {
  await knex.schema.dropTable('place');
};
