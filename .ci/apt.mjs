import { spawnSync } from 'node:child_process';

/** Runs `apt-get` without questions; returns true when it has succeeded. Only root may install packages. */
export const runApt = (...args) =>
  spawnSync('apt-get', args, { stdio: 'inherit', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } })
    .status === 0;

/** Installs the first of these Debian packages that exists, if the user is root. */
export const installFirstOf = (packageNames) => {
  if (process.getuid?.() !== 0 || !runApt('update', '-qq')) return;
  packageNames.some((packageName) => runApt('install', '-y', '-qq', '--no-install-recommends', packageName));
};
