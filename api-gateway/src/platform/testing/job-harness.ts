import { ok } from '@mahlzeit/contract';
import * as z from 'zod/mini';
import type { Connection, Database } from '../database/database';
import { knexOf } from '../database/knex-of';
import { bindJob } from '../jobs/job';
import type { BoundJob, JobContext, JobKind } from '../jobs/job-types';

/** Kind of test job that stamps a paper; the number of stamps shows how often the job had an effect. */
export const stampJob: JobKind<{ readonly paper: string }> = {
  name: 'test/stamp',
  payload: z.object({ paper: z.string() }),
  clock: 'real',
  giveUpAfterMs: 60 * 60_000,
  personal: { personOf: ({ paper }) => paper, present: ({ paper }) => ({ paper }) },
};

/** Kind of test job whose due time is on the domain clock. */
export const remindJob: JobKind<{ readonly text: string }> = {
  name: 'test/remind',
  payload: z.object({ text: z.string() }),
  clock: 'domain',
  giveUpAfterMs: 60 * 60_000,
  personal: null,
};

/** Adds one stamp to a paper. The stamps are rows of `setting`, a table that every database has. */
export const addStamp = async (connection: Connection, paper: string): Promise<void> => {
  await knexOf(connection)('setting')
    .insert({ key: `stamps ${paper}`, value: `${(await stampsOf(connection, paper)) + 1}` })
    .onConflict('key')
    .merge();
};

/** Returns how many stamps a paper has. */
export const stampsOf = async (connection: Connection, paper: string): Promise<number> => {
  const row: { value: string } | undefined = await knexOf(connection)('setting')
    .where({ key: `stamps ${paper}` })
    .first('value');
  return Number(row?.value ?? 0);
};

/** Binds the stamp job to a handler that adds the stamp in the same write that completes the job. */
export const bindStampJob = (
  database: Database,
  onPoint: (
    point: 'leased' | 'written' | 'completed' | 'committed',
    context: JobContext,
  ) => Promise<void> = async () => {},
): RunnableJob =>
  requireHandler(
    bindJob(stampJob, async ({ paper }, context) => {
      await onPoint('leased', context);
      await database.write(async (tx) => {
        await addStamp(tx.knex, paper);
        await onPoint('written', context);
        await context.complete(tx);
        await onPoint('completed', context);
      });
      await onPoint('committed', context);
      return ok(undefined);
    }),
  );

/** A bound job that has a handler. */
export type RunnableJob = BoundJob & { readonly run: NonNullable<BoundJob['run']> };

/** Narrows a bound job to one with a handler. Throws when it has none. */
export const requireHandler = ({ run, ...job }: BoundJob): RunnableJob => {
  if (run === null) throw new Error(`Job ${job.kind.name} has no handler`);
  return { ...job, run };
};
