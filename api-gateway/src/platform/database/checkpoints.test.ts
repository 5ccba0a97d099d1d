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

  const withLog = (log: number, checkpointedFrames = 0) => {
    const copiedFiles: string[] = [];
    const run: RunAtOnce = <Row>({ text }: Statement): Row[] => {
      if (!text.includes('NOOP')) copiedFiles.push(text);
      const rows: unknown = [{ busy: 0, log, checkpointed: checkpointedFrames }];
      return Array.isArray(rows) ? rows : [];
    };
    return { copied: copiedFiles, checkpoints: createCheckpoints(run) };
  };

  it('is copied to the database after a quiet time, and again only after another write', () => {
    const { copied: copiedFiles, checkpoints } = withLog(QUIET_PAGES + 1);
    checkpoints.onCommitted(rethrow);
    jest.advanceTimersByTime(QUIET_MS - 1);
    checkpoints.onCommitted(rethrow);
    jest.advanceTimersByTime(QUIET_MS - 1);
    expect(copiedFiles).toEqual([]);
    jest.advanceTimersByTime(1);
    expect(copiedFiles).toEqual(['pragma wal_checkpoint(PASSIVE)']);
    jest.advanceTimersByTime(10 * QUIET_MS);
    expect(copiedFiles).toHaveLength(1);
    checkpoints.onCommitted(rethrow);
    jest.advanceTimersByTime(QUIET_MS);
    expect(copiedFiles).toHaveLength(2);
  });

  it('is not copied when it contains little, or when the database is closed', () => {
    for (const { copied: copiedFiles, checkpoints } of [
      withLog(QUIET_PAGES),
      withLog(3 * QUIET_PAGES, 2 * QUIET_PAGES),
    ]) {
      checkpoints.onCommitted(rethrow);
      jest.advanceTimersByTime(QUIET_MS);
      expect(copiedFiles).toEqual([]);
    }
    const { copied: copyEvents, checkpoints } = withLog(QUIET_PAGES + 1);
    checkpoints.onCommitted(rethrow);
    checkpoints.stop();
    // This commit belongs to a write that was in progress when the database was closed.
    checkpoints.onCommitted(rethrow);
    jest.advanceTimersByTime(QUIET_MS);
    expect(copyEvents).toEqual([]);
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
  const pages = 'x'.repeat(4096 * (QUIET_PAGES + 100));
  await database.write(
    async ({ knex }) => void (await query(knex, sql`insert into setting (key, value) values ('long', ${pages})`)),
  );
  const pagesToCopy = async (): Promise<number> => {
    const [state] = await query<{ log: number; checkpointed: number }>(database.knex, sql`pragma wal_checkpoint(NOOP)`);
    return state === undefined ? NaN : state.log - state.checkpointed;
  };
  expect(await pagesToCopy()).toBeGreaterThan(QUIET_PAGES);
  while ((await pagesToCopy()) > 0) await new Promise(setImmediate);
  expect(await query(database.knex, sql`select length(value) as length from setting where key = 'long'`)).toEqual([
    { length: pages.length },
  ]);
  await remove();
});
