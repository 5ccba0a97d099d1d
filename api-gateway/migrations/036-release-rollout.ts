import type { Knex } from 'knex';

/**
 * Creates a table of gradual rollouts: releases that a channel delivers to a share of its visitors, beside the release
 * that all others get. Adds the share to the audit log.
 */
export const up = async (knex: Knex): Promise<void> => {
  await knex.schema.createTable('release_rollout', (table) => {
    table.string('name', 64).notNullable();
    table.string('channel', 16).notNullable();
    table.string('version', 128).notNullable();
    // Percentage of the channel's visitors who get the release, from 1 to 99.
    table.integer('share').notNullable();
    table.primary(['name', 'channel']);
    table.foreign(['name', 'version']).references(['name', 'version']).inTable('release');
  });

  await knex.schema.alterTable('release_act', (table) => {
    // Percentage of the channel's visitors who get the release; null for an audit entry that changes no channel.
    table.integer('share').nullable();
  });
  await knex('release_act').whereNotNull('channel').update({ share: 100 });
};

/** Drops the table and the column of this migration. Only tests of the migrations call this function. */
export const down = async (knex: Knex): Promise<void> => {
  await knex.schema.dropTable('release_rollout');
  // On SQLite, the schema builder of knex would drop the column by rebuilding the table. Raw SQL drops only the column.
  await knex.raw('alter table "release_act" drop column share');
};
