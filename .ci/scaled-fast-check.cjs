const { randomInt } = require('node:crypto');
const fastCheck = require('../node_modules/fast-check/lib/cjs/fast-check.js');

/** Number of runs for a property that sets no number. It equals the default of fast-check. */
const DEFAULT_PROPERTY_RUNS = 100;
const PROPERTY_RUN_DIVISOR = 10;
/** Lowest number of runs that is useful. A property that asks for no more runs than this number keeps all of them. */
const MIN_PROPERTY_RUNS = 5;

const isLongRun = process.env.PROPERTY_RUNS === 'all';
const randomSeed = Number(process.env.PROPERTY_SEED ?? randomInt(2 ** 31));
let isRandomSeedPrinted = false;

const printRandomSeed = () => {
  if (isRandomSeedPrinted) return;
  isRandomSeedPrinted = true;
  process.stderr.write(`property tests: PROPERTY_SEED=${randomSeed}${isLongRun ? '' : ', a tenth of the runs'}\n`);
};

const scaledRunCount = (requestedRunCount) =>
  isLongRun
    ? requestedRunCount
    : Math.max(Math.min(requestedRunCount, MIN_PROPERTY_RUNS), Math.ceil(requestedRunCount / PROPERTY_RUN_DIVISOR));

/** Returns a property's parameters with fewer runs. A seed that the test sets itself stays. */
const scaledParameters = (propertyParameters = {}) => {
  printRandomSeed();
  return {
    seed: randomSeed,
    ...propertyParameters,
    numRuns: scaledRunCount(propertyParameters.numRuns ?? DEFAULT_PROPERTY_RUNS),
  };
};

/**
 * The module fast-check with a tenth of the runs of each property, from one seed that each test file prints. `npm run
 * test:long` does all runs. Jest resolves every import of fast-check to this module.
 */
const scaledFastCheck = {
  ...fastCheck,
  assert: (property, propertyParameters) => fastCheck.assert(property, scaledParameters(propertyParameters)),
  check: (property, propertyParameters) => fastCheck.check(property, scaledParameters(propertyParameters)),
};

module.exports = Object.defineProperty({ ...scaledFastCheck, default: scaledFastCheck }, '__esModule', { value: true });
