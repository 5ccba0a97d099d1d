import { ok } from '@mahlzeit/contract';
import * as z from 'zod/mini';
import type { Connection, Database } from '../database/database';
import { knexOf } from '../database/knex-of';
import { bindJob } from '../jobs/job';
import type { BoundJob, JobContext, JobKind } from '../jobs/job-types';

/** Kind of job in tests that „stamps a paper“; the number of stamps shows how often the job had an effect. */
export const stampJob: JobKind<{ readonly paper: string }> = {
  name: 'test/stamp',
  payload: z.object({ paper: z.string() }),
  clock: 'real',
  giveUpAfterMs: 60 * 60_000,
  personal: { personOf: ({ paper }) => paper, present: ({ paper }) => ({ paper }) },
};

/** Kind of job in tests whose due time is on the gateway's clock and not in real time. */
export const remindJob: JobKind<{ readonly text: string }> = {
  name: 'test/remind',
  payload: z.object({ text: z.string() }),
  clock: 'domain',
  giveUpAfterMs: 60 * 60_000,
  personal: null,
};

/** Adds one stamp to a paper of the test. The stamps are rows of `setting`, a table that every database has. */
export const addStamp = async (connection: Connection, paperName: string): Promise<void> => {
  await knexOf(connection)('setting')
    .insert({ key: `stamps ${paperName}`, value: `${(await countStampsOf(connection, paperName)) + 1}` })
    .onConflict('key')
    .merge();
};

/** Returns how many stamps a paper of the test has. */
export const countStampsOf = async (connection: Connection, paperName: string): Promise<number> => {
  const settingRow: { value: string } | undefined = await knexOf(connection)('setting')
    .where({ key: `stamps ${paperName}` })
    .first('value');
  return Number(settingRow?.value ?? 0);
};

/** Binds the stamp job of tests to a handler that adds the stamp in the same write that completes the job. */
export const bindStampJob = (
  database: Database,
  onJobPoint: (
    jobPoint: 'leased' | 'written' | 'completed' | 'committed',
    context: JobContext,
  ) => Promise<void> = async () => {},
): RunnableJob =>
  requireHandler(
    bindJob(stampJob, async ({ paper }, context) => {
      await onJobPoint('leased', context);
      await database.write(async (tx) => {
        await addStamp(tx.knex, paper);
        await onJobPoint('written', context);
        await context.complete(tx);
        await onJobPoint('completed', context);
      });
      await onJobPoint('committed', context);
      return ok(undefined);
    }),
  );

/** A bound job that has a handler, so that a test can run it without a null check. */
export type RunnableJob = BoundJob & { readonly run: NonNullable<BoundJob['run']> };

/** Returns a bound job whose type says that it has a handler. Throws when it has none. */
export const requireHandler = ({ run, ...job }: BoundJob): RunnableJob => {
  if (run === null) throw new Error(`Job ${job.kind.name} has no handler`);
  return { ...job, run };
};
