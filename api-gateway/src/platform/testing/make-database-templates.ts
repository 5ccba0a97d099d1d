import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSqliteDialect } from '../database/sqlite-dialect';
import { EMPTY_WORLD_TEMPLATE, setTemplateFolder, templatePath } from './database-templates';
import { migrateTemplate, seedEmptyWorld } from './seed-template';
import { sqliteDrivers } from './test-engines';

/**
 * Global setup of Jest: migrates a database with each driver of SQLite and seeds a database without demo data. Tests
 * copy these files.
 */
const makeDatabaseTemplates = async (): Promise<void> => {
  const templatesFolder = mkdtempSync(join(tmpdir(), 'mahlzeit-templates-'));
  for (const driver of sqliteDrivers)
    await migrateTemplate(createSqliteDialect({ file: templatePath(templatesFolder, driver), driver }));
  await seedEmptyWorld(templatesFolder, `sqlite:${templatePath(templatesFolder, EMPTY_WORLD_TEMPLATE)}`);
  setTemplateFolder(templatesFolder);
};

export default makeDatabaseTemplates;
