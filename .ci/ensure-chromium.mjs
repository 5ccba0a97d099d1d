import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** Where Debian's package puts the browser that all browser tests drive. */
export const CHROMIUM = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';

const apt = (...args) => spawnSync('apt-get', args, { stdio: 'inherit', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } }).status === 0;

/** Returns true when Chromium is installed. Installs Debian's where that is allowed, else says what to install. */
export const ensureChromium = () => {
  if (existsSync(CHROMIUM)) return true;
  const isRoot = process.getuid?.() === 0;
  if (isRoot && apt('update', '-qq') && apt('install', '-y', '-qq', '--no-install-recommends', 'chromium')) return existsSync(CHROMIUM);
  console.error(`Kein Chromium unter ${CHROMIUM}. Installiere es (Debian: apt-get install chromium) oder setze CHROMIUM_PATH.`);
  return false;
};
