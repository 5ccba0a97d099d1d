import type { Knex } from 'knex';

/** Who signs in through a third party, and the sign-ins that are under way. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.schema.createTable('third_party_identity', (table) => {
    table.string('provider', 16).notNullable();
    // The provider's own name of the person: the one thing that stays.
    table.string('subject', 255).notNullable();
    table.string('uid', 64).notNullable().references('uid').inTable('user').onDelete('CASCADE').index();
    table.primary(['provider', 'subject']);
  });

  await knex.schema.createTable('sign_in_attempt', (table) => {
    // Fingerprints: whoever reads the table can finish nobody's sign-in.
    table.string('state_hash', 64).primary();
    table.string('provider', 16).notNullable();
    table.string('intent', 16).notNullable();
    table.string('challenge', 64).notNullable();
    table.string('nonce', 64).notNullable();
    table.string('verifier', 128).notNullable();
    // Set once the provider's answer has come; a second answer counts no more.
    table.boolean('is_answered').notNullable();
    table.string('code_hash', 64).unique();
    table.json('person');
    // Real time, as everything about tokens.
    table.bigInteger('expires_at').notNullable().index();
  });
};

/** Cuts the ties to third parties: who has no password can't sign in any more. */
export const down = async (knex: Knex): Promise<void> => {
  await knex.schema.dropTable('sign_in_attempt');
  await knex.schema.dropTable('third_party_identity');
};
