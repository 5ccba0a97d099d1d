import { spawnSync } from 'node:child_process';
import { findPostgresPrograms, OLDEST_POSTGRES } from '../api-gateway/bin/cluster/postgres-programs.mjs';
import { installFirstOf } from './apt.mjs';

const isRunnable = (program) => spawnSync(program, ['-v'], { stdio: 'ignore' }).status === 0;

/** Servers that tests start, each with its package and with what the tests lack without it. */
const SERVERS = {
  postgres: {
    isInstalled: () => findPostgresPrograms() !== null,
    packageName: 'postgresql',
    missing: `Kein PostgreSQL ${OLDEST_POSTGRES} oder neuer: Seine Tests fehlen.`,
  },
  redis: {
    isInstalled: () => isRunnable('redis-server'),
    packageName: 'redis-server',
    missing: 'Kein Redis (redis-server): Seine Tests fehlen.',
  },
  proxy: {
    isInstalled: () => isRunnable('haproxy'),
    packageName: 'haproxy',
    missing: 'Kein HAProxy: Die Tests mehrerer Gateways fehlen, und die Abläufe laufen an einem.',
  },
};

/**
 * Returns true when the tests can start a server: `postgres`, `redis` or `proxy`. On CI, a missing one is installed
 * from Debian if the user is root. Elsewhere this prints which package to install.
 */
export const ensureServer = (serverName) => {
  const { isInstalled, packageName, missing } = SERVERS[serverName];
  if (isInstalled()) return true;
  if (process.env.CI !== undefined) installFirstOf([packageName]);
  if (isInstalled()) return true;
  console.error(`${missing} Installiere es (Debian: apt-get install ${packageName}).`);
  return false;
};
