import { benchAttack } from './attack/attack-bench';
import { benchCluster } from './cluster/cluster-bench';
import { benchCounter } from './counter-bench';
import type { BenchFigure } from './measure/figure';
import { benchLive } from './live/live-bench';
import { benchLongLists } from './long-lists/long-lists-bench';
import { benchNear } from './near/near-bench';
import { benchRelease } from './release-bench';
import { benchWeb } from './web/web-bench';
import { benchWrite } from './write-bench';

const NEAR_PLACE_COUNTS = [10_000, 100_000, 1_000_000];

type RunBench = (printLine: (line: string) => void) => Promise<BenchFigure[]>;

const BENCH_BY_AREA: ReadonlyMap<string, RunBench> = new Map([
  ['web', benchWeb],
  ['attack', benchAttack],
  ['live', benchLive],
  ['counter', benchCounter],
  ['write', benchWrite],
  ['release', benchRelease],
  ['long-lists', benchLongLists],
  ['near', (say) => benchNear(NEAR_PLACE_COUNTS, say)],
  ['cluster', benchCluster],
]);

const figureTableLine = ({ name, value, unit, bound, holds }: BenchFigure): string =>
  `${name.padEnd(74)} ${String(value).padStart(9)} ${unit.padEnd(6)} ${(bound ?? '').padEnd(7)} ${bound === null ? '' : holds ? 'holds' : 'MISSED'}`;

const printFigures = (figures: readonly BenchFigure[], isJson: boolean): void => {
  for (const figure of figures) console.log(isJson ? JSON.stringify(figure) : figureTableLine(figure));
};

const main = async (programArguments: readonly string[]): Promise<number> => {
  const isJson = programArguments.includes('--json');
  const namedBenches = programArguments.filter((benchName) => benchName !== '--json');
  const unknownBenches = namedBenches.filter((argumentName) => !BENCH_BY_AREA.has(argumentName));
  if (unknownBenches.length > 0) {
    console.error(`npm run bench -- [${[...BENCH_BY_AREA.keys()].join('|')}…] [--json]`);
    return 2;
  }
  let areAllWithinBounds = true;
  for (const [benchArea, runBench] of BENCH_BY_AREA) {
    if (namedBenches.length > 0 && !namedBenches.includes(benchArea)) continue;
    const figures = await runBench((line) => console.error(line));
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
