import { existsSync, renameSync } from 'node:fs';
import { openPreparedDatabase } from '../../prepare-database';
import type { GatewayConfig } from '../config/config';
import { beginAsTemplate, templateFolder, templateIn } from './database-templates';

/** Start of the demo town in tests: Wednesday, 24 June 2026, noon in Berlin. */
export const DEMO_START = '2026-06-24T12:00:00+02:00';

const DEMO_WORLD = 'demo-world';

/** Seeds the template. Several workers may do so at the same time; each writes a file of its own first. */
const seedTemplate = async (config: GatewayConfig, template: string): Promise<void> => {
  const file = `${template}.${process.pid}`;
  const { database } = await openPreparedDatabase({ ...config, database: { ...config.database, file } });
  await database.close();
  renameSync(file, template);
};

/**
 * Copies the template of the demo town as a new database of a gateway that starts at `DEMO_START`. The first test file
 * of a run that needs the template makes it. The other driver seeds its databases itself.
 */
export const beginAsDemo = async (config: GatewayConfig): Promise<void> => {
  const { file, driver } = config.database;
  const folder = templateFolder();
  if (folder === null || driver !== 'better-sqlite3' || config.startAt !== Date.parse(DEMO_START) || existsSync(file))
    return;
  const template = templateIn(folder, DEMO_WORLD);
  if (!existsSync(template)) await seedTemplate(config, template);
  beginAsTemplate(DEMO_WORLD, file);
};
