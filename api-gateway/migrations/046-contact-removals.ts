import type { Knex } from 'knex';

/** Creates a table of removed contacts. A person who was removed lately isn't notified when they are added again. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.schema.createTable('contact_removal', (table) => {
    table.string('owner_uid', 64).notNullable().references('uid').inTable('user').onDelete('CASCADE');
    table.string('contact_uid', 64).notNullable().references('uid').inTable('user').onDelete('CASCADE').index();
    // Time by the gateway's clock, which tests can move.
    table.bigInteger('removed_at').notNullable();
    table.primary(['owner_uid', 'contact_uid']);
  });
};

/** Drops the table of this migration. Only tests of the migrations call this function. */
export const down = (knex: Knex): Promise<void> => knex.schema.dropTable('contact_removal');
