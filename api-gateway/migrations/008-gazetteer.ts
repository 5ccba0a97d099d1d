import type { Knex } from 'knex';

/**
 * Creates the gazetteer: towns and quarters with coordinates, from which users choose a place and from which addresses
 * are derived.
 */
export const up = async (knex: Knex): Promise<void> => {
  await knex.schema.createTable('place', (table) => {
    table.string('place_id', 64).primary();
    table.string('name', 200).notNullable();
    table.string('country_code', 2).notNullable();
    table.string('state', 64).notNullable();
    table.integer('population').notNullable();
    table.double('latitude').notNullable().index();
    table.double('longitude').notNullable();
    // Names of the place for searches: one line for each name, in lower case without accents. Each line begins with a
    // line break, so that a search can find the beginning of a name.
    table.text('search_text').notNullable();
  });
};

/** Drops the table `place`. Only tests of the migrations call this function. */
export const down = async (knex: Knex): Promise<void> => {
  await knex.schema.dropTable('place');
};
