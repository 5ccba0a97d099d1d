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
  const templatesFolder = mkdtempSync(join(tmpdir(), 'mahlzeit-templates-'));
  for (const [engineName, { dialectOf }] of testEngines) {
    const database = openDatabase({ dialect: dialectOf(templatePath(templatesFolder, engineName)), realNow: () => 0 });
    await database.migrate(migrations);
    await database.close();
  }
  const gatewayConfig = parseConfig(
    {
      DATA_DIR: templatesFolder,
      DATABASE_URL: `sqlite:${templatePath(templatesFolder, EMPTY_WORLD_TEMPLATE)}`,
      MAHLZEIT_WORLD: 'empty',
    },
    { version: '5.0.1', frontsDir: templatesFolder },
  );
  if (!gatewayConfig.ok) throw new Error(gatewayConfig.error.join('\n'));
  const { database } = await openPreparedDatabase(gatewayConfig.value);
  await database.close();
  setTemplateFolder(templatesFolder);
};

export default makeDatabaseTemplates;
