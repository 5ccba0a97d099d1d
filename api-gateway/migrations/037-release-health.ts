import type { Knex } from 'knex';

/**
 * Creates the counts of what became of the releases in the browsers of their visitors, the marks of releases that the
 * gateway has taken back, and the e-mail addresses of teams.
 */
export const up = async (knex: Knex): Promise<void> => {
  await knex.schema.alterTable('release_token', (table) => {
    // Address of the team, which hears of a release that fails; null for a token without one.
    table.string('email', 254).nullable();
  });

  // Releases that the gateway has taken back, until a person promotes them again.
  await knex.schema.createTable('release_withdrawal', (table) => {
    table.string('name', 64).notNullable();
    table.string('version', 128).notNullable();
    table.bigInteger('withdrawn_at').notNullable();
    table.primary(['name', 'version']);
  });

  // Counts of each release since its last delivery. A visitor counts once a day.
  await knex.schema.createTable('release_health', (table) => {
    table.string('name', 64).notNullable();
    table.string('version', 128).notNullable();
    table.bigInteger('since').notNullable();
    // Secret of the hashes in release_visitor. Each release has its own, so that nobody can follow a visitor from one
    // release to the next.
    table.string('visitor_secret', 64).notNullable();
    table.integer('visitors').notNullable().defaultTo(0);
    table.integer('loads').notNullable().defaultTo(0);
    table.integer('failures').notNullable().defaultTo(0);
    for (const phase of ['entry', 'chunk', 'mount', 'update', 'runtime'])
      table.integer(`${phase}_failures`).notNullable().defaultTo(0);
    // True when visitors came from at least two addresses within a day.
    table.boolean('has_several_addresses').notNullable().defaultTo(false);
    // Time at which the team was told of a failing release that the gateway can't take back; null before that.
    table.bigInteger('warned_at').nullable();
    table.primary(['name', 'version']);
  });

  // Counts of five minutes each, for a day.
  await knex.schema.createTable('release_health_period', (table) => {
    table.string('name', 64).notNullable();
    table.string('version', 128).notNullable();
    table.bigInteger('at').notNullable().index();
    table.integer('loads').notNullable().defaultTo(0);
    table.integer('failures').notNullable().defaultTo(0);
    table.primary(['name', 'version', 'at']);
  });

  // Number of visitors for whom a release has loaded within so many milliseconds, but not within the next smaller step.
  await knex.schema.createTable('release_load_time', (table) => {
    table.string('name', 64).notNullable();
    table.string('version', 128).notNullable();
    table.integer('up_to_ms').notNullable();
    table.integer('visitors').notNullable();
    table.primary(['name', 'version', 'up_to_ms']);
  });

  // Visitors of the last day, as hashes with the secret of the release, so that each of them counts once.
  await knex.schema.createTable('release_visitor', (table) => {
    table.string('name', 64).notNullable();
    table.string('version', 128).notNullable();
    table.string('visitor', 64).notNullable();
    // Hash of the address from which the first report came.
    table.string('address', 64).notNullable();
    table.bigInteger('seen_at').notNullable().index();
    table.boolean('has_loaded').notNullable();
    table.boolean('has_failed').notNullable();
    // Phases in which the release has failed, separated by spaces.
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
