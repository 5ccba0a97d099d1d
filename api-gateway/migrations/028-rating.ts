import type { Knex } from 'knex';

/** How diners rate what they have ordered. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.schema.alterTable('customer_order', (table) => {
    // 1 to 5; null: nobody has rated it.
    table.integer('stars').nullable();
    // Domain time; null as well once its diner is gone.
    table.bigInteger('rated_at').nullable();
  });
};

/** Forgets it. */
export const down = async (knex: Knex): Promise<void> => {
  // Not by the schema builder, which rebuilds a table that others hang on.
  await knex.raw('alter table customer_order drop column rated_at');
  await knex.raw('alter table customer_order drop column stars');
};
