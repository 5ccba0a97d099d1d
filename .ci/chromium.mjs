import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/**
 * Debian's Chromium without a window. It has the same engine, but no processes that take processor time from the page
 * under test.
 */
const HEADLESS = { package: 'chromium-headless-shell', path: '/usr/bin/chromium-headless-shell' };

/** Debian's ordinary Chromium, used where the headless package isn't installed. */
const ORDINARY = { package: 'chromium', path: '/usr/bin/chromium' };

/** Both Chromium packages, the preferred one first. */
const CHROMIUMS = [HEADLESS, ORDINARY];

/**
 * Returns the path of the browser for all browser tests and measurements: `CHROMIUM_PATH`, or else the first installed
 * package. Where no package is installed, returns the path of the headless one.
 */
export const chromiumPath = () =>
  process.env.CHROMIUM_PATH ?? (CHROMIUMS.find(({ path }) => existsSync(path)) ?? HEADLESS).path;

const apt = (...args) =>
  spawnSync('apt-get', args, { stdio: 'inherit', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } })
    .status === 0;

/**
 * Returns true when Chromium is installed. A missing Chromium, on CI also a missing headless one, is installed from
 * Debian if the user is root. If Chromium is still missing, prints which package to install.
 */
export const ensureChromium = () => {
  const isThere = existsSync(chromiumPath());
  if (isThere && (process.env.CI === undefined || process.env.CHROMIUM_PATH !== undefined || existsSync(HEADLESS.path)))
    return true;
  const isRoot = process.getuid?.() === 0;
  if (isRoot && apt('update', '-qq'))
    CHROMIUMS.some((chromium) => apt('install', '-y', '-qq', '--no-install-recommends', chromium.package));
  if (existsSync(chromiumPath())) return true;
  console.error(
    `Kein Chromium unter ${chromiumPath()}. Installiere es (Debian: apt-get install ${HEADLESS.package}) oder setze CHROMIUM_PATH.`,
  );
  return false;
};
