import { randomUUID } from 'node:crypto';
import { rmSync, statSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import type { Diner } from '../faults/diner';
import { createDiner } from '../faults/diner';
import { buildProduct, repositoryRoot } from '../world/product';
import type { World } from '../world/start-world';
import { startWorld } from '../world/start-world';
import { fillWithPlaces } from '../world/synthetic-places';
import type { BenchFigure } from './measure/figure';
import { boundRatioFigure, measureMs, percentile99, reportedMbFigure, reportedMsFigure } from './measure/figure';
import { openWorldDatabase } from './measure/world-database';

const BENCH_AREA = 'backup';

/** Restaurants of the measured database, which make it large enough that a backup takes seconds. */
const PLACE_COUNT = 50_000;

const MEASURED_TURNS = 12;

/** Pause between two write requests, because a real diner sends them one by one. */
const WRITE_PAUSE_MS = 5;

/** Sends write requests one after the other until a signal aborts. Returns the milliseconds of each. */
const measureWritesUntil = async (diner: Diner, signal: AbortSignal): Promise<number[]> => {
  const writeTimes: number[] = [];
  while (!signal.aborted) {
    await delay(WRITE_PAUSE_MS);
    const displayName = `Anna ${randomUUID().slice(0, 8)}`;
    writeTimes.push(
      await measureMs(async () => {
        const { status } = await diner.call('PATCH', '/api/users/me', { displayName });
        if (status !== 200) throw new Error(`The write failed: status ${status}`);
      }),
    );
  }
  return writeTimes;
};

/** Takes a backup by the product's command. Returns its milliseconds and its bytes. */
const takeBackup = async (world: World): Promise<{ readonly ms: number; readonly bytes: number }> => {
  const file = `${world.databaseFile}-${randomUUID()}.tar`;
  const ms = await measureMs(() => world.runCommand('backup', '--to', file));
  const { size: bytes } = statSync(file);
  rmSync(file);
  return { ms, bytes };
};

/**
 * Measures the writes of a diner while the command takes a backup beside the gateway, and as long without a backup.
 * Both measurements take turns.
 */
export const benchBackup = async (printLine: (line: string) => void): Promise<BenchFigure[]> => {
  printLine('backup: building what changed');
  buildProduct('gateway');
  const world = await startWorld({ product: repositoryRoot, clusterSize: 0 });
  const database = openWorldDatabase(world);
  try {
    printLine(`backup: adding ${PLACE_COUNT} restaurants`);
    await fillWithPlaces(database, PLACE_COUNT);
    const diner = await createDiner({ url: world.url, database, alive: async () => undefined }, 'schreibt');
    let lastBackup = await takeBackup(world);
    await measureWritesUntil(diner, AbortSignal.timeout(Math.ceil(lastBackup.ms)));
    const [quietTimes, busyTimes]: [number[], number[]] = [[], []];
    for (let turn = 1; turn <= MEASURED_TURNS; turn += 1) {
      printLine(`backup: turn ${turn} of ${MEASURED_TURNS}`);
      quietTimes.push(...(await measureWritesUntil(diner, AbortSignal.timeout(Math.ceil(lastBackup.ms)))));
      const backupEnd = new AbortController();
      const writes = measureWritesUntil(diner, backupEnd.signal);
      lastBackup = await takeBackup(world);
      backupEnd.abort();
      busyTimes.push(...(await writes));
    }
    return [
      reportedMbFigure(BENCH_AREA, 'a backup', lastBackup.bytes),
      reportedMsFigure(BENCH_AREA, 'a backup, the last one', lastBackup.ms),
      reportedMsFigure(BENCH_AREA, `a write, p99 of ${quietTimes.length}`, percentile99(quietTimes)),
      reportedMsFigure(BENCH_AREA, `a write beside a backup, p99 of ${busyTimes.length}`, percentile99(busyTimes)),
      boundRatioFigure(BENCH_AREA, 'a write beside a backup against one without, p99', {
        ratio: percentile99(busyTimes) / percentile99(quietTimes),
        maximum: 1.5,
      }),
    ];
  } finally {
    await database.close();
    await world.stop();
  }
};
