import type { Knex } from 'knex';

/**
 * Selects the newest order in which the user of a discount has used it; null without such an order. Earlier orders with
 * the same discount have returned it, because a user can use a discount only once.
 */
const newestOrderKey = (knex: Knex) =>
  knex('customer_order')
    .join('order_discount', 'order_discount.order_key', 'customer_order.key')
    .where({
      'order_discount.discount_key': knex.ref('discount_use.discount_key'),
      'customer_order.uid': knex.ref('discount_use.uid'),
    })
    .orderBy('customer_order.created_at', 'desc')
    .limit(1)
    .select('customer_order.key');

/**
 * Adds to each use of a discount the order that used it, so that an order which is cancelled returns its own use only.
 */
export const up = async (knex: Knex): Promise<void> => {
  await knex.schema.alterTable('discount_use', (table) => {
    // Key of the order that used the discount; null for a use of an erased user, whose order isn't known any more.
    table.string('order_key', 64);
  });
  await knex('discount_use').update({ order_key: newestOrderKey(knex) });
};

/** Drops the column `order_key`. Only tests of the migrations call this function. */
export const down = async (knex: Knex): Promise<void> => {
  // On SQLite, the schema builder of knex would drop the column by rebuilding the table. Raw SQL drops only the column.
  await knex.raw('alter table "discount_use" drop column order_key');
};
