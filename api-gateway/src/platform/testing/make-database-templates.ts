import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrations } from '../../../migrations';
import { openPreparedDatabase } from '../../prepare-database';
import { parseConfig } from '../config/config';
import { openDatabase } from '../database/open-database';
import { EMPTY_WORLD, offerTemplates, templateIn } from './database-templates';
import { testEngines } from './temporary-database';

/**
 * Global setup of Jest: migrates a database on each engine and seeds a database without demo data. Tests copy these
 * files.
 */
const makeDatabaseTemplates = async (): Promise<void> => {
  const folder = mkdtempSync(join(tmpdir(), 'mahlzeit-templates-'));
  for (const [name, { dialectOf }] of testEngines) {
    const database = openDatabase({ dialect: dialectOf(templateIn(folder, name)), realNow: () => 0 });
    await database.migrate(migrations);
    await database.close();
  }
  const config = parseConfig(
    { DATA_DIR: folder, DATABASE_URL: `sqlite:${templateIn(folder, EMPTY_WORLD)}`, MAHLZEIT_WORLD: 'empty' },
    { version: '5.0.1', frontsDir: folder },
  );
  if (!config.ok) throw new Error(config.error.join('\n'));
  const { database } = await openPreparedDatabase(config.value);
  await database.close();
  offerTemplates(folder);
};

export default makeDatabaseTemplates;
