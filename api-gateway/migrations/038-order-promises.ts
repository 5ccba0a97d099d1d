import type { Knex } from 'knex';

/** Adds the mark of an order that has lost its meetup, and the mark of a request whose client got its answer. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.schema.alterTable('customer_order', (table) => {
    // True when the order was placed for a meetup and doesn't belong to it any more.
    table.boolean('is_meet_up_lost').notNullable().defaultTo(false);
  });
  await knex.schema.alterTable('idempotency', (table) => {
    // True when the gateway has sent an answer below 500. A request without a key whose client got no such answer is
    // continued by its repeat, also when the thing that it began is finished by then.
    table.boolean('is_answered').notNullable().defaultTo(false);
  });
};

/** Drops the columns of this migration. Only tests of the migrations call this function. */
export const down = async (knex: Knex): Promise<void> => {
  // The schema builder would drop the columns by rebuilding the tables, although other tables reference them. Raw SQL
  // drops only the columns.
  await knex.raw('alter table idempotency drop column is_answered');
  await knex.raw('alter table customer_order drop column is_meet_up_lost');
};
