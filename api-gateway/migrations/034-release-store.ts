import type { Knex } from 'knex';

/**
 * Creates the store of releases: their files, the releases that each channel has delivered, pins, builds of the
 * checkout, teams' tokens and the audit log of releases.
 */
export const up = async (knex: Knex): Promise<void> => {
  await knex.schema.alterTable('release', (table) => {
    table.string('published_by', 100).notNullable().defaultTo('build');
    table.string('note', 500).nullable();
    // True when the database holds the release's files. A development build's files lie only in its folder.
    table.boolean('is_stored').notNullable().defaultTo(false);
    // Time by the machine's clock at which the last channel stopped delivering the release; null while a channel
    // delivers it.
    table.bigInteger('retired_at').nullable();
  });

  await knex.schema.createTable('release_file', (table) => {
    table.string('name', 64).notNullable();
    table.string('version', 128).notNullable();
    table.string('path', 200).notNullable();
    table.string('integrity', 80).notNullable().index();
    table.integer('bytes').notNullable();
    table.primary(['name', 'version', 'path']);
    table.foreign(['name', 'version']).references(['name', 'version']).inTable('release');
    // Index by path: the gateway finds a release's file by the path in its URL, which names no version.
    table.index(['name', 'path']);
  });

  // Table of file contents by their hash. Releases share the contents that they have in common.
  await knex.schema.createTable('release_content', (table) => {
    table.string('integrity', 80).primary();
    table.binary('content').notNullable();
    table.binary('brotli').nullable();
  });

  // Table of the releases that each channel has delivered. The one with the highest position is delivered now.
  await knex.schema.createTable('release_history', (table) => {
    table.string('name', 64).notNullable();
    table.string('channel', 16).notNullable();
    table.integer('position').notNullable();
    table.string('version', 128).notNullable();
    table.primary(['name', 'channel', 'position']);
    table.foreign(['name', 'version']).references(['name', 'version']).inTable('release');
  });

  await knex.schema.createTable('release_pin', (table) => {
    table.string('name', 64).primary();
  });

  // Table with the version of the last published build from the gateway's own checkout.
  await knex.schema.createTable('release_build', (table) => {
    table.string('name', 64).primary();
    table.string('version', 128).notNullable();
  });

  await knex.schema.createTable('release_act', (table) => {
    table.increments('id');
    table.string('name', 64).notNullable().index();
    table.bigInteger('at').notNullable();
    table.string('by_name', 100).notNullable();
    table.string('act', 16).notNullable();
    table.string('version', 128).notNullable();
    table.string('channel', 16).nullable();
    // IP address of the person who changed a release; null for a command on the gateway's machine.
    table.string('address', 64).nullable();
  });

  await knex.schema.createTable('release_token', (table) => {
    // SHA-256 of the token. The token itself is not stored.
    table.string('hash', 64).primary();
    // Remote for which a team's token is valid; null for an operator's token, which is valid for all remotes.
    table.string('remote_name', 64).nullable();
    table.string('token_name', 100).notNullable();
    table.bigInteger('created_at').notNullable();
  });

  // Marks the releases that no channel delivers as retired, so that they can be deleted later.
  await knex('release')
    .whereNotExists(
      knex('release_channel')
        .where('release_channel.name', knex.ref('release.name'))
        .andWhere('release_channel.version', knex.ref('release.version')),
    )
    .update({ retired_at: knex.ref('published_at') });
  for (const delivery of await knex('release_channel').select('name', 'channel', 'version'))
    await knex('release_history').insert({ ...delivery, position: 1 });
};

/** Drops the tables and columns of this migration. Only tests of the migrations call this function. */
export const down = async (knex: Knex): Promise<void> => {
  for (const table of [
    'release_token',
    'release_act',
    'release_build',
    'release_pin',
    'release_history',
    'release_content',
    'release_file',
  ])
    await knex.schema.dropTable(table);
  await knex.schema.alterTable('release', (table) =>
    table.dropColumns('published_by', 'note', 'is_stored', 'retired_at'),
  );
};
