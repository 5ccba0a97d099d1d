import type { Knex } from 'knex';

/** What a request that works in steps is bound to, and which gateway is at work on it until when. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.schema.alterTable('idempotency', (table) => {
    // The handler's own key of what it has begun: an order's for instance.
    table.string('reference', 128).nullable();
    // Who is at work: a random text of that one try, and the real time at which another may take over.
    table.string('lease', 32).nullable();
    table.bigInteger('leased_until').nullable();
  });
};

/** Throws the bindings away. */
export const down = async (knex: Knex): Promise<void> => {
  await knex.schema.alterTable('idempotency', (table) => table.dropColumns('reference', 'lease', 'leased_until'));
};
