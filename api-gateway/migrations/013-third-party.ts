import type { Knex } from 'knex';

/** Creates the links between users and their accounts at Google, Apple or Facebook, and the sign-ins in progress. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.schema.createTable('third_party_identity', (table) => {
    table.string('provider', 16).notNullable();
    // Id of the person at the provider. The provider never changes this id.
    table.string('subject', 255).notNullable();
    table.string('uid', 64).notNullable().references('uid').inTable('user').onDelete('CASCADE').index();
    table.primary(['provider', 'subject']);
  });

  await knex.schema.createTable('sign_in_attempt', (table) => {
    // Hash of the sign-in's `state`. `state_hash` and `code_hash` are hashes, so that somebody who reads the table
    // can't finish another person's sign-in.
    table.string('state_hash', 64).primary();
    table.string('provider', 16).notNullable();
    table.string('intent', 16).notNullable();
    table.string('challenge', 64).notNullable();
    table.string('nonce', 64).notNullable();
    table.string('verifier', 128).notNullable();
    // True after the third party has sent its response to the sign-in. A second response is ignored.
    table.boolean('is_answered').notNullable();
    table.string('code_hash', 64).unique();
    table.jsonb('person');
    // Time at which the sign-in expires, of the machine's clock, like all times of sessions and tokens.
    table.bigInteger('expires_at').notNullable().index();
  });
};

/**
 * Drops the links to third parties and the sign-ins in progress. A user without a password then can't sign in any more.
 * Only tests of the migrations call this function.
 */
export const down = async (knex: Knex): Promise<void> => {
  await knex.schema.dropTable('sign_in_attempt');
  await knex.schema.dropTable('third_party_identity');
};
