import { randomBytes } from 'node:crypto';
import type { Knex } from 'knex';
import { leadsToPostgres } from './engine';

/**
 * Creates five tables: the write lock with its transaction counter, the settings, the topics, their change log, and the
 * responses that are replayed for repeated requests (Idempotency-Key).
 */
export const up = async (knex: Knex): Promise<void> => {
  await knex.schema.createTable('write_lock', (table) => {
    table.integer('id').primary();
    table.bigInteger('tx').notNullable();
  });
  await knex('write_lock').insert({ id: 1, tx: 0 });

  await knex.schema.createTable('setting', (table) => {
    table.string('key', 64).primary();
    table.text('value').notNullable();
  });
  // Random value (epoch) with which the positions in new live topics begin. A client's position from another database
  // contains another epoch, so this database refuses the position.
  const epoch = randomBytes(9).toString('base64url');
  await knex('setting').insert({ key: 'epoch', value: epoch });

  await knex.schema.createTable('topic', (table) => {
    table.string('name', 200).primary();
    table.bigInteger('seq').notNullable();
    table.string('epoch', 32).notNullable();
    table.bigInteger('floor').notNullable();
  });
  // Creates the row that simultaneous changes of rights lock on PostgreSQL. It must exist before the first change of
  // rights.
  if (leadsToPostgres(knex)) await knex('topic').insert({ name: 'rights', seq: 0, epoch, floor: 0 });

  await knex.schema.createTable('change', (table) => {
    table.string('topic', 200).notNullable().references('name').inTable('topic');
    table.bigInteger('seq').notNullable();
    table.bigInteger('at').notNullable().index();
    table.string('tx', 32).notNullable();
    table.text('op').notNullable();
    table.primary(['topic', 'seq']);
  });

  await knex.schema.createTable('idempotency', (table) => {
    table.string('scope_hash', 64).notNullable();
    table.string('key', 128).notNullable();
    table.string('request_hash', 64).notNullable();
    table.integer('status').notNullable();
    table.text('body').notNullable();
    table.bigInteger('at').notNullable().index();
    table.primary(['scope_hash', 'key']);
  });
};

/** Drops the tables of this migration. Only tests of the migrations call this function. */
export const down = async (knex: Knex): Promise<void> => {
  for (const table of ['idempotency', 'change', 'topic', 'setting', 'write_lock']) await knex.schema.dropTable(table);
};
