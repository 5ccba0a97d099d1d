import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { findRepositoryRoot, frontendsOf, readManifest, remotesOf } from './workspace-package';
import { pagesOf } from './workspaces.mjs';

const WeightByPartSchema = z.record(z.string(), z.object({ own: z.number(), shared: z.array(z.string()) }));

const SizeReport = z.object({
  name: z.string(),
  initial: z.number(),
  entry: z.number(),
  usefulList: z.number(),
  screens: WeightByPartSchema,
  slots: WeightByPartSchema,
  shared: z.record(z.string(), z.array(z.string())),
  page: z.number(),
  fonts: z.number(),
  scripts: z.record(z.string(), z.object({ weight: z.number(), packages: z.array(z.string()) })),
});
type SizeReport = z.infer<typeof SizeReport>;

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
const NAMED_BOUNDS_KB = {
  shellInitial: 167.5,
  remoteEntry: 4,
  mapChunk: 50,
  usefulList: 227.5,
  fonts: 130,
};

/** Limits in kB of the screens and slots of one remote, by name, or the limit `page` of a page without the shell. */
const PartBoundsSchema = z.record(z.string(), z.number());

/**
 * Limits in kB of all screens and slots and of the pages without the shell, by package. The size of a screen or slot
 * doesn't include what the main screen has already loaded, but includes modules that the shell loads on demand. A limit
 * named `…, opened` also counts all scripts that the screen or slot can load later, for instance a form.
 */
type PartBounds = Readonly<Record<string, z.infer<typeof PartBoundsSchema>>>;

/**
 * File in the folder of a remote, or of a page without the shell, that holds its limits. Each new screen or slot needs
 * an entry in the file: its size and a small reserve.
 */
const BUDGETS_FILE = 'size-budgets.json';

/** Advice for each limit, printed when the limit is exceeded. */
const REMEDY_BY_BUDGET: Readonly<Record<keyof typeof NAMED_BOUNDS_KB, string>> = {
  shellInitial: 'load what can wait for the list from shell/src/deferred (ADR 7)',
  remoteEntry: 'declare screens and slots by import() in src/remote.ts, and import nothing else there',
  mapChunk: 'import single files of leaflet/src, never the whole package',
  usefulList: 'load what can wait for the list by import(); `dist/sizes.json` says which script weighs what',
  fonts: 'take glyphs out of the subsets in shared-ui/build/draw-fonts.ts',
};

/** npm package that identifies the scripts of the map. */
const MAP_PACKAGE_NAME = 'leaflet';

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

const namedBudgetLine = (figure: string, bytes: number, budgetName: keyof typeof NAMED_BOUNDS_KB): BudgetLine =>
  budgetLineOf(figure, bytes, { bound: NAMED_BOUNDS_KB[budgetName], remedy: REMEDY_BY_BUDGET[budgetName] });

const sumOf = (numbers: readonly number[]): number => numbers.reduce((total, summand) => total + summand, 0);

const mapScriptWeight = ({ scripts }: SizeReport): number =>
  sumOf(Object.values(scripts).map(({ weight, packages }) => (packages.includes(MAP_PACKAGE_NAME) ? weight : 0)));

/** Returns the total size of the shell's scripts that contain these shared modules. Each script counts once. */
const sharedWeight = (shellReports: readonly SizeReport[], sharedKeys: readonly string[]): number =>
  sumOf(
    shellReports.flatMap(({ shared, scripts }) =>
      [...new Set(sharedKeys.flatMap((sharedKey) => shared[sharedKey] ?? []))].map(
        (script) => scripts[script]?.weight ?? 0,
      ),
    ),
  );

const pageBudgetLine = (name: string, bytes: number, maxBytes: number | undefined): BudgetLine =>
  budgetLineOf(
    `${name}: page`,
    bytes,
    maxBytes === undefined
      ? { bound: 0, remedy: `give the page a line in its ${BUDGETS_FILE}` }
      : { bound: maxBytes, remedy: 'see what its src/page.tsx imports: no map, no dialog of many parts and no router' },
  );

const screenBudgetLine = (figure: string, bytes: number, maxBytes: number | undefined): BudgetLine =>
  budgetLineOf(
    figure,
    bytes,
    maxBytes === undefined
      ? { bound: 0, remedy: `give the screen a line in the remote's ${BUDGETS_FILE}` }
      : { bound: maxBytes, remedy: 'load what is not seen at first by import()' },
  );

const screenBudgetLines = (
  { name, screens, slots }: SizeReport,
  shellReports: readonly SizeReport[],
  partBounds: PartBounds,
): readonly BudgetLine[] => [
  ...Object.entries({ ...screens, ...slots }).map(([screen, { own, shared }]) =>
    screenBudgetLine(`${name}: ${screen}`, own + sharedWeight(shellReports, shared), partBounds[name]?.[screen]),
  ),
  ...Object.keys(partBounds[name] ?? {})
    .filter((screen) => !(screen in screens || screen in slots))
    .map((screen) => ({
      figure: `${name}: ${screen}`,
      bytes: 0,
      bound: 0,
      isWithinBound: false,
      remedy: `nobody declares this screen: take its line out of the remote's ${BUDGETS_FILE}`,
    })),
];

const remoteBudgetLines = (report: SizeReport): readonly BudgetLine[] => [
  namedBudgetLine(`${report.name}: remoteEntry`, report.entry, 'remoteEntry'),
  ...(mapScriptWeight(report) === 0
    ? []
    : [namedBudgetLine(`${report.name}: map`, mapScriptWeight(report), 'mapChunk')]),
];

/**
 * Compares the size report of one remote with its own limits. Returns one line for each limit. `shellReports` hold the
 * sizes of the modules that the shell loads for a screen; empty where there is no shell.
 */
export const computeRemoteLines = (
  report: SizeReport,
  shellReports: readonly SizeReport[],
  bounds: z.infer<typeof PartBoundsSchema>,
): readonly BudgetLine[] => [
  ...remoteBudgetLines(report),
  ...screenBudgetLines(report, shellReports, { [report.name]: bounds }),
];

/** Compares the size reports of all packages with the limits. Returns one line for each limit. */
export const computeBudgetLines = (reports: readonly SizeReport[], partBounds: PartBounds): readonly BudgetLine[] => [
  ...reports
    .filter(({ initial }) => initial > 0)
    .map(({ initial }) => namedBudgetLine('shell: initial scripts', initial, 'shellInitial')),
  ...reports.filter(({ entry }) => entry > 0).flatMap(remoteBudgetLines),
  namedBudgetLine('all scripts up to a useful list', sumOf(reports.map(({ usefulList }) => usefulList)), 'usefulList'),
  ...reports
    .filter(({ page }) => page > 0)
    .map(({ name, page }) => pageBudgetLine(name, page, partBounds[name]?.['page'])),
  namedBudgetLine('fonts', sumOf(reports.map(({ fonts }) => fonts)), 'fonts'),
  ...reports.filter(({ page }) => page === 0).flatMap((report) => screenBudgetLines(report, reports, partBounds)),
];

const readPartBounds = (file: string): z.infer<typeof PartBoundsSchema> => {
  if (!existsSync(file))
    throw new Error(`${file} is missing: give each screen and slot of the remote, or the page, a bound in kB`);
  return PartBoundsSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
};

const readSizeReport = (file: string): SizeReport => {
  if (!existsSync(file)) throw new Error(`${file} is missing: build first`);
  return SizeReport.parse(JSON.parse(readFileSync(file, 'utf8')));
};

const formatKb = (bytes: number): string => (bytes / 1000).toFixed(1).padStart(7);

/**
 * Reads the size reports of a remote and of the shell, and compares the remote with its own limits. Throws when one of
 * them isn't built.
 */
export const measureRemote = (remoteFolder: string, shellFolder: string | null): readonly BudgetLine[] =>
  computeRemoteLines(
    readSizeReport(join(remoteFolder, 'dist/sizes.json')),
    shellFolder === null ? [] : [readSizeReport(join(shellFolder, 'dist/sizes.json'))],
    readPartBounds(join(remoteFolder, BUDGETS_FILE)),
  );

/** Returns the npm packages in the scripts of a built package. Throws when the package isn't built. */
export const packagesInScripts = (packageFolder: string): readonly string[] => [
  ...new Set(
    Object.values(readSizeReport(join(packageFolder, 'dist/sizes.json')).scripts).flatMap(({ packages }) => packages),
  ),
];

/** Formats sizes and limits as a table, with exceeded limits first. */
export const formatBudgetTable = (budgetLinesToPrint: readonly BudgetLine[]): string =>
  [...budgetLinesToPrint]
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
  computeBudgetLines(
    frontendsOf(root).map((folder) => readSizeReport(join(root, folder, 'dist/sizes.json'))),
    Object.fromEntries(
      [...remotesOf(root), ...pagesOf(root)].map((folder) => [
        readManifest(join(root, folder, 'package.json')).name,
        readPartBounds(join(root, folder, BUDGETS_FILE)),
      ]),
    ),
  );

if (process.argv[1]?.endsWith('size-budgets.ts')) {
  const measuredLines = measureSizes(findRepositoryRoot(process.cwd()));
  console.log(formatBudgetTable(measuredLines));
  process.exitCode = measuredLines.every(({ isWithinBound }) => isWithinBound) ? 0 : 1;
}
