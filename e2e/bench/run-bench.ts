import { parseArgs } from 'node:util';
import { benchAttack } from './attack/attack-bench';
import { benchBackup } from './backup-bench';
import { benchBundle } from './bundle/bundle-bench';
import { benchClusterLive } from './cluster/live-on-engines';
import { benchClusterNear } from './cluster/near-on-engines';
import { benchCounter } from './counter-bench';
import type { BenchFigure } from './measure/figure';
import { benchFanOut } from './cluster/bare-fan-out-bench';
import { benchLive } from './live/live-bench';
import { benchLongLists } from './long-lists/long-lists-bench';
import { benchNear } from './near/near-bench';
import { benchRelease } from './release-bench';
import { benchSize } from './size/size-bench';
import { benchSoak } from './soak/soak-bench';
import { benchWeb } from './web/web-bench';
import { benchWrite } from './write-bench';

const NEAR_PLACE_COUNTS = [10_000, 100_000, 1_000_000];

/** Number of pairs of visits in the bench `bundle`, unless `--pairs` names another. */
const DEFAULT_PAIRS = 15;

/** Minutes of the bench `soak`, unless `--minutes` names another number. */
const DEFAULT_MINUTES = 30;

/** Seconds of each step of the bench `size`, unless `--step-seconds` names another number. */
const DEFAULT_STEP_SECONDS = 15;

interface BenchOptions {
  readonly pairs: number;
  readonly minutes: number;
  readonly stepSeconds: number;
}

type RunBench = (printLine: (line: string) => void, options: BenchOptions) => Promise<BenchFigure[]>;

/** Benches of each area. Their figures are printed as soon as a bench is done. */
const BENCHES_BY_AREA: ReadonlyMap<string, readonly RunBench[]> = new Map<string, readonly RunBench[]>([
  ['web', [benchWeb]],
  ['bundle', [(say, { pairs }) => benchBundle(pairs, say)]],
  ['attack', [benchAttack]],
  ['live', [benchLive, benchFanOut]],
  ['counter', [benchCounter]],
  ['write', [benchWrite]],
  ['backup', [benchBackup]],
  ['release', [benchRelease]],
  ['long-lists', [benchLongLists]],
  ['near', [(say) => benchNear(NEAR_PLACE_COUNTS, say)]],
  ['cluster', [benchClusterLive, benchClusterNear]],
  ['soak', [(say, { minutes }) => benchSoak(minutes, say)]],
  ['size', [(say, { stepSeconds }) => benchSize(stepSeconds, say)]],
]);

const figureTableLine = ({ name, value, unit, bound, holds }: BenchFigure): string =>
  `${name.padEnd(74)} ${String(value).padStart(9)} ${unit.padEnd(6)} ${(bound ?? '').padEnd(7)} ${bound === null ? '' : holds ? 'holds' : 'MISSED'}`;

const printFigures = (figures: readonly BenchFigure[], isJson: boolean): void => {
  for (const figure of figures) console.log(isJson ? JSON.stringify(figure) : figureTableLine(figure));
};

const USAGE = `npm run bench -- [${[...BENCHES_BY_AREA.keys()].join('|')}…] [--json] [--pairs N] [--minutes N] [--step-seconds N]`;

const parseCommandLine = (programArguments: readonly string[]) => {
  try {
    const { values, positionals } = parseArgs({
      args: [...programArguments],
      allowPositionals: true,
      options: {
        json: { type: 'boolean', default: false },
        pairs: { type: 'string', default: String(DEFAULT_PAIRS) },
        minutes: { type: 'string', default: String(DEFAULT_MINUTES) },
        'step-seconds': { type: 'string', default: String(DEFAULT_STEP_SECONDS) },
      },
    });
    const options: BenchOptions = {
      pairs: Number(values.pairs),
      minutes: Number(values.minutes),
      stepSeconds: Number(values['step-seconds']),
    };
    const isValid =
      positionals.every((benchName) => BENCHES_BY_AREA.has(benchName)) &&
      Object.values(options).every((option) => Number.isInteger(option) && option > 0);
    return isValid ? { isJson: values.json, options, namedBenches: positionals } : null;
  } catch {
    // `parseArgs` throws if the command line has an unknown option.
    return null;
  }
};

const main = async (programArguments: readonly string[]): Promise<number> => {
  const commandLine = parseCommandLine(programArguments);
  if (commandLine === null) {
    console.error(USAGE);
    return 2;
  }
  const { isJson, options, namedBenches } = commandLine;
  let areAllWithinBounds = true;
  const chosenAreas = namedBenches.length === 0 ? [...BENCHES_BY_AREA.keys()] : [...new Set(namedBenches)];
  for (const runBench of chosenAreas.flatMap((benchArea) => BENCHES_BY_AREA.get(benchArea) ?? [])) {
    const figures = await runBench((line) => console.error(line), options);
    printFigures(figures, isJson);
    areAllWithinBounds = areAllWithinBounds && figures.every((figure) => figure.holds);
  }
  return areAllWithinBounds ? 0 : 1;
};

void main(process.argv.slice(2)).then(
  (benchExitCode) => {
    process.exitCode = benchExitCode;
  },
  (error: unknown) => {
    console.error(error);
    process.exitCode = 1;
  },
);
