import type { Knex } from 'knex';

/** Adds the payments whose orders a restore has lost, until an operator has decided on them. */
export const up = (knex: Knex): Promise<void> =>
  knex.schema.createTable('lost_payment', (table) => {
    table.string('provider', 30).notNullable();
    table.string('payment_id', 128).notNullable();
    // Key of the lost order, as the provider has it.
    table.string('reference', 64).notNullable();
    table.integer('amount').notNullable();
    // Part of the amount that is already refunded.
    table.integer('refunded').notNullable().defaultTo(0);
    table.string('state', 12).notNullable();
    table.bigInteger('found_at').notNullable();
    table.primary(['provider', 'payment_id']);
  });

/** Drops the table. Only tests of the migrations call this function. */
export const down = (knex: Knex): Promise<void> => knex.schema.dropTable('lost_payment');
