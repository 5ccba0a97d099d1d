const { randomInt } = require('node:crypto');
const fastCheck = require('../node_modules/fast-check/lib/cjs/fast-check.js');

/** Number of runs for a property that sets no number. It equals the default of fast-check. */
const DEFAULT_RUNS = 100;
const RUN_DIVISOR = 10;
/** Lowest number of runs that is useful. A property that asks for no more runs than this number keeps all of them. */
const MIN_RUNS = 5;

const isLongRun = process.env.PROPERTY_RUNS === 'all';
const seed = Number(process.env.PROPERTY_SEED ?? randomInt(2 ** 31));
let isSeedPrinted = false;

const printSeed = () => {
  if (isSeedPrinted) return;
  isSeedPrinted = true;
  process.stderr.write(`property tests: PROPERTY_SEED=${seed}${isLongRun ? '' : ', a tenth of the runs'}\n`);
};

const scaledRuns = (numRuns) =>
  isLongRun ? numRuns : Math.max(Math.min(numRuns, MIN_RUNS), Math.ceil(numRuns / RUN_DIVISOR));

/** Returns a property's parameters with fewer runs. A seed that the test sets itself stays. */
const scaledParameters = (parameters = {}) => {
  printSeed();
  return { seed, ...parameters, numRuns: scaledRuns(parameters.numRuns ?? DEFAULT_RUNS) };
};

/**
 * The module fast-check with a tenth of the runs of each property, from one seed that each test file prints. `npm run
 * test:long` does all runs. Jest resolves every import of fast-check to this module.
 */
const scaledFastCheck = {
  ...fastCheck,
  assert: (property, parameters) => fastCheck.assert(property, scaledParameters(parameters)),
  check: (property, parameters) => fastCheck.check(property, scaledParameters(parameters)),
};

module.exports = Object.defineProperty({ ...scaledFastCheck, default: scaledFastCheck }, '__esModule', { value: true });
