import { existsSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createGateway } from '../../api-gateway/src/app';
import { importFiles } from '../../api-gateway/src/modules/discovery';
import { parseConfig } from '../../api-gateway/src/platform/config/config';
import { boundRatio, median, reportedMs, type Figure } from './measure/figure';

const AREA = 'near';
// Folder of real data, which lies beside the project's folder and isn't part of the project.
const osmFolder = resolve(import.meta.dirname, '../../../shared/data/osm');
const YARDSTICK_ROWS = 50_000;
const YARDSTICK_ROUNDS = 5;

const noon = Date.parse('2026-06-24T12:00:00+02:00');
const clock = { now: () => noon, realNow: () => Date.now(), moveTo: () => undefined };

/**
 * Returns the processor time of some work in milliseconds. Other processes hardly affect it, unlike the elapsed time.
 */
const measureCpuMs = async (work: () => unknown): Promise<number> => {
  const usageBefore = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(usageBefore);
  return (user + system) / 1000;
};

/**
 * Returns the processor time of work of a fixed size, as a unit for the other figures: rows are written as JSON and
 * parsed again.
 */
const yardstickMs = async (): Promise<number> => {
  const rows = Array.from({ length: YARDSTICK_ROWS }, (_, index) => ({
    key: `row-${index}`,
    name: `Kantine ${index}`,
    location: { latitude: 53 + index / 1e5, longitude: 9 },
    tags: ['german', 'pizza'],
  }));
  const times: number[] = [];
  for (let round = 0; round < YARDSTICK_ROUNDS; round += 1)
    times.push(await measureCpuMs(() => JSON.parse(JSON.stringify(rows))));
  return median(times);
};

const startWorld = async (folder: string, world: 'empty' | 'demo') => {
  const config = parseConfig(
    { PORT: '0', DATA_DIR: folder, LOG_LEVEL: 'silent', RATE_LIMITS: 'off', MAHLZEIT_WORLD: world },
    { version: '0.0.0', frontsDir: folder },
  );
  if (!config.ok) throw new Error(config.error.join('\n'));
  return createGateway(config.value, { clock });
};

const measureImport = async (folder: string): Promise<number | null> => {
  if (!existsSync(osmFolder)) return null;
  const files = readdirSync(osmFolder)
    .sort()
    .map((file) => join(osmFolder, file));
  const gateway = await startWorld(folder, 'empty');
  try {
    return await measureCpuMs(() => importFiles(files, { database: gateway.database, clock }));
  } finally {
    await gateway.close();
  }
};

const measureDemo = async (folder: string): Promise<number> => {
  let closeWorld = async (): Promise<void> => undefined;
  const ms = await measureCpuMs(async () => {
    ({ close: closeWorld } = await startWorld(folder, 'demo'));
  });
  await closeWorld();
  return ms;
};

/**
 * Measures the processor time for filling a database with the demo world and, if they exist, with the six extracts in
 * `../shared/data/osm`.
 */
export const benchImport = async (folder: string): Promise<Figure[]> => {
  const unitMs = await yardstickMs();
  const demoMs = await measureDemo(join(folder, 'demo'));
  const extractsMs = await measureImport(join(folder, 'extracts'));
  return [
    reportedMs(AREA, `${YARDSTICK_ROWS} rows as JSON and back, of the processor`, unitMs),
    boundRatio(AREA, 'start with a new demo world against the rows', { ratio: demoMs / unitMs, maximum: 60 }),
    ...(extractsMs === null
      ? []
      : [boundRatio(AREA, 'import of six extracts against the rows', { ratio: extractsMs / unitMs, maximum: 400 })]),
  ];
};
