import { existsSync } from 'node:fs';

/** Debian's Chromium without a window: the same engine, and nothing beside it that takes the processor from a page. */
export const HEADLESS = { package: 'chromium-headless-shell', path: '/usr/bin/chromium-headless-shell' };

/** Debian's ordinary Chromium, which does as well. */
const ORDINARY = { package: 'chromium', path: '/usr/bin/chromium' };

/** Both, the better first. */
export const CHROMIUMS = [HEADLESS, ORDINARY];

/** The browser that all browser tests and measurements drive; where none is installed, the place of the better one. */
export const chromiumPath = () =>
  process.env.CHROMIUM_PATH ?? (CHROMIUMS.find(({ path }) => existsSync(path)) ?? HEADLESS).path;
