import type { Knex } from 'knex';

const createOrders = async (knex: Knex): Promise<void> => {
  await knex.schema.createTable('payment_user', (table) => {
    table.string('uid', 64).primary().references('uid').inTable('user').onDelete('CASCADE');
    table.string('provider_id', 64).notNullable().unique();
    table.string('default_card_id', 64);
    table.string('first_name', 100).notNullable();
    table.string('last_name', 100).notNullable();
  });

  // Table of orders. It isn't named `order`, which is a reserved word of SQL. Orders are stored for ten years (§ 147
  // AO), so no foreign key ties them to a user.
  await knex.schema.createTable('customer_order', (table) => {
    table.string('key', 64).primary();
    // Uid of the diner; null after the diner's erasure.
    table.string('uid', 64).index();
    // Order number that the diner names in the restaurant; unique for a restaurant and a day.
    table.string('number', 16).notNullable();
    table.string('day', 10).notNullable();
    table.string('restaurant_key', 64).notNullable();
    table.string('payment_option', 16).notNullable();
    table.string('debited_card_id', 64);
    table.bigInteger('meet_up_at').notNullable();
    table.string('meet_up_key', 64);
    table.boolean('is_take_away').notNullable();
    table.jsonb('items').notNullable();
    table.jsonb('discount');
    table.jsonb('vat').notNullable();
    table.integer('total').notNullable();
    table.bigInteger('accepted_at');
    table.bigInteger('created_at').notNullable();
    // Status of the order's payment: CREATED, SUCCEEDED, FAILED or UNKNOWN.
    table.string('payment_status', 16).notNullable();
    table.unique(['restaurant_key', 'day', 'number']);
    table.index(['uid', 'payment_status', 'meet_up_at']);
  });
};

const createPayments = async (knex: Knex): Promise<void> => {
  // Payment attempts, one for each order. The row is written before the request to the payment provider, so that a
  // crash can't lose a payment.
  await knex.schema.createTable('payment_attempt', (table) => {
    table.string('key', 64).primary();
    table.string('order_key', 64).notNullable().unique().references('key').inTable('customer_order');
    table.string('provider', 16).notNullable();
    // State of the payment attempt: REQUESTED, PENDING, CAPTURING, SUCCEEDED, FAILED or UNKNOWN.
    table.string('state', 16).notNullable();
    // Id of the diner at the card provider.
    table.string('payer_id', 64);
    table.string('provider_id', 128);
    table.string('refundable_id', 128);
    table.text('redirect_url');
    table.string('code', 100);
    // Request to the payment provider as JSON; null when no retry needs it any more.
    table.jsonb('request');
    // Time at which the payment began, of the machine's clock, which doesn't follow moves of the gateway's clock.
    table.bigInteger('begun_at').notNullable();
    table.bigInteger('check_at').index();
    table.integer('checks').notNullable();
    table.unique(['provider', 'provider_id']);
  });

  // The vouchers that an order has used.
  await knex.schema.createTable('order_discount', (table) => {
    table.string('order_key', 64).notNullable().references('key').inTable('customer_order');
    table.string('discount_key', 64).notNullable();
    table.primary(['order_key', 'discount_key']);
  });

  await knex.schema.createTable('order_refund', (table) => {
    table.string('key', 64).primary();
    table.string('order_key', 64).notNullable().references('key').inTable('customer_order').index();
    table.integer('amount').notNullable();
    // Reason of the refund; null if the gateway itself refunds a payment that can't be used for its order.
    table.string('reason', 40);
    // State of the refund: REQUESTED, SUCCEEDED or FAILED.
    table.string('state', 16).notNullable();
    table.string('provider_id', 128);
    // Time by the gateway's clock, which tests can move.
    table.bigInteger('created_at').notNullable();
  });

  // Ids of the events that payment providers have sent. An event that arrives again is recognised and ignored.
  await knex.schema.createTable('provider_event', (table) => {
    table.string('provider', 16).notNullable();
    table.string('event_key', 200).notNullable();
    table.bigInteger('at').notNullable().index();
    table.primary(['provider', 'event_key']);
  });
};

/** Creates orders, their payments and refunds. */
export const up = async (knex: Knex): Promise<void> => {
  await createOrders(knex);
  await createPayments(knex);
  await knex.schema.alterTable('invitation_attendee', (table) => {
    // Key of the attendee's order; null without an order.
    table.string('order_key', 64);
  });
};

/** Drops all tables and the column of this migration. Only tests of the migrations call this function. */
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
