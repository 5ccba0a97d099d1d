import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { findRepositoryRoot } from './workspace-package';

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
export interface BudgetLine {
  readonly figure: string;
  readonly bytes: number;
  readonly bound: number;
  readonly holds: boolean;
}

/** Packages with a `dist/sizes.json`. */
const MEASURED = ['shell', 'mf-discovery', 'mf-social', 'mf-ordering', 'mf-account'];

/** Bounds in kB (1000 bytes), from the product's design. */
const BOUNDS = { shellInitial: 190, remoteEntry: 8, firstScreen: 60, mapChunk: 50, usefulList: 260, fonts: 130 };

/** The package that tells the map's scripts from others. */
const MAP_PACKAGE = 'leaflet';

const line = (figure: string, bytes: number, boundInKb: number): BudgetLine => ({ figure, bytes, bound: boundInKb * 1000, holds: bytes <= boundInKb * 1000 });

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

const mapWeight = ({ scripts }: Report): number => sum(Object.values(scripts).map(({ weight, packages }) => (packages.includes(MAP_PACKAGE) ? weight : 0)));

const linesOfRemote = (report: Report): readonly BudgetLine[] => [
  line(`${report.name}: remoteEntry`, report.entry, BOUNDS.remoteEntry),
  ...(report.firstScreen === null ? [] : [line(`${report.name}: first screen (${report.firstScreen})`, report.screens[report.firstScreen] ?? 0, BOUNDS.firstScreen)]),
  ...(mapWeight(report) === 0 ? [] : [line(`${report.name}: map`, mapWeight(report), BOUNDS.mapChunk)]),
];

/** Holds the reports of all packages against the bounds. */
export const sizes = (reports: readonly Report[]): readonly BudgetLine[] => [
  ...reports.filter(({ initial }) => initial > 0).map(({ initial }) => line('shell: initial scripts', initial, BOUNDS.shellInitial)),
  ...reports.filter(({ entry }) => entry > 0).flatMap(linesOfRemote),
  line('all scripts up to a useful list', sum(reports.map(({ usefulList }) => usefulList)), BOUNDS.usefulList),
  line('fonts', sum(reports.map(({ fonts }) => fonts)), BOUNDS.fonts),
];

const readReport = (file: string): Report => {
  if (!existsSync(file)) throw new Error(`${file} is missing: build first`);
  return Report.parse(JSON.parse(readFileSync(file, 'utf8')));
};

const inKb = (bytes: number): string => (bytes / 1000).toFixed(1).padStart(7);

/** The lines as a table for people. */
export const tableOf = (lines: readonly BudgetLine[]): string =>
  lines.map(({ figure, bytes, bound, holds }) => `${holds ? 'ok  ' : 'OVER'} ${figure.padEnd(46)}${inKb(bytes)} kB of${inKb(bound)}`).join('\n');

/** Measures every built package below `root`. Throws where one isn't built. */
export const measure = (root: string): readonly BudgetLine[] => sizes(MEASURED.map((name) => readReport(join(root, name, 'dist/sizes.json'))));

if (process.argv[1]?.endsWith('size-budgets.ts')) {
  const lines = measure(findRepositoryRoot(process.cwd()));
  console.log(tableOf(lines));
  process.exitCode = lines.every(({ holds }) => holds) ? 0 : 1;
}
