import type { Knex } from 'knex';

/**
 * Prepares the move of secrets out of the database. During the upgrade, gateways of the previous release still read the
 * stored keys, the ids of sessions and the tokens of unsubscribe links; afterwards a job hashes or deletes them.
 */
export const up = async (knex: Knex): Promise<void> => {
  await knex.schema.alterTable('user', (table) => {
    // Hash of the token of the user's unsubscribe link, and the encrypted token; null until the first such e-mail.
    table.string('mail_token_hash', 64);
    table.text('mail_token_sealed');
    table.unique(['mail_token_hash']);
  });
  const isNew =
    (await knex('session').first('id')) === undefined && (await knex('identity_secret').first('name')) === undefined;
  // Marks that an upgrade has begun. The first gateway of this release writes when it ends, because a migration has no
  // clock.
  if (!isNew) await knex('setting').insert({ key: 'earlierReleaseUntil', value: 'pending' });
};

/** Drops the columns and the stored end of the upgrade. Only tests of the migrations call this function. */
export const down = async (knex: Knex): Promise<void> => {
  await knex('setting').where({ key: 'earlierReleaseUntil' }).delete();
  await knex.schema.alterTable('user', (table) => void table.dropUnique(['mail_token_hash']));
  // On SQLite, the schema builder of knex would drop the columns by rebuilding the table, although other tables
  // reference it. Raw SQL drops only the columns.
  for (const column of ['mail_token_sealed', 'mail_token_hash'])
    await knex.raw('alter table ?? drop column ??', ['user', column]);
};
