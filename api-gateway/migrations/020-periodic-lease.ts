import type { Knex } from 'knex';

/** Which gateway does a periodic job just now, and until when nobody else does. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.schema.alterTable('periodic_job', (table) => {
    // A random text of that one run; null: nobody does it.
    table.string('lease', 32).nullable();
    // Real time, pushed ahead for as long as the run goes on.
    table.bigInteger('leased_until').nullable();
  });
};

/** Forgets who does what. */
export const down = async (knex: Knex): Promise<void> => {
  await knex.schema.alterTable('periodic_job', (table) => table.dropColumns('lease', 'leased_until'));
};
