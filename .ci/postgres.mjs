import { existsSync, readdirSync } from 'node:fs';
import { installFirstOf } from './apt.mjs';

/** Folder in which Debian and Ubuntu install each version of PostgreSQL. The tests find their server there. */
const VERSIONS_FOLDER = '/usr/lib/postgresql';
const OLDEST_VERSION = 15;

const isInstalled = () =>
  existsSync(VERSIONS_FOLDER) &&
  readdirSync(VERSIONS_FOLDER).some(
    (version) => Number(version) >= OLDEST_VERSION && existsSync(`${VERSIONS_FOLDER}/${version}/bin/initdb`),
  );

/**
 * Returns true when the tests can start a PostgreSQL server. On CI, a missing server is installed from Debian if the
 * user is root. Elsewhere the tests of PostgreSQL are skipped without it; this prints which package to install.
 */
export const ensurePostgres = () => {
  if (isInstalled()) return true;
  if (process.env.CI !== undefined) installFirstOf(['postgresql']);
  if (isInstalled()) return true;
  console.error(
    `Kein PostgreSQL ${OLDEST_VERSION} oder neuer unter ${VERSIONS_FOLDER}: Seine Tests fehlen. Installiere es (Debian: apt-get install postgresql).`,
  );
  return false;
};
