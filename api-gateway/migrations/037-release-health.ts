import type { Knex } from 'knex';

/**
 * Creates tables that count in how many browsers each release has loaded or failed, and the list of releases that the
 * gateway has withdrawn. Adds the e-mail addresses of teams.
 */
export const up = async (knex: Knex): Promise<void> => {
  await knex.schema.alterTable('release_token', (table) => {
    // E-mail address of the team, which gets a mail about a failing release; null for a token without one.
    table.string('email', 254).nullable();
  });

  // Table of the releases that the gateway has withdrawn, until a person promotes them again.
  await knex.schema.createTable('release_withdrawal', (table) => {
    table.string('name', 64).notNullable();
    table.string('version', 128).notNullable();
    table.bigInteger('withdrawn_at').notNullable();
    table.primary(['name', 'version']);
  });

  // Table of the numbers of visitors for whom a release has loaded or failed since its last delivery. A visitor counts
  // once a day.
  await knex.schema.createTable('release_health', (table) => {
    table.string('name', 64).notNullable();
    table.string('version', 128).notNullable();
    table.bigInteger('since').notNullable();
    // Secret with which the visitors of this release are hashed. Each release has its own secret, so that nobody can
    // follow a visitor from one release to the next.
    table.string('visitor_secret', 64).notNullable();
    table.integer('visitors').notNullable().defaultTo(0);
    table.integer('loads').notNullable().defaultTo(0);
    table.integer('failures').notNullable().defaultTo(0);
    for (const phase of ['entry', 'chunk', 'mount', 'update', 'runtime'])
      table.integer(`${phase}_failures`).notNullable().defaultTo(0);
    // True when the reports of visitors came from at least two IP addresses within a day.
    table.boolean('has_several_addresses').notNullable().defaultTo(false);
    // Time at which the team was told of a failing release that the gateway can't withdraw; null before that.
    table.bigInteger('warned_at').nullable();
    table.primary(['name', 'version']);
  });

  // Table of the same counts for periods of five minutes each, kept for a day.
  await knex.schema.createTable('release_health_period', (table) => {
    table.string('name', 64).notNullable();
    table.string('version', 128).notNullable();
    table.bigInteger('at').notNullable().index();
    table.integer('loads').notNullable().defaultTo(0);
    table.integer('failures').notNullable().defaultTo(0);
    table.primary(['name', 'version', 'at']);
  });

  // Table of loading times: the number of visitors for whom a release has loaded within so many milliseconds, but not
  // within the next smaller step.
  await knex.schema.createTable('release_load_time', (table) => {
    table.string('name', 64).notNullable();
    table.string('version', 128).notNullable();
    table.integer('up_to_ms').notNullable();
    table.integer('visitors').notNullable();
    table.primary(['name', 'version', 'up_to_ms']);
  });

  // Table of the visitors of the last day, hashed with the secret of the release, so that each visitor counts once.
  await knex.schema.createTable('release_visitor', (table) => {
    table.string('name', 64).notNullable();
    table.string('version', 128).notNullable();
    table.string('visitor', 64).notNullable();
    // Hash of the IP address from which the visitor's first report came.
    table.string('address', 64).notNullable();
    table.bigInteger('seen_at').notNullable().index();
    table.boolean('has_loaded').notNullable();
    table.boolean('has_failed').notNullable();
    // Phases in which the release has failed for the visitor, separated by spaces.
    table.string('phases', 64).notNullable();
    table.primary(['name', 'version', 'visitor']);
    table.index(['name', 'version', 'address']);
  });
};

/** Drops the tables and the column of this migration. Only tests of the migrations call this function. */
export const down = async (knex: Knex): Promise<void> => {
  for (const table of [
    'release_visitor',
    'release_load_time',
    'release_health_period',
    'release_health',
    'release_withdrawal',
  ])
    await knex.schema.dropTable(table);
  await knex.schema.alterTable('release_token', (table) => table.dropColumn('email'));
};
