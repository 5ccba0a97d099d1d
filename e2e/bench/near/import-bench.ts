import { existsSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createGateway } from '../../../api-gateway/src/app';
import { importFiles } from '../../../api-gateway/src/modules/discovery';
import { parseConfig } from '../../../api-gateway/src/platform/config/config';
import { boundRatioFigure, median, reportedMsFigure, type BenchFigure } from '../measure/figure';

const BENCH_AREA = 'near';
// Folder of real data, which lies beside the project's folder and isn't part of the project.
const osmFolder = resolve(import.meta.dirname, '../../../../shared/data/osm');
const YARDSTICK_ROWS = 50_000;
const YARDSTICK_ROUNDS = 5;

const NOON_MS = Date.parse('2026-06-24T12:00:00+02:00');
const clock = { now: () => NOON_MS, realNow: () => Date.now(), moveTo: () => undefined };

/**
 * Returns the processor time of some work in milliseconds. Other processes hardly affect it, unlike the elapsed time.
 */
const measureCpuMs = async (measuredWork: () => unknown): Promise<number> => {
  const initialCpuUsage = process.cpuUsage();
  await measuredWork();
  const { user, system } = process.cpuUsage(initialCpuUsage);
  return (user + system) / 1000;
};

/**
 * Returns the processor time of work of a fixed size, as a unit for the other figures: rows are written as JSON and
 * parsed again.
 */
const measureYardstickMs = async (): Promise<number> => {
  const yardstickRows = Array.from({ length: YARDSTICK_ROWS }, (_, index) => ({
    key: `row-${index}`,
    name: `Kantine ${index}`,
    location: { latitude: 53 + index / 1e5, longitude: 9 },
    tags: ['german', 'pizza'],
  }));
  const yardstickTimes: number[] = [];
  for (let round = 0; round < YARDSTICK_ROUNDS; round += 1)
    yardstickTimes.push(await measureCpuMs(() => JSON.parse(JSON.stringify(yardstickRows))));
  return median(yardstickTimes);
};

const startWorld = async (dataFolder: string, seedName: 'empty' | 'demo') => {
  const gatewayConfig = parseConfig(
    { PORT: '0', DATA_DIR: dataFolder, LOG_LEVEL: 'silent', RATE_LIMITS: 'off', MAHLZEIT_WORLD: seedName },
    { version: '0.0.0', frontsDir: dataFolder },
  );
  if (!gatewayConfig.ok) throw new Error(gatewayConfig.error.join('\n'));
  return createGateway(gatewayConfig.value, { clock });
};

const measureImport = async (dataFolder: string): Promise<number | null> => {
  if (!existsSync(osmFolder)) return null;
  const osmFiles = readdirSync(osmFolder)
    .sort()
    .map((osmFile) => join(osmFolder, osmFile));
  const gateway = await startWorld(dataFolder, 'empty');
  try {
    return await measureCpuMs(() => importFiles(osmFiles, { database: gateway.database, clock }));
  } finally {
    await gateway.close();
  }
};

const measureDemoSeedMs = async (dataFolder: string): Promise<number> => {
  let closeWorld = async (): Promise<void> => undefined;
  const seedingMs = await measureCpuMs(async () => {
    ({ close: closeWorld } = await startWorld(dataFolder, 'demo'));
  });
  await closeWorld();
  return seedingMs;
};

/**
 * Measures the processor time for filling a database with the demo world and, if they exist, with the six extracts in
 * `../shared/data/osm`.
 */
export const benchImport = async (dataFolder: string): Promise<BenchFigure[]> => {
  const yardstickUnitMs = await measureYardstickMs();
  const demoMs = await measureDemoSeedMs(join(dataFolder, 'demo'));
  const extractImportMs = await measureImport(join(dataFolder, 'extracts'));
  return [
    reportedMsFigure(BENCH_AREA, `${YARDSTICK_ROWS} rows as JSON and back, of the processor`, yardstickUnitMs),
    boundRatioFigure(BENCH_AREA, 'start with a new demo world against the rows', {
      ratio: demoMs / yardstickUnitMs,
      maximum: 60,
    }),
    ...(extractImportMs === null
      ? []
      : [
          boundRatioFigure(BENCH_AREA, 'import of six extracts against the rows', {
            ratio: extractImportMs / yardstickUnitMs,
            maximum: 400,
          }),
        ]),
  ];
};
