import type { Knex } from 'knex';

/** Creates links of users to third parties, and the sign-ins in progress. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.schema.createTable('third_party_identity', (table) => {
    table.string('provider', 16).notNullable();
    // Id of the person at the provider, which never changes.
    table.string('subject', 255).notNullable();
    table.string('uid', 64).notNullable().references('uid').inTable('user').onDelete('CASCADE').index();
    table.primary(['provider', 'subject']);
  });

  await knex.schema.createTable('sign_in_attempt', (table) => {
    // Hashes, so that a reader of the table can't finish anybody's sign-in.
    table.string('state_hash', 64).primary();
    table.string('provider', 16).notNullable();
    table.string('intent', 16).notNullable();
    table.string('challenge', 64).notNullable();
    table.string('nonce', 64).notNullable();
    table.string('verifier', 128).notNullable();
    // Set by the provider's answer. A second answer is ignored.
    table.boolean('is_answered').notNullable();
    table.string('code_hash', 64).unique();
    table.json('person');
    // Real time, like everything about tokens.
    table.bigInteger('expires_at').notNullable().index();
  });
};

/** Drops the links. Users without a password can't sign in any more. */
export const down = async (knex: Knex): Promise<void> => {
  await knex.schema.dropTable('sign_in_attempt');
  await knex.schema.dropTable('third_party_identity');
};
