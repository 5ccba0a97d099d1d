import { openTemporaryDatabase } from '../testing/temporary-database';
import { createCheckpoints, CHECKPOINT_QUIET_MS, CHECKPOINT_QUIET_PAGES } from './checkpoints';
import { query, sql } from './statement';
import type { RunAtOnce, Statement } from './statement';

describe('the write-ahead log', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  const rethrowError = (error: unknown): void => {
    throw error;
  };

  const openCheckpointsWithLog = (logFrames: number, checkpointedFrames = 0) => {
    const copyStatements: string[] = [];
    const runAtOnce: RunAtOnce = <Row>({ text }: Statement): Row[] => {
      if (!text.includes('NOOP')) copyStatements.push(text);
      const checkpointRows: unknown = [{ busy: 0, log: logFrames, checkpointed: checkpointedFrames }];
      return Array.isArray(checkpointRows) ? checkpointRows : [];
    };
    return { copied: copyStatements, checkpoints: createCheckpoints(runAtOnce) };
  };

  it('is copied to the database after a quiet time, and again only after another write', () => {
    const { copied: copyStatements, checkpoints } = openCheckpointsWithLog(CHECKPOINT_QUIET_PAGES + 1);
    checkpoints.onCommitted(rethrowError);
    jest.advanceTimersByTime(CHECKPOINT_QUIET_MS - 1);
    checkpoints.onCommitted(rethrowError);
    jest.advanceTimersByTime(CHECKPOINT_QUIET_MS - 1);
    expect(copyStatements).toEqual([]);
    jest.advanceTimersByTime(1);
    expect(copyStatements).toEqual(['pragma wal_checkpoint(PASSIVE)']);
    jest.advanceTimersByTime(10 * CHECKPOINT_QUIET_MS);
    expect(copyStatements).toHaveLength(1);
    checkpoints.onCommitted(rethrowError);
    jest.advanceTimersByTime(CHECKPOINT_QUIET_MS);
    expect(copyStatements).toHaveLength(2);
  });

  it('is not copied when it contains little, or when the database is closed', () => {
    for (const { copied: copyStatements, checkpoints } of [
      openCheckpointsWithLog(CHECKPOINT_QUIET_PAGES),
      openCheckpointsWithLog(3 * CHECKPOINT_QUIET_PAGES, 2 * CHECKPOINT_QUIET_PAGES),
    ]) {
      checkpoints.onCommitted(rethrowError);
      jest.advanceTimersByTime(CHECKPOINT_QUIET_MS);
      expect(copyStatements).toEqual([]);
    }
    const { copied: statementsAfterStop, checkpoints } = openCheckpointsWithLog(CHECKPOINT_QUIET_PAGES + 1);
    checkpoints.onCommitted(rethrowError);
    checkpoints.stop();
    // This commit belongs to a write that was in progress when the database was closed.
    checkpoints.onCommitted(rethrowError);
    jest.advanceTimersByTime(CHECKPOINT_QUIET_MS);
    expect(statementsAfterStop).toEqual([]);
  });

  it('reports a failed copy in one place, and retries after the next write', () => {
    const diskError = new Error('disk full');
    const reportedErrors: unknown[] = [];
    const checkpoints = createCheckpoints(() => {
      throw diskError;
    });
    for (let writeIndex = 0; writeIndex < 2; writeIndex += 1) {
      checkpoints.onCommitted((error) => reportedErrors.push(error));
      jest.advanceTimersByTime(CHECKPOINT_QUIET_MS);
    }
    expect(reportedErrors).toEqual([diskError, diskError]);
  });
});

it('is copied between two writes of a database without loss: better-sqlite3', async () => {
  const { database, remove } = await openTemporaryDatabase(() => 0);
  const longSettingValue = 'x'.repeat(4096 * (CHECKPOINT_QUIET_PAGES + 100));
  await database.write(
    async ({ knex }) =>
      void (await query(knex, sql`insert into setting (key, value) values ('long', ${longSettingValue})`)),
  );
  const pagesToCopy = async (): Promise<number> => {
    const [walState] = await query<{ log: number; checkpointed: number }>(
      database.knex,
      sql`pragma wal_checkpoint(NOOP)`,
    );
    return walState === undefined ? NaN : walState.log - walState.checkpointed;
  };
  expect(await pagesToCopy()).toBeGreaterThan(CHECKPOINT_QUIET_PAGES);
  while ((await pagesToCopy()) > 0) await new Promise(setImmediate);
  expect(await query(database.knex, sql`select length(value) as length from setting where key = 'long'`)).toEqual([
    { length: longSettingValue.length },
  ]);
  await remove();
});
