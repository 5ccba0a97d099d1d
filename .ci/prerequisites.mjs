import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CHROMIUMS, chromiumPath, HEADLESS } from './chromium.mjs';

const fingerprintOf = (root) => createHash('sha256').update(readFileSync(join(root, 'package-lock.json'))).digest('hex');

/** Installs the locked packages when they are missing or belong to another lockfile; throws when npm fails. */
export const ensureInstalled = (root) => {
  const marker = join(root, 'node_modules', '.mahlzeit-lockfile');
  const wanted = fingerprintOf(root);
  if (existsSync(marker) && readFileSync(marker, 'utf8') === wanted) return;
  console.log('Installiere Pakete (einmalig, dauert einige Minuten) …');
  // Native modules are compiled: on all processors.
  const { status } = spawnSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: root, stdio: 'inherit', env: { JOBS: 'max', ...process.env } });
  if (status !== 0) throw new Error('npm ci ist fehlgeschlagen.');
  writeFileSync(marker, wanted);
};

const apt = (...args) => spawnSync('apt-get', args, { stdio: 'inherit', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } }).status === 0;

/** Returns true when Chromium is installed. Installs Debian's where that is allowed, on CI the better one; else says what to install. */
export const ensureChromium = () => {
  const isThere = existsSync(chromiumPath());
  if (isThere && (process.env.CI === undefined || process.env.CHROMIUM_PATH !== undefined || existsSync(HEADLESS.path))) return true;
  const isRoot = process.getuid?.() === 0;
  if (isRoot && apt('update', '-qq')) CHROMIUMS.some((chromium) => apt('install', '-y', '-qq', '--no-install-recommends', chromium.package));
  if (existsSync(chromiumPath())) return true;
  console.error(`Kein Chromium unter ${chromiumPath()}. Installiere es (Debian: apt-get install ${HEADLESS.package}) oder setze CHROMIUM_PATH.`);
  return false;
};
