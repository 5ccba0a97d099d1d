import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrations } from '../../../migrations';
import { openPreparedDatabase } from '../../prepare-database';
import { parseConfig } from '../config/config';
import { openDatabase } from '../database/open-database';
import { EMPTY_WORLD_TEMPLATE, setTemplateFolder, templatePath } from './database-templates';
import { testEngines } from './temporary-database';

/**
 * Global setup of Jest: migrates a database on each engine and seeds a database without demo data. Tests copy these
 * files.
 */
const makeDatabaseTemplates = async (): Promise<void> => {
  const folder = mkdtempSync(join(tmpdir(), 'mahlzeit-templates-'));
  for (const [name, { dialectOf }] of testEngines) {
    const database = openDatabase({ dialect: dialectOf(templatePath(folder, name)), realNow: () => 0 });
    await database.migrate(migrations);
    await database.close();
  }
  const config = parseConfig(
    { DATA_DIR: folder, DATABASE_URL: `sqlite:${templatePath(folder, EMPTY_WORLD_TEMPLATE)}`, MAHLZEIT_WORLD: 'empty' },
    { version: '5.0.1', frontsDir: folder },
  );
  if (!config.ok) throw new Error(config.error.join('\n'));
  const { database } = await openPreparedDatabase(config.value);
  await database.close();
  setTemplateFolder(folder);
};

export default makeDatabaseTemplates;
