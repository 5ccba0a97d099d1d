import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgresServer } from '../../../api-gateway/bin/cluster/postgres-server.mjs';
import type { BenchFigure } from '../measure/figure';
import { boundRatioFigure, reportedMsFigure } from '../measure/figure';
import type { FilledGateway } from '../near/filled-gateway';
import { medianNearestMs, startFilledGateway } from '../near/filled-gateway';

const [SMALL_COUNT, LARGE_COUNT] = [100_000, 1_000_000];
const CONNECTIONS = 20;

interface EngineOptions {
  readonly folder: string;
  readonly placeCount: number;
}

/**
 * Running gateway whose database is filled with restaurants, and the function that stops it together with its database.
 */
interface RunningGateway {
  readonly filledGateway: FilledGateway;
  stop(): Promise<void>;
}

const startOnSqlite = async ({ folder, placeCount }: EngineOptions): Promise<RunningGateway> => {
  const filledGateway = await startFilledGateway({ placeCount, dataFolder: join(folder, 'sqlite') });
  return { filledGateway, stop: () => filledGateway.gateway.close() };
};

/** Starts a gateway on a PostgreSQL server of its own, so that two databases don't compete for one server's memory. */
const startOnPostgres = async ({ folder, placeCount }: EngineOptions): Promise<RunningGateway> => {
  const server = await startPostgresServer({
    dataFolder: join(folder, `postgres-${placeCount}`),
    maxConnections: CONNECTIONS,
  });
  const filledGateway = await startFilledGateway({
    placeCount,
    dataFolder: join(folder, 'gateways'),
    databaseUrl: server.url,
  });
  // PostgreSQL would gather these statistics by itself some minutes later, in the middle of the measurement.
  await filledGateway.gateway.database.write((transaction) => transaction.knex.raw('analyze restaurant'));
  return {
    filledGateway,
    async stop() {
      await filledGateway.gateway.close();
      await server.stop();
    },
  };
};

const nearFiguresOf = ({ small, large, sqlite }: Readonly<Record<'small' | 'large' | 'sqlite', number>>) => [
  reportedMsFigure('cluster', `nearest 100 among ${SMALL_COUNT}, PostgreSQL`, small),
  reportedMsFigure('cluster', `nearest 100 among ${LARGE_COUNT}, PostgreSQL`, large),
  reportedMsFigure('cluster', `nearest 100 among ${LARGE_COUNT}, SQLite`, sqlite),
  boundRatioFigure('cluster', `nearest 100 on PostgreSQL: ${LARGE_COUNT} against ${SMALL_COUNT} places`, {
    ratio: large / small,
    maximum: 1.3,
  }),
  boundRatioFigure('cluster', `nearest 100 among ${LARGE_COUNT}: PostgreSQL against SQLite`, {
    ratio: large / sqlite,
    maximum: 2,
  }),
];

/**
 * Measures the search for nearby restaurants on PostgreSQL, with two numbers of restaurants, and on SQLite with the
 * larger number.
 */
export const benchClusterNear = async (printLine: (line: string) => void): Promise<BenchFigure[]> => {
  const folder = mkdtempSync(join(tmpdir(), 'mahlzeit-bench-'));
  const stopFunctions: (() => Promise<void>)[] = [];
  const startOnEngine = async (
    startGateway: (options: EngineOptions) => Promise<RunningGateway>,
    placeCount: number,
  ): Promise<FilledGateway> => {
    const { filledGateway, stop } = await startGateway({ folder, placeCount });
    stopFunctions.push(stop);
    return filledGateway;
  };
  try {
    printLine(`cluster: ${SMALL_COUNT} places are made on PostgreSQL`);
    const smallGateway = await startOnEngine(startOnPostgres, SMALL_COUNT);
    printLine(`cluster: ${LARGE_COUNT} places are made on PostgreSQL`);
    const largeGateway = await startOnEngine(startOnPostgres, LARGE_COUNT);
    printLine(`cluster: ${LARGE_COUNT} places are made on SQLite`);
    const sqliteGateway = await startOnEngine(startOnSqlite, LARGE_COUNT);
    printLine('cluster: measuring the list near me');
    const [small = NaN, large = NaN, sqlite = NaN] = await medianNearestMs([smallGateway, largeGateway, sqliteGateway]);
    return nearFiguresOf({ small, large, sqlite });
  } finally {
    for (const stop of stopFunctions.toReversed()) await stop();
    rmSync(folder, { recursive: true, force: true });
  }
};
