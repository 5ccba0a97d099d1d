import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { withInstallLock } from './install-lock.mjs';

const lockfileHashOf = (root) =>
  createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');

const markerPathOf = (root) => join(root, 'node_modules', '.mahlzeit-lockfile');

/** Stores the lockfile's hash in `node_modules`, as a mark that the packages of this lockfile are installed. */
export const markInstalled = (root) => writeFileSync(markerPathOf(root), lockfileHashOf(root));

/**
 * Runs npm and sends its output to stderr, because a script may read this command's stdout, for instance a token.
 * Resolves with true when npm succeeds.
 */
const runNpm = (args, root) =>
  new Promise((resolve) => {
    const child = spawn('npm', args, { cwd: root, stdio: ['inherit', 2, 2] });
    child.on('error', () => resolve(false));
    child.on('close', (exitCode) => resolve(exitCode === 0));
  });

/**
 * Returns the names of the packages with install scripts, in groups that may run at the same time. Each package with
 * C++ code is a group of its own, because its compilation takes long.
 */
const packagesWithScripts = (root) => {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  const needsCompilation = (path) => existsSync(join(root, path, 'binding.gyp'));
  const packagePaths = Object.keys(packages).filter(
    (path) => packages[path].hasInstallScript === true && existsSync(join(root, path)),
  );
  const packageNameOf = (path) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
  return [
    ...packagePaths.filter(needsCompilation).map((path) => [packageNameOf(path)]),
    packagePaths.filter((path) => !needsCompilation(path)).map(packageNameOf),
  ];
};

const readPackages = (file) => JSON.parse(readFileSync(file, 'utf8')).packages;

/** Checks whether a package with C++ code has its compiled file; true for a package without such code. */
const isCompiled = (root, path) =>
  !existsSync(join(root, path, 'binding.gyp')) || existsSync(join(root, path, 'build', 'Release'));

/**
 * Checks whether npm itself has installed the locked packages, for instance by an `npm ci` that somebody typed. npm
 * lists what it has installed in a file of its own. Optional packages for other systems are missing there.
 */
const isInstalledByNpm = (root) => {
  const npmList = join(root, 'node_modules', '.package-lock.json');
  if (!existsSync(npmList)) return false;
  const installedPackages = readPackages(npmList);
  return Object.entries(readPackages(join(root, 'package-lock.json')))
    .filter(([path, { link }]) => path.includes('node_modules/') && link !== true)
    .every(([path, { version, integrity, optional, hasInstallScript }]) => {
      const installed = installedPackages[path];
      if (installed === undefined) return optional === true;
      return (
        installed.version === version &&
        installed.integrity === integrity &&
        (hasInstallScript !== true || isCompiled(root, path))
      );
    });
};

const installPackages = async (root) => {
  console.error('Installiere Pakete (einmalig, dauert einige Minuten) …');
  // Runs the install scripts separately and in parallel: `npm ci` would compile one package after the other, which
  // takes longer on two processors than all other steps together.
  const arePackagesInstalled = await runNpm(['ci', '--no-audit', '--no-fund', '--ignore-scripts'], root);
  const arePackagesReady =
    arePackagesInstalled &&
    (
      await Promise.all(packagesWithScripts(root).map((packageNames) => runNpm(['rebuild', ...packageNames], root)))
    ).every(Boolean);
  if (!arePackagesReady) throw new Error('npm ci ist fehlgeschlagen.');
};

/**
 * Installs the locked packages when they are missing or belong to another lockfile; throws when npm fails. When several
 * commands run at the same time, one of them installs and the others wait.
 */
export const ensureInstalled = async (root) => {
  const markerPath = markerPathOf(root);
  const isInstalled = () => existsSync(markerPath) && readFileSync(markerPath, 'utf8') === lockfileHashOf(root);
  if (isInstalled()) return;
  await withInstallLock(root, async () => {
    if (isInstalled()) return;
    if (!isInstalledByNpm(root)) await installPackages(root);
    markInstalled(root);
  });
};
