import { join } from 'node:path';
import texts from '../locales/de.json';
import { migrations } from '../migrations';
import { realNow } from './platform/clock';
import type { GatewayConfig } from './platform/config/config';
import { BackupRefusedError, backupNameOf, takeBackup } from './platform/database/backup';
import { findUnknownMigrations, readMigrationNames, schemaOf } from './platform/database/open-database';
import type { OpenDatabase } from './platform/database/open-database';
import { StartRefusedError } from './platform/errors';
import { fillText } from './platform/escape';

interface UpgradeDeps {
  readonly config: Pick<GatewayConfig, 'database' | 'backups' | 'version'>;
  readonly database: Pick<OpenDatabase, 'knex'>;
  /** Prints a line for the operator. */
  readonly print: (line: string) => void;
}

/** Backs the database up before an upgrade, so that the operator can go back to the earlier release. */
const backUp = async ({ database, version, backups }: UpgradeDeps['config']): Promise<string> => {
  const file = join(backups.folder, backupNameOf(realNow()));
  try {
    await takeBackup(file, { database, version, realNow });
    return file;
  } catch (error) {
    throw error instanceof BackupRefusedError ? new StartRefusedError(error.lines.join(' ')) : error;
  }
};

/**
 * Prints which migrations will run on a database of an earlier release, and backs the database up. Does nothing for a
 * new database, or for a database of this release. A backup of PostgreSQL needs its programs, so it is taken only where
 * the operator has set a folder for backups.
 */
export const announceUpgrade = async ({ config, database, print }: UpgradeDeps): Promise<void> => {
  const appliedNames = await readMigrationNames(database.knex);
  const pendingNames = findUnknownMigrations(
    migrations.map(({ name }) => name),
    appliedNames.map((name) => ({ name })),
  );
  const isNewer = findUnknownMigrations(appliedNames, migrations).length > 0;
  if (appliedNames.length === 0 || pendingNames.length === 0 || isNewer) return;
  print(
    fillText(texts.databaseUpgrade, {
      from: schemaOf(appliedNames),
      to: schemaOf(pendingNames),
      names: pendingNames.join(', '),
    }),
  );
  if (config.database.driver === 'pg' && !config.backups.isScheduled) print(texts.databaseUpgradeUnsaved);
  else print(fillText(texts.databaseUpgradeBackup, { file: await backUp(config) }));
};
