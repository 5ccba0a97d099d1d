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
