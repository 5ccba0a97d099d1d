import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { findRepositoryRoot, frontendsOf } from './workspace-package';

const Report = z.object({
  name: z.string(),
  initial: z.number(),
  entry: z.number(),
  usefulList: z.number(),
  firstScreen: z.nullable(z.string()),
  screens: z.record(z.string(), z.number()),
  fonts: z.number(),
  scripts: z.record(z.string(), z.object({ weight: z.number(), packages: z.array(z.string()) })),
});
type Report = z.infer<typeof Report>;

/** One figure with its bound, in bytes on the wire (brotli; fonts as they are). */
interface BudgetLine {
  readonly figure: string;
  readonly bytes: number;
  readonly bound: number;
  readonly holds: boolean;
  /** What to do where it doesn't hold. */
  readonly remedy: string;
}

/** Bounds in kB (1000 bytes), from the product's design. */
const BOUNDS = { shellInitial: 190, remoteEntry: 8, firstScreen: 60, mapChunk: 50, usefulList: 260, fonts: 130 };

/** What to do where a bound is exceeded. */
const REMEDIES: Readonly<Record<keyof typeof BOUNDS, string>> = {
  shellInitial: 'load what can wait for the list from shell/src/deferred (ADR 7)',
  remoteEntry: 'declare screens and slots by import() in src/remote.ts, and import nothing else there',
  firstScreen: 'load what is not seen at first by import()',
  mapChunk: 'import single files of leaflet/src, never the whole package',
  usefulList: 'load what can wait for the list by import(); `dist/sizes.json` says which script weighs what',
  fonts: 'take glyphs out of the subsets in shared-ui/build/draw-fonts.ts',
};

/** The package that tells the map's scripts from others. */
const MAP_PACKAGE = 'leaflet';

const line = (figure: string, bytes: number, budget: keyof typeof BOUNDS): BudgetLine => {
  const bound = BOUNDS[budget] * 1000;
  return { figure, bytes, bound, holds: bytes <= bound, remedy: REMEDIES[budget] };
};

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

const mapWeight = ({ scripts }: Report): number => sum(Object.values(scripts).map(({ weight, packages }) => (packages.includes(MAP_PACKAGE) ? weight : 0)));

const linesOfRemote = (report: Report): readonly BudgetLine[] => [
  line(`${report.name}: remoteEntry`, report.entry, 'remoteEntry'),
  ...(report.firstScreen === null ? [] : [line(`${report.name}: first screen (${report.firstScreen})`, report.screens[report.firstScreen] ?? 0, 'firstScreen')]),
  ...(mapWeight(report) === 0 ? [] : [line(`${report.name}: map`, mapWeight(report), 'mapChunk')]),
];

/** Holds the reports of all packages against the bounds. */
export const sizes = (reports: readonly Report[]): readonly BudgetLine[] => [
  ...reports.filter(({ initial }) => initial > 0).map(({ initial }) => line('shell: initial scripts', initial, 'shellInitial')),
  ...reports.filter(({ entry }) => entry > 0).flatMap(linesOfRemote),
  line('all scripts up to a useful list', sum(reports.map(({ usefulList }) => usefulList)), 'usefulList'),
  line('fonts', sum(reports.map(({ fonts }) => fonts)), 'fonts'),
];

const readReport = (file: string): Report => {
  if (!existsSync(file)) throw new Error(`${file} is missing: build first`);
  return Report.parse(JSON.parse(readFileSync(file, 'utf8')));
};

const inKb = (bytes: number): string => (bytes / 1000).toFixed(1).padStart(7);

/** The lines as a table for people. */
export const tableOf = (lines: readonly BudgetLine[]): string =>
  lines.map(({ figure, bytes, bound, holds, remedy }) => `${holds ? 'ok  ' : 'OVER'} ${figure.padEnd(46)}${inKb(bytes)} kB of${inKb(bound)}${holds ? '' : `: ${remedy}`}`).join('\n');

/** Measures every built package below `root`. Throws where one isn't built. */
export const measure = (root: string): readonly BudgetLine[] => sizes(frontendsOf(root).map((name) => readReport(join(root, name, 'dist/sizes.json'))));

if (process.argv[1]?.endsWith('size-budgets.ts')) {
  const lines = measure(findRepositoryRoot(process.cwd()));
  console.log(tableOf(lines));
  process.exitCode = lines.every(({ holds }) => holds) ? 0 : 1;
}
