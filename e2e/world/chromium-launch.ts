import { chromiumPath } from '../../.ci/chromium.mjs';

/** Path and flags of the browser for all tests and measurements. */
export const CHROMIUM_LAUNCH = {
  path: chromiumPath(),
  flags: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
};

/**
 * Further flags for a browser whose pages live only for seconds and whose own speed isn't measured. A process for each
 * page, and code optimized for a long life, would cost more time than they save. The memory for new objects is large
 * enough for a whole page, and compiled functions stay for the next page. These two settings save about a tenth of a
 * page's processor time.
 */
export const SHORT_LIFE_FLAGS = [
  '--process-per-site',
  '--js-flags=--max-optimized-bytecode-size=0 --min-semi-space-size=64 --max-semi-space-size=64 --no-flush-bytecode',
];
