import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Folder in which Debian and Ubuntu install each version of PostgreSQL. */
const VERSIONS_FOLDER = '/usr/lib/postgresql';

/** Oldest version of PostgreSQL that the gateway works with. */
export const OLDEST_POSTGRES = 15;

/** Returns the folder with the programs of the newest suitable PostgreSQL; null where none is installed. */
export const findPostgresPrograms = () => {
  const versions = existsSync(VERSIONS_FOLDER) ? readdirSync(VERSIONS_FOLDER).map(Number) : [];
  const newestVersion = Math.max(0, ...versions.filter((version) => version >= OLDEST_POSTGRES));
  const folder = join(VERSIONS_FOLDER, String(newestVersion), 'bin');
  return existsSync(join(folder, 'initdb')) ? folder : null;
};

/**
 * Returns the system user that runs a PostgreSQL server: `{}` stands for the user of this process. PostgreSQL refuses
 * to run as root, so root starts it as the user `postgres` of Debian's package.
 */
export const postgresUser = () => {
  if (process.getuid?.() !== 0) return {};
  const idOf = (flag) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
  return { uid: idOf('-u'), gid: idOf('-g') };
};
