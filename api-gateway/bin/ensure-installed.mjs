import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const fingerprintOf = (root) =>
  createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');

/** Runs npm. Resolves with true when npm succeeds. */
const npm = (args, root) =>
  new Promise((resolve) => {
    const child = spawn('npm', args, { cwd: root, stdio: 'inherit' });
    child.on('error', () => resolve(false));
    child.on('close', (code) => resolve(code === 0));
  });

/**
 * Returns the names of the packages with install scripts, in groups that may run at the same time. Each package that
 * may be compiled is a group of its own.
 */
const scriptedPackages = (root) => {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  const isCompiled = (path) => existsSync(join(root, path, 'binding.gyp'));
  const paths = Object.keys(packages).filter(
    (path) => packages[path].hasInstallScript === true && existsSync(join(root, path)),
  );
  const nameOf = (path) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
  return [
    ...paths.filter(isCompiled).map((path) => [nameOf(path)]),
    paths.filter((path) => !isCompiled(path)).map(nameOf),
  ];
};

/** Installs the locked packages when they are missing or belong to another lockfile; throws when npm fails. */
export const ensureInstalled = async (root) => {
  const marker = join(root, 'node_modules', '.mahlzeit-lockfile');
  const fingerprint = fingerprintOf(root);
  if (existsSync(marker) && readFileSync(marker, 'utf8') === fingerprint) return;
  console.log('Installiere Pakete (einmalig, dauert einige Minuten) …');
  // Runs the install scripts separately and in parallel: npm itself compiles one package after the other, which takes
  // longer on two processors than all other steps.
  const isThere = await npm(['ci', '--no-audit', '--no-fund', '--ignore-scripts'], root);
  const areReady =
    isThere &&
    (await Promise.all(scriptedPackages(root).map((names) => npm(['rebuild', ...names], root)))).every(Boolean);
  if (!areReady) throw new Error('npm ci ist fehlgeschlagen.');
  writeFileSync(marker, fingerprint);
};
