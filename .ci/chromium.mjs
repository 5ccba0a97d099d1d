import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** Debian's Chromium without a window: the same engine, without processes that take the processor from a page. */
const HEADLESS = { package: 'chromium-headless-shell', path: '/usr/bin/chromium-headless-shell' };

/** Debian's ordinary Chromium, which works too. */
const ORDINARY = { package: 'chromium', path: '/usr/bin/chromium' };

/** Both packages, the better one first. */
const CHROMIUMS = [HEADLESS, ORDINARY];

/**
 * Returns the path of the browser for all browser tests and measurements; where none is installed, the path of the
 * better one.
 */
export const chromiumPath = () =>
  process.env.CHROMIUM_PATH ?? (CHROMIUMS.find(({ path }) => existsSync(path)) ?? HEADLESS).path;

const apt = (...args) =>
  spawnSync('apt-get', args, { stdio: 'inherit', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } })
    .status === 0;

/**
 * Returns true when Chromium is installed. Installs Debian's package where the user may, on CI the better one;
 * otherwise prints the package to install.
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
