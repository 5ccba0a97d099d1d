import type { Knex } from 'knex';

/** Adds two columns: whether an order has lost its meetup, and whether a request's client got a response. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.schema.alterTable('customer_order', (table) => {
    // True when the order was placed for a meetup and doesn't belong to it any more.
    table.boolean('is_meet_up_lost').notNullable().defaultTo(false);
  });
  await knex.schema.alterTable('idempotency', (table) => {
    // True when the gateway has sent a response below 500. A request without an Idempotency-Key whose client got no
    // such response is continued by its repetition, even when the order that it began is finished by then.
    table.boolean('is_answered').notNullable().defaultTo(false);
  });
};

/** Drops the columns of this migration. Only tests of the migrations call this function. */
export const down = async (knex: Knex): Promise<void> => {
  // On SQLite, the schema builder of knex would drop the columns by rebuilding the tables, although other tables
  // reference them. Raw SQL drops only the columns.
  await knex.raw('alter table idempotency drop column is_answered');
  await knex.raw('alter table customer_order drop column is_meet_up_lost');
};
