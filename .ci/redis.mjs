import { spawnSync } from 'node:child_process';
import { installFirstOf } from './apt.mjs';

const isInstalled = () => spawnSync('redis-server', ['--version'], { stdio: 'ignore' }).status === 0;

/**
 * Returns true when the tests can start Redis servers. On CI, a missing server is installed from Debian if the user is
 * root. Elsewhere the tests of Redis are skipped without it; this prints which package to install.
 */
export const ensureRedis = () => {
  if (isInstalled()) return true;
  if (process.env.CI !== undefined) installFirstOf(['redis-server']);
  if (isInstalled()) return true;
  console.error(
    'Kein Redis (redis-server): Seine Tests fehlen. Installiere es (Debian: apt-get install redis-server).',
  );
  return false;
};
