import type { Knex } from 'knex';

const createOrders = async (knex: Knex): Promise<void> => {
  await knex.schema.createTable('payment_user', (table) => {
    table.string('uid', 64).primary().references('uid').inTable('user').onDelete('CASCADE');
    table.string('provider_id', 64).notNullable().unique();
    table.string('default_card_id', 64);
    table.string('first_name', 100).notNullable();
    table.string('last_name', 100).notNullable();
  });

  // `order` is a word of SQL. Kept for ten years (§ 147 AO): it hangs on nobody's row.
  await knex.schema.createTable('customer_order', (table) => {
    table.string('key', 64).primary();
    // null: its diner is gone.
    table.string('uid', 64).index();
    // Said at the counter; one of a restaurant's day.
    table.string('number', 16).notNullable();
    table.string('day', 10).notNullable();
    table.string('restaurant_key', 64).notNullable();
    table.string('payment_option', 16).notNullable();
    table.string('debited_card_id', 64);
    table.bigInteger('meet_up_at').notNullable();
    table.string('meet_up_key', 64);
    table.boolean('is_take_away').notNullable();
    table.json('items').notNullable();
    table.json('discount');
    table.json('vat').notNullable();
    table.integer('total').notNullable();
    table.bigInteger('accepted_at');
    table.bigInteger('created_at').notNullable();
    // Of its payment: CREATED, SUCCEEDED, FAILED or UNKNOWN.
    table.string('payment_status', 16).notNullable();
    table.unique(['restaurant_key', 'day', 'number']);
    table.index(['uid', 'payment_status', 'meet_up_at']);
  });
};

const createPayments = async (knex: Knex): Promise<void> => {
  // One of each order, written before its provider is asked.
  await knex.schema.createTable('payment_attempt', (table) => {
    table.string('key', 64).primary();
    table.string('order_key', 64).notNullable().unique().references('key').inTable('customer_order');
    table.string('provider', 16).notNullable();
    // REQUESTED, PENDING, CAPTURING, SUCCEEDED, FAILED or UNKNOWN.
    table.string('state', 16).notNullable();
    // Of the diner, with a card.
    table.string('payer_id', 64);
    table.string('provider_id', 128);
    table.string('refundable_id', 128);
    table.text('redirect_url');
    table.string('code', 100);
    // What the provider is asked with; gone once nobody asks any more.
    table.json('request');
    // Real time.
    table.bigInteger('begun_at').notNullable();
    table.bigInteger('check_at').index();
    table.integer('checks').notNullable();
    table.unique(['provider', 'provider_id']);
  });

  // Vouchers that an order has taken.
  await knex.schema.createTable('order_discount', (table) => {
    table.string('order_key', 64).notNullable().references('key').inTable('customer_order');
    table.string('discount_key', 64).notNullable();
    table.primary(['order_key', 'discount_key']);
  });

  await knex.schema.createTable('order_refund', (table) => {
    table.string('key', 64).primary();
    table.string('order_key', 64).notNullable().references('key').inTable('customer_order').index();
    table.integer('amount').notNullable();
    // null: paid for nothing, so nobody had to ask for it.
    table.string('reason', 40);
    // REQUESTED, SUCCEEDED or FAILED.
    table.string('state', 16).notNullable();
    table.string('provider_id', 128);
    // Domain time.
    table.bigInteger('created_at').notNullable();
  });

  // What providers have told by themselves: each once.
  await knex.schema.createTable('provider_event', (table) => {
    table.string('provider', 16).notNullable();
    table.string('event_key', 200).notNullable();
    table.bigInteger('at').notNullable().index();
    table.primary(['provider', 'event_key']);
  });
};

/** Orders, their payments, and what went back. */
export const up = async (knex: Knex): Promise<void> => {
  await createOrders(knex);
  await createPayments(knex);
  await knex.schema.alterTable('invitation_attendee', (table) => {
    // What they have ordered for it; null: nothing.
    table.string('order_key', 64);
  });
};

/** Takes them away again. */
export const down = async (knex: Knex): Promise<void> => {
  await knex.raw('alter table invitation_attendee drop column order_key');
  for (const table of [
    'provider_event',
    'order_refund',
    'order_discount',
    'payment_attempt',
    'customer_order',
    'payment_user',
  ])
    await knex.schema.dropTable(table);
};
