import { stat, statfs } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import type { GatewayConfig } from '../config/config';
import { errorCodeOf } from '../errors';
import { addGauges } from '../metrics';
import type { GaugeValue, Metrics, ModuleGauge } from '../metrics';
import type { Connection } from './database';
import type { ConnectionPool } from './connection-pool';
import type { OpenDatabase } from './open-database';
import { query, sql } from './statement';

interface DatabaseMetricsDeps {
  readonly metrics: Metrics;
  readonly database: Pick<OpenDatabase, 'knex' | 'pools' | 'isDiskFull'>;
  readonly config: Pick<GatewayConfig, 'database' | 'dataDir'>;
}

const MS_PER_SECOND = 1_000;

const singleValue = (value: number): readonly GaugeValue[] => [{ labels: {}, value }];

/** Measures how long work waits for a connection of a pool. */
const measureWaits = ({ poolWaits }: Metrics, poolName: string, pool: ConnectionPool): void => {
  const waits = poolWaits.labels({ pool: poolName });
  pool.onWaited((waitedMs) => waits.observe(waitedMs / MS_PER_SECOND));
};

const ANSWER_WITHIN_MS = 1_000;

const answers = async ({ knex }: Pick<OpenDatabase, 'knex'>): Promise<boolean> => {
  const answered = knex.raw('select 1').then(
    () => true,
    () => false,
  );
  return Promise.race([answered, delay(ANSWER_WITHIN_MS, false, { ref: false })]);
};

const poolGauges = ({ pools }: DatabaseMetricsDeps['database']): readonly ModuleGauge[] => {
  const valuesOf = (numberOf: (pool: ConnectionPool) => number): readonly GaugeValue[] =>
    Object.entries(pools).map(([pool, connections]) => ({ labels: { pool }, value: numberOf(connections) }));
  return [
    {
      name: 'mahlzeit_database_pool_waiting',
      help: 'Work that waits for a connection to the database',
      labelNames: ['pool'],
      read: async () => valuesOf((pool) => pool.numWaiting()),
    },
    {
      name: 'mahlzeit_database_pool_used',
      help: 'Connections to the database in use',
      labelNames: ['pool'],
      read: async () => valuesOf((pool) => pool.numUsed()),
    },
  ];
};

/** Returns the size of a file in bytes; 0 for a missing file. */
const sizeOf = async (file: string): Promise<number> => {
  try {
    return (await stat(file)).size;
  } catch (error) {
    if (errorCodeOf(error) === 'ENOENT') return 0;
    throw error;
  }
};

const readPostgresSize = async (connection: Connection): Promise<number> => {
  const [row] = await query<{ bytes: number }>(connection, sql`select pg_database_size(current_database()) as bytes`);
  return Number(row?.bytes ?? 0);
};

const sizeGauges = ({ database, config }: DatabaseMetricsDeps): readonly ModuleGauge[] => {
  const sqliteFile = config.database.driver === 'pg' ? null : config.database.file;
  return [
    {
      name: 'mahlzeit_database_bytes',
      help: 'Size of the database, which holds all pictures and releases too',
      labelNames: [],
      read: async () =>
        singleValue(sqliteFile === null ? await readPostgresSize(database.knex) : await sizeOf(sqliteFile)),
    },
    {
      name: 'mahlzeit_sqlite_wal_bytes',
      help: 'Size of the log beside the SQLite file (-wal)',
      labelNames: [],
      read: async () => (sqliteFile === null ? [] : singleValue(await sizeOf(`${sqliteFile}-wal`))),
    },
  ];
};

const diskGauges = ({ database, config }: DatabaseMetricsDeps): readonly ModuleGauge[] => [
  {
    name: 'mahlzeit_database_disk_full',
    help: 'Whether the last write has failed because the disk of the database is full',
    labelNames: [],
    read: async () => singleValue(Number(database.isDiskFull())),
  },
  {
    name: 'mahlzeit_data_disk_free_bytes',
    help: 'Free space on the disk of DATA_DIR',
    labelNames: [],
    async read() {
      const { bavail, bsize } = await statfs(config.dataDir);
      return singleValue(bavail * bsize);
    },
  },
  {
    name: 'mahlzeit_data_disk_bytes',
    help: 'Size of the disk of DATA_DIR',
    labelNames: [],
    async read() {
      const { blocks, bsize } = await statfs(config.dataDir);
      return singleValue(blocks * bsize);
    },
  },
];

/** Measures the database: whether it answers, its size, its disk and the waits for its connections. */
export const measureDatabase = (deps: DatabaseMetricsDeps): void => {
  const { metrics, database } = deps;
  for (const [poolName, pool] of Object.entries(database.pools)) measureWaits(metrics, poolName, pool);
  addGauges(metrics, [
    {
      name: 'mahlzeit_database_up',
      help: 'Whether the database answers this gateway within a second',
      labelNames: [],
      read: async () => singleValue(Number(await answers(database))),
    },
    ...poolGauges(database),
    ...sizeGauges(deps),
    ...diskGauges(deps),
  ]);
};
