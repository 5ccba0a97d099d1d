import { existsSync } from 'node:fs';
import { installFirstOf } from './apt.mjs';

/**
 * Debian's Chromium without a window. It has the same engine, but no processes that take processor time from the page
 * under test.
 */
const HEADLESS_PACKAGE = { package: 'chromium-headless-shell', path: '/usr/bin/chromium-headless-shell' };

/** Debian's ordinary Chromium, used where the headless package isn't installed. */
const ORDINARY_PACKAGE = { package: 'chromium', path: '/usr/bin/chromium' };

/** Both Chromium packages, the preferred one first. */
const CHROMIUM_PACKAGES = [HEADLESS_PACKAGE, ORDINARY_PACKAGE];

/**
 * Returns the path of the browser for all browser tests and measurements: `CHROMIUM_PATH`, or else the first installed
 * package. Where no package is installed, returns the path of the headless one.
 */
export const chromiumPath = () =>
  process.env.CHROMIUM_PATH ?? (CHROMIUM_PACKAGES.find(({ path }) => existsSync(path)) ?? HEADLESS_PACKAGE).path;

/**
 * Returns true when Chromium is installed. A missing Chromium, on CI also a missing headless one, is installed from
 * Debian if the user is root. If Chromium is still missing, prints which package to install.
 */
export const ensureChromium = () => {
  const isInstalled = existsSync(chromiumPath());
  if (
    isInstalled &&
    (process.env.CI === undefined || process.env.CHROMIUM_PATH !== undefined || existsSync(HEADLESS_PACKAGE.path))
  )
    return true;
  installFirstOf(CHROMIUM_PACKAGES.map((chromiumPackage) => chromiumPackage.package));
  if (existsSync(chromiumPath())) return true;
  console.error(
    `Kein Chromium unter ${chromiumPath()}. Installiere es (Debian: apt-get install ${HEADLESS_PACKAGE.package}) oder setze CHROMIUM_PATH.`,
  );
  return false;
};
