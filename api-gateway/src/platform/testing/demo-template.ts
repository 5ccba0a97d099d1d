import { existsSync, renameSync } from 'node:fs';
import { openPreparedDatabase } from '../../prepare-database';
import type { GatewayConfig } from '../config/config';
import { copyTemplate, templateFolder, templatePath } from './database-templates';

/** Start of the demo town in tests: Wednesday, 24 June 2026, noon in Berlin. */
export const DEMO_START = '2026-06-24T12:00:00+02:00';

const DEMO_WORLD_TEMPLATE = 'demo-world';

/**
 * Creates the template database with the demo data. Several workers may do this at the same time, so each one first
 * writes a separate file.
 */
const seedTemplate = async (config: GatewayConfig, templateFile: string): Promise<void> => {
  const temporaryFile = `${templateFile}.${process.pid}`;
  const { database } = await openPreparedDatabase({
    ...config,
    database: { driver: 'better-sqlite3', file: temporaryFile },
  });
  await database.close();
  renameSync(temporaryFile, templateFile);
};

/**
 * Creates the database of a test gateway that starts in the demo town at `DEMO_START`, as a copy of a template
 * database. The first test file that needs the template creates it. A gateway with another driver seeds its database
 * itself.
 */
export const copyDemoTemplate = async (config: GatewayConfig): Promise<void> => {
  const templatesFolder = templateFolder();
  if (
    templatesFolder === null ||
    config.database.driver !== 'better-sqlite3' ||
    config.startAt !== Date.parse(DEMO_START) ||
    existsSync(config.database.file)
  )
    return;
  const template = templatePath(templatesFolder, DEMO_WORLD_TEMPLATE);
  if (!existsSync(template)) await seedTemplate(config, template);
  copyTemplate(DEMO_WORLD_TEMPLATE, config.database.file);
};
