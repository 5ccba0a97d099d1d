import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** Debian's Chromium without a window: the same engine, and nothing beside it that takes the processor from a page. */
const HEADLESS = { package: 'chromium-headless-shell', path: '/usr/bin/chromium-headless-shell' };

/** Debian's ordinary Chromium, which does as well. */
const ORDINARY = { package: 'chromium', path: '/usr/bin/chromium' };

/** Both, the better first. */
const CHROMIUMS = [HEADLESS, ORDINARY];

/** The browser that all browser tests and measurements drive; where none is installed, the place of the better one. */
export const chromiumPath = () =>
  process.env.CHROMIUM_PATH ?? (CHROMIUMS.find(({ path }) => existsSync(path)) ?? HEADLESS).path;

const apt = (...args) =>
  spawnSync('apt-get', args, { stdio: 'inherit', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } })
    .status === 0;

/**
 * Returns true when Chromium is installed. Installs Debian's where that is allowed, on CI the better one; else says
 * what to install.
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
