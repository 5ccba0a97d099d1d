import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { findRepositoryRoot, frontendsOf, remotesOf } from './workspace-package';

const WeightByPart = z.record(z.string(), z.object({ own: z.number(), shared: z.array(z.string()) }));

const Report = z.object({
  name: z.string(),
  initial: z.number(),
  entry: z.number(),
  usefulList: z.number(),
  screens: WeightByPart,
  slots: WeightByPart,
  shared: z.record(z.string(), z.array(z.string())),
  page: z.number(),
  fonts: z.number(),
  scripts: z.record(z.string(), z.object({ weight: z.number(), packages: z.array(z.string()) })),
});
type Report = z.infer<typeof Report>;

/** Measured size with its limit, in bytes as transferred (brotli; fonts uncompressed). */
interface BudgetLine {
  readonly figure: string;
  readonly bytes: number;
  readonly bound: number;
  readonly isWithinBound: boolean;
  /** Advice that is printed when the limit is exceeded. */
  readonly remedy: string;
}

/** Limits in kB (1000 bytes), as the product's design demands. */
const BOUNDS_KB = { shellInitial: 165, remoteEntry: 8, mapChunk: 50, usefulList: 223, fonts: 130, partnerConsole: 185 };

/** Limits in kB of the screens and slots of one remote, by name. */
const PartBounds = z.record(z.string(), z.number());

/**
 * Limits in kB of all screens and slots, by remote. A part's size doesn't include what the main screen has already
 * loaded, but includes modules that the shell loads on demand. `…, opened` also counts all scripts that the part can
 * load later, for instance a form.
 */
type ScreenBounds = Readonly<Record<string, z.infer<typeof PartBounds>>>;

/**
 * File in a remote's folder that holds its limits. Each new screen or slot needs an entry there: its size and a small
 * reserve.
 */
const BUDGETS_FILE = 'size-budgets.json';

/** Advice for each limit, printed when the limit is exceeded. */
const REMEDIES: Readonly<Record<keyof typeof BOUNDS_KB, string>> = {
  shellInitial: 'load what can wait for the list from shell/src/deferred (ADR 7)',
  remoteEntry: 'declare screens and slots by import() in src/remote.ts, and import nothing else there',
  mapChunk: 'import single files of leaflet/src, never the whole package',
  usefulList: 'load what can wait for the list by import(); `dist/sizes.json` says which script weighs what',
  partnerConsole:
    'see what src/page.tsx of the console imports: a counter needs no map, no dialog of many parts and no router',
  fonts: 'take glyphs out of the subsets in shared-ui/build/draw-fonts.ts',
};

/** npm package that identifies the scripts of the map. */
const MAP_PACKAGE = 'leaflet';

const budgetLineOf = (
  figure: string,
  bytes: number,
  { bound, remedy }: { readonly bound: number; readonly remedy: string },
): BudgetLine => ({
  figure,
  bytes,
  bound: bound * 1000,
  isWithinBound: bytes <= bound * 1000,
  remedy,
});

const namedBudgetLine = (figure: string, bytes: number, budget: keyof typeof BOUNDS_KB): BudgetLine =>
  budgetLineOf(figure, bytes, { bound: BOUNDS_KB[budget], remedy: REMEDIES[budget] });

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

const mapWeight = ({ scripts }: Report): number =>
  sum(Object.values(scripts).map(({ weight, packages }) => (packages.includes(MAP_PACKAGE) ? weight : 0)));

/** Returns the size of the shell's scripts for these shared keys. Each script counts once. */
const sharedWeight = (shells: readonly Report[], keys: readonly string[]): number =>
  sum(
    shells.flatMap(({ shared, scripts }) =>
      [...new Set(keys.flatMap((key) => shared[key] ?? []))].map((script) => scripts[script]?.weight ?? 0),
    ),
  );

const screenLine = (figure: string, bytes: number, maxBytes: number | undefined): BudgetLine =>
  budgetLineOf(
    figure,
    bytes,
    maxBytes === undefined
      ? { bound: 0, remedy: `give the screen a line in the remote's ${BUDGETS_FILE}` }
      : { bound: maxBytes, remedy: 'load what is not seen at first by import()' },
  );

const screenLines = (
  { name, screens, slots }: Report,
  shells: readonly Report[],
  allBounds: ScreenBounds,
): readonly BudgetLine[] => [
  ...Object.entries({ ...screens, ...slots }).map(([screen, { own, shared }]) =>
    screenLine(`${name}: ${screen}`, own + sharedWeight(shells, shared), allBounds[name]?.[screen]),
  ),
  ...Object.keys(allBounds[name] ?? {})
    .filter((screen) => !(screen in screens || screen in slots))
    .map((screen) => ({
      figure: `${name}: ${screen}`,
      bytes: 0,
      bound: 0,
      isWithinBound: false,
      remedy: `nobody declares this screen: take its line out of the remote's ${BUDGETS_FILE}`,
    })),
];

const remoteLines = (report: Report): readonly BudgetLine[] => [
  namedBudgetLine(`${report.name}: remoteEntry`, report.entry, 'remoteEntry'),
  ...(mapWeight(report) === 0 ? [] : [namedBudgetLine(`${report.name}: map`, mapWeight(report), 'mapChunk')]),
];

/** Compares the size reports of all packages with the limits. Returns one line for each limit. */
export const budgetLines = (reports: readonly Report[], allBounds: ScreenBounds): readonly BudgetLine[] => [
  ...reports
    .filter(({ initial }) => initial > 0)
    .map(({ initial }) => namedBudgetLine('shell: initial scripts', initial, 'shellInitial')),
  ...reports.filter(({ entry }) => entry > 0).flatMap(remoteLines),
  namedBudgetLine('all scripts up to a useful list', sum(reports.map(({ usefulList }) => usefulList)), 'usefulList'),
  ...reports
    .filter(({ page }) => page > 0)
    .map(({ name, page }) => namedBudgetLine(`${name}: page`, page, 'partnerConsole')),
  namedBudgetLine('fonts', sum(reports.map(({ fonts }) => fonts)), 'fonts'),
  ...reports.flatMap((report) => screenLines(report, reports, allBounds)),
];

const readBounds = (file: string): z.infer<typeof PartBounds> => {
  if (!existsSync(file)) throw new Error(`${file} is missing: give each screen and slot of the remote a bound in kB`);
  return PartBounds.parse(JSON.parse(readFileSync(file, 'utf8')));
};

const readReport = (file: string): Report => {
  if (!existsSync(file)) throw new Error(`${file} is missing: build first`);
  return Report.parse(JSON.parse(readFileSync(file, 'utf8')));
};

const formatKb = (bytes: number): string => (bytes / 1000).toFixed(1).padStart(7);

/** Formats the lines as a table, exceeded limits first. */
export const formatTable = (lines: readonly BudgetLine[]): string =>
  [...lines]
    .sort((a, b) => Number(a.isWithinBound) - Number(b.isWithinBound))
    .map(
      ({ figure, bytes, bound, isWithinBound, remedy }) =>
        `${isWithinBound ? 'ok  ' : 'OVER'} ${figure.padEnd(46)}${formatKb(bytes)} kB of${formatKb(bound)}${isWithinBound ? '' : `: ${remedy}`}`,
    )
    .join('\n');

/**
 * Reads the size report of every package below `root` and compares it with the limits. Throws when a package isn't
 * built.
 */
export const measureSizes = (root: string): readonly BudgetLine[] =>
  budgetLines(
    frontendsOf(root).map((folder) => readReport(join(root, folder, 'dist/sizes.json'))),
    Object.fromEntries(remotesOf(root).map((remote) => [remote, readBounds(join(root, remote, BUDGETS_FILE))])),
  );

if (process.argv[1]?.endsWith('size-budgets.ts')) {
  const lines = measureSizes(findRepositoryRoot(process.cwd()));
  console.log(formatTable(lines));
  process.exitCode = lines.every(({ isWithinBound }) => isWithinBound) ? 0 : 1;
}
