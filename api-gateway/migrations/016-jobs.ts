import type { Knex } from 'knex';

interface MailRow {
  readonly position: number;
  readonly id: string;
  readonly recipient: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly written_at: number | string;
  readonly queued_at: number | string;
  readonly due_at: number | string;
  readonly attempts: number;
}

interface MailJobRow {
  readonly position: number;
  readonly id: string;
  readonly payload: string | object;
  readonly queued_at: number | string;
  readonly due_at: number | string;
  readonly attempts: number;
}

const MAIL_JOB_KIND = 'mail/send';
const ROWS_PER_CHUNK = 100;

/** Reads a table in the order of its column `position`, a hundred rows at a time. */
const forEachChunk = async <Row extends { readonly position: number }>(
  readChunk: (afterPosition: number) => Promise<Row[]>,
  handleChunk: (rows: Row[]) => Promise<void>,
): Promise<void> => {
  for (let rows = await readChunk(0); rows.length > 0; rows = await readChunk(rows.at(-1)?.position ?? 0))
    await handleChunk(rows);
};

const createMailTable = (knex: Knex): Promise<void> =>
  knex.schema.createTable('mail', (table) => {
    table.increments('position');
    table.string('id', 64).notNullable().unique();
    table.string('recipient', 254).notNullable().index();
    table.string('subject', 255).notNullable();
    table.text('text').notNullable();
    table.text('html').notNullable();
    table.bigInteger('written_at').notNullable();
    table.bigInteger('queued_at').notNullable();
    table.bigInteger('due_at').notNullable().index();
    table.integer('attempts').notNullable();
  });

const addJobColumns = (table: Knex.CreateTableBuilder): void => {
  table.string('id', 64).notNullable().unique();
  table.string('kind', 64).notNullable();
  table.string('key', 200).notNullable();
  table.jsonb('payload').notNullable();
  // Uid or e-mail address of the person whose data the payload contains; the erasure of that person finds the job by
  // it.
  table.string('person', 254).index();
  // Time at which the job was queued, of the machine's clock, which doesn't follow moves of the gateway's clock.
  table.bigInteger('queued_at').notNullable();
  table.integer('attempts').notNullable();
};

/**
 * Creates jobs, which are unique by kind and key, failed jobs and periodic jobs. Moves the waiting e-mails into the
 * table of jobs.
 */
export const up = async (knex: Knex): Promise<void> => {
  await knex.schema.createTable('job', (table) => {
    // Order in which the jobs were added.
    table.increments('position');
    addJobColumns(table);
    // Clock of `due_at`: `real` is the machine's clock, `domain` the gateway's clock, which tests can move.
    table.string('clock', 8).notNullable();
    // Time from which a worker may run the job. The first worker that takes it postpones this time, so that no other
    // worker runs the same job.
    table.bigInteger('due_at').notNullable();
    table.bigInteger('first_tried_at');
    // Random key of the running attempt: only the worker that holds it may finish the job. Null while the job waits.
    table.string('lease', 64);
    table.unique(['kind', 'key']);
    table.index(['kind', 'clock', 'due_at']);
  });

  await knex.schema.createTable('dead_job', (table) => {
    addJobColumns(table);
    table.string('reason', 64).notNullable();
    table.bigInteger('died_at').notNullable().index();
    table.index(['kind']);
  });

  await knex.schema.createTable('periodic_job', (table) => {
    table.string('name', 64).primary();
    // Time of the periodic job's next run, of the machine's clock, which doesn't follow moves of the gateway's clock.
    table.bigInteger('due_at').notNullable();
  });

  await forEachChunk<MailRow>(
    (afterPosition) =>
      knex<MailRow>('mail').where('position', '>', afterPosition).orderBy('position').limit(ROWS_PER_CHUNK).select(),
    async (mailRows) => {
      await knex('job').insert(
        mailRows.map(({ id, recipient, subject, text, html, written_at, queued_at, due_at, attempts }) => ({
          id,
          kind: MAIL_JOB_KIND,
          key: id,
          payload: JSON.stringify({ to: recipient, subject, text, html, writtenAt: Number(written_at) }),
          person: recipient,
          queued_at,
          attempts,
          clock: 'real',
          due_at,
          first_tried_at: attempts === 0 ? null : queued_at,
        })),
      );
    },
  );
  await knex.schema.dropTable('mail');
};

interface MailPayload {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly writtenAt: number;
}

/** Moves waiting e-mails back to the table `mail` and drops all other jobs. */
export const down = async (knex: Knex): Promise<void> => {
  await createMailTable(knex);
  await forEachChunk<MailJobRow>(
    (afterPosition) =>
      knex<MailJobRow & { kind: string }>('job')
        .where({ kind: MAIL_JOB_KIND })
        .andWhere('position', '>', afterPosition)
        .orderBy('position')
        .limit(ROWS_PER_CHUNK)
        .select(),
    async (rows) => {
      await knex('mail').insert(
        rows.map(({ id, payload, queued_at, due_at, attempts }) => {
          const { to, subject, text, html, writtenAt }: MailPayload =
            typeof payload === 'string' ? JSON.parse(payload) : payload;
          return { id, recipient: to, subject, text, html, written_at: writtenAt, queued_at, due_at, attempts };
        }),
      );
    },
  );
  for (const table of ['periodic_job', 'dead_job', 'job']) await knex.schema.dropTable(table);
};
