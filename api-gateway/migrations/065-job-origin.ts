import type { Knex } from 'knex';

const JOB_TABLES = ['job', 'dead_job'] as const;

/**
 * Adds to a job the request and the trace that have enqueued it, and to refunds the index by which operators' metrics
 * count them.
 */
export const up = async (knex: Knex): Promise<void> => {
  for (const tableName of JOB_TABLES)
    await knex.schema.alterTable(tableName, (table) => {
      // Id of the request; null for a job that no request has enqueued.
      table.string('request_id', 36);
      // Position in the trace, in the form of the header `traceparent`.
      table.string('trace_parent', 64);
    });
  await knex.schema.alterTable('order_refund', (table) => void table.index(['state', 'created_at']));
};

/** Drops the columns and the index of this migration. Only tests of the migrations call this function. */
export const down = async (knex: Knex): Promise<void> => {
  await knex.schema.alterTable('order_refund', (table) => void table.dropIndex(['state', 'created_at']));
  // The schema builder would drop a column by rebuilding the table. Raw SQL drops only the column.
  for (const tableName of JOB_TABLES)
    for (const columnName of ['request_id', 'trace_parent'])
      await knex.raw(`alter table ${tableName} drop column ${columnName}`);
};
