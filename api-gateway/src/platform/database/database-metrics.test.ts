import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrations } from '../../../migrations';
import { addGauges, createMetrics } from '../metrics';
import type { Metrics } from '../metrics';
import { measureDatabase } from './database-metrics';
import { openDatabase } from './open-database';
import { createSqliteDialect } from './sqlite-dialect';

const readSeries = async ({ registry }: Pick<Metrics, 'registry'>, series: string): Promise<number | undefined> => {
  const line = (await registry.metrics()).split('\n').find((text) => text.startsWith(`${series} `));
  return line === undefined ? undefined : Number(line.slice(series.length + 1));
};

describe('the metrics of a SQLite database', () => {
  const folder = mkdtempSync(join(tmpdir(), 'mahlzeit-metrics-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  it('show its size, its log, its disk, and how long work waits for a connection', async () => {
    const file = join(folder, 'mahlzeit.db');
    const database = openDatabase({
      dialect: createSqliteDialect({ file, driver: 'better-sqlite3' }),
      realNow: () => 0,
    });
    const metrics = createMetrics();
    measureDatabase({ metrics, database, config: { dataDir: folder, database: { driver: 'better-sqlite3', file } } });
    await database.migrate(migrations);
    const waitsBefore = (await readSeries(metrics, 'mahlzeit_database_pool_wait_seconds_count{pool="writer"}')) ?? 0;

    let endWrite: () => void = () => undefined;
    const whenWriting = new Promise<void>((resolveBegun) => {
      void database.write(
        () =>
          new Promise<void>((resolve) => {
            endWrite = resolve;
            resolveBegun();
          }),
      );
    });
    await whenWriting;
    const secondWrite = database.write(({ knex }) => knex('setting').insert({ key: 'k', value: 'v' }));
    expect([
      await readSeries(metrics, 'mahlzeit_database_pool_used{pool="writer"}'),
      await readSeries(metrics, 'mahlzeit_database_pool_waiting{pool="writer"}'),
    ]).toEqual([1, 1]);
    endWrite();
    await secondWrite;

    expect(await readSeries(metrics, 'mahlzeit_database_pool_wait_seconds_count{pool="writer"}')).toBe(waitsBefore + 2);
    expect(await readSeries(metrics, 'mahlzeit_database_up')).toBe(1);
    expect(await readSeries(metrics, 'mahlzeit_database_disk_full')).toBe(0);
    for (const name of ['mahlzeit_database_bytes', 'mahlzeit_sqlite_wal_bytes', 'mahlzeit_data_disk_free_bytes'])
      expect(await readSeries(metrics, name)).toBeGreaterThan(1_000);
    await database.close();
    expect(await readSeries(metrics, 'mahlzeit_database_up')).toBe(0);
  });
});

it('a gauge that can’t be read leaves the others readable, and is counted', async () => {
  const metrics = createMetrics();
  let isBroken = true;
  addGauges(metrics, [
    {
      name: 'mahlzeit_broken',
      help: 'Breaks',
      labelNames: [],
      async read() {
        if (isBroken) throw new Error('no');
        return [{ labels: {}, value: 7 }];
      },
    },
  ]);
  expect([
    await readSeries(metrics, 'mahlzeit_broken'),
    await readSeries(metrics, 'mahlzeit_live_connections'),
  ]).toEqual([undefined, 0]);
  isBroken = false;
  expect(await readSeries(metrics, 'mahlzeit_broken')).toBe(7);
  expect(await readSeries(metrics, 'mahlzeit_metrics_failed_reads_total{metric="mahlzeit_broken"}')).toBe(2);
});
