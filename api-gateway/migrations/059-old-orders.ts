import type { Knex } from 'knex';

/** Adds an index that finds the oldest orders. They are deleted once the law no longer requires them. */
export const up = (knex: Knex): Promise<void> =>
  knex.schema.alterTable('customer_order', (table) => void table.index('day'));

/** Drops the index. Only tests of the migrations call this function. */
export const down = (knex: Knex): Promise<void> =>
  knex.schema.alterTable('customer_order', (table) => void table.dropIndex('day'));
