import type { Knex } from 'knex';

/**
 * Creates the releases that a channel delivers to a share of its visitors only, beside the release that all others get,
 * and adds the share to the log of acts.
 */
export const up = async (knex: Knex): Promise<void> => {
  await knex.schema.createTable('release_rollout', (table) => {
    table.string('name', 64).notNullable();
    table.string('channel', 16).notNullable();
    table.string('version', 128).notNullable();
    // Part of the channel's visitors in percent, from 1 to 99.
    table.integer('share').notNullable();
    table.primary(['name', 'channel']);
    table.foreign(['name', 'version']).references(['name', 'version']).inTable('release');
  });

  await knex.schema.alterTable('release_act', (table) => {
    // Part of the channel's visitors in percent; null for an act that moves no channel.
    table.integer('share').nullable();
  });
  await knex('release_act').whereNotNull('channel').update({ share: 100 });
};

/** Drops the table and the column of this migration. Only tests of the migrations call this function. */
export const down = async (knex: Knex): Promise<void> => {
  await knex.schema.dropTable('release_rollout');
  // The schema builder would drop the column by rebuilding the table. Raw SQL drops only the column.
  await knex.raw('alter table "release_act" drop column share');
};
