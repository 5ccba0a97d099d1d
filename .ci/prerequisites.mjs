import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const fingerprintOf = (root) => createHash('sha256').update(readFileSync(join(root, 'package-lock.json'))).digest('hex');

/** Installs the locked packages when they are missing or belong to another lockfile; throws when npm fails. */
export const ensureInstalled = (root) => {
  const marker = join(root, 'node_modules', '.mahlzeit-lockfile');
  const wanted = fingerprintOf(root);
  if (existsSync(marker) && readFileSync(marker, 'utf8') === wanted) return;
  console.log('Installiere Pakete (einmalig, dauert einige Minuten) …');
  const { status } = spawnSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: root, stdio: 'inherit' });
  if (status !== 0) throw new Error('npm ci ist fehlgeschlagen.');
  writeFileSync(marker, wanted);
};

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
