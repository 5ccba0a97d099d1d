import { openTemporaryDatabase } from '../testing/temporary-database';
import { createCheckpoints, QUIET_MS, QUIET_PAGES } from './checkpoints';
import { query, sql } from './statement';
import type { RunAtOnce, Statement } from './statement';

describe('the write-ahead log', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  const rethrow = (error: unknown): void => {
    throw error;
  };

  const openWithLog = (logFrames: number, checkpointedFrames = 0) => {
    const copyStatements: string[] = [];
    const run: RunAtOnce = <Row>({ text }: Statement): Row[] => {
      if (!text.includes('NOOP')) copyStatements.push(text);
      const rows: unknown = [{ busy: 0, log: logFrames, checkpointed: checkpointedFrames }];
      return Array.isArray(rows) ? rows : [];
    };
    return { copied: copyStatements, checkpoints: createCheckpoints(run) };
  };

  it('is copied to the database after a quiet time, and again only after another write', () => {
    const { copied: copyStatements, checkpoints } = openWithLog(QUIET_PAGES + 1);
    checkpoints.onCommitted(rethrow);
    jest.advanceTimersByTime(QUIET_MS - 1);
    checkpoints.onCommitted(rethrow);
    jest.advanceTimersByTime(QUIET_MS - 1);
    expect(copyStatements).toEqual([]);
    jest.advanceTimersByTime(1);
    expect(copyStatements).toEqual(['pragma wal_checkpoint(PASSIVE)']);
    jest.advanceTimersByTime(10 * QUIET_MS);
    expect(copyStatements).toHaveLength(1);
    checkpoints.onCommitted(rethrow);
    jest.advanceTimersByTime(QUIET_MS);
    expect(copyStatements).toHaveLength(2);
  });

  it('is not copied when it contains little, or when the database is closed', () => {
    for (const { copied: copyStatements, checkpoints } of [
      openWithLog(QUIET_PAGES),
      openWithLog(3 * QUIET_PAGES, 2 * QUIET_PAGES),
    ]) {
      checkpoints.onCommitted(rethrow);
      jest.advanceTimersByTime(QUIET_MS);
      expect(copyStatements).toEqual([]);
    }
    const { copied: statementsAfterStop, checkpoints } = openWithLog(QUIET_PAGES + 1);
    checkpoints.onCommitted(rethrow);
    checkpoints.stop();
    // This commit belongs to a write that was in progress when the database was closed.
    checkpoints.onCommitted(rethrow);
    jest.advanceTimersByTime(QUIET_MS);
    expect(statementsAfterStop).toEqual([]);
  });

  it('reports a failed copy in one place, and retries after the next write', () => {
    const diskError = new Error('disk full');
    const errors: unknown[] = [];
    const checkpoints = createCheckpoints(() => {
      throw diskError;
    });
    for (let writes = 0; writes < 2; writes += 1) {
      checkpoints.onCommitted((error) => errors.push(error));
      jest.advanceTimersByTime(QUIET_MS);
    }
    expect(errors).toEqual([diskError, diskError]);
  });
});

it('is copied between two writes of a database without loss: better-sqlite3', async () => {
  const { database, remove } = await openTemporaryDatabase(() => 0);
  const longValue = 'x'.repeat(4096 * (QUIET_PAGES + 100));
  await database.write(
    async ({ knex }) => void (await query(knex, sql`insert into setting (key, value) values ('long', ${longValue})`)),
  );
  const pagesToCopy = async (): Promise<number> => {
    const [logState] = await query<{ log: number; checkpointed: number }>(
      database.knex,
      sql`pragma wal_checkpoint(NOOP)`,
    );
    return logState === undefined ? NaN : logState.log - logState.checkpointed;
  };
  expect(await pagesToCopy()).toBeGreaterThan(QUIET_PAGES);
  while ((await pagesToCopy()) > 0) await new Promise(setImmediate);
  expect(await query(database.knex, sql`select length(value) as length from setting where key = 'long'`)).toEqual([
    { length: longValue.length },
  ]);
  await remove();
});
