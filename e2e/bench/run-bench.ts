import { benchAttack } from './attack/attack-bench';
import { benchCounter } from './counter-bench';
import type { Figure } from './measure/figure';
import { benchLive } from './live/live-bench';
import { benchLongLists } from './long-lists/long-lists-bench';
import { benchNear } from './near-bench';
import { benchWeb } from './web/web-bench';
import { benchWrite } from './write-bench';

const NEAR_SIZES = [10_000, 100_000, 1_000_000];

type Bench = (say: (line: string) => void) => Promise<Figure[]>;

const AREAS: ReadonlyMap<string, Bench> = new Map([
  ['web', benchWeb],
  ['attack', benchAttack],
  ['live', benchLive],
  ['counter', benchCounter],
  ['write', benchWrite],
  ['long-lists', benchLongLists],
  ['near', (say) => benchNear(NEAR_SIZES, say)],
]);

const tableLine = ({ name, value, unit, bound, holds }: Figure): string =>
  `${name.padEnd(74)} ${String(value).padStart(9)} ${unit.padEnd(6)} ${(bound ?? '').padEnd(7)} ${bound === null ? '' : holds ? 'holds' : 'MISSED'}`;

const print = (figures: readonly Figure[], isJson: boolean): void => {
  for (const figure of figures) console.log(isJson ? JSON.stringify(figure) : tableLine(figure));
};

const main = async (argument: readonly string[]): Promise<number> => {
  const isJson = argument.includes('--json');
  const namedBenches = argument.filter((argumentName) => argumentName !== '--json');
  const unknown = namedBenches.filter((argumentName) => !AREAS.has(argumentName));
  if (unknown.length > 0) {
    console.error(`npm run bench -- [${[...AREAS.keys()].join('|')}…] [--json]`);
    return 2;
  }
  let isWithinBound = true;
  for (const [area, bench] of AREAS) {
    if (namedBenches.length > 0 && !namedBenches.includes(area)) continue;
    const figures = await bench((line) => console.error(line));
    print(figures, isJson);
    isWithinBound = isWithinBound && figures.every((figure) => figure.holds);
  }
  return isWithinBound ? 0 : 1;
};

void main(process.argv.slice(2)).then(
  (code) => {
    process.exitCode = code;
  },
  (error: unknown) => {
    console.error(error);
    process.exitCode = 1;
  },
);
