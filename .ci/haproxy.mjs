import { spawnSync } from 'node:child_process';
import { installFirstOf } from './apt.mjs';

const isInstalled = () => spawnSync('haproxy', ['-v'], { stdio: 'ignore' }).status === 0;

/**
 * Returns true when the tests can start gateways behind a proxy. On CI, a missing proxy is installed from Debian if the
 * user is root. Elsewhere the journeys run on one gateway without it; this prints which package to install.
 */
export const ensureHaproxy = () => {
  if (isInstalled()) return true;
  if (process.env.CI !== undefined) installFirstOf(['haproxy']);
  if (isInstalled()) return true;
  console.error(
    'Kein HAProxy: Die Tests mehrerer Gateways fehlen, und die Abläufe laufen an einem. Installiere es (Debian: apt-get install haproxy).',
  );
  return false;
};
