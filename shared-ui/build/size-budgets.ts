import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { findRepositoryRoot, frontendsOf } from './workspace-package';

const Weights = z.record(z.string(), z.object({ own: z.number(), shared: z.array(z.string()) }));

const Report = z.object({
  name: z.string(),
  initial: z.number(),
  entry: z.number(),
  usefulList: z.number(),
  screens: Weights,
  slots: Weights,
  shared: z.record(z.string(), z.array(z.string())),
  partner: z.number(),
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
const BOUNDS = { shellInitial: 165, remoteEntry: 8, mapChunk: 50, usefulList: 223, fonts: 130, partnerConsole: 185 };

/**
 * Bounds in kB of each screen and slot: what it loads beyond the page's first list, from its remote and from what the
 * shell provides on demand; `…, opened`: with all that it leads to, a form that comes when it is wanted for instance. A
 * new one gets a line: what it weighs, and a little room.
 */
const SCREEN_BOUNDS: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  'mf-discovery': {
    main: 38,
    'main, opened': 89,
    details: 58,
    'details, opened': 60,
    filters: 36,
    tagselection: 36,
    download: 38,
    'frame/search': 1,
    'frame/search, opened': 12,
  },
  'mf-social': {
    contacts: 68,
    'contacts, opened': 165,
    addcontacts: 57,
    'addcontacts, opened': 68,
    blockedusers: 68,
    'blockedusers, opened': 74,
    addblockedusers: 55,
    editgroup: 70,
    editgroupname: 60,
    invitations: 73,
    'invitations, opened': 94,
    sharedinvitation: 69,
    joininvitation: 59,
    invitationrestaurant: 71,
    'invitationrestaurant, opened': 121,
    invitationcontacts: 79,
    'invitationcontacts, opened': 122,
    invitationdraft: 84,
    'invitationdraft, opened': 127,
    chatcreate: 69,
    chatinbox: 66,
    chatmessages: 86,
    'chatmessages, opened': 175,
    'restaurant/social': 41,
    'restaurant/social, opened': 185,
  },
  'mf-ordering': {
    orders: 65,
    'orders, opened': 71,
    order: 62,
    'order, opened': 68,
    orderrating: 57,
    'orderrating, opened': 63,
    receipt: 61,
    'receipt, opened': 67,
    paymentoptions: 56,
    'paymentoptions, opened': 73,
    vouchers: 46,
    'meal/actions': 18,
    'restaurant/cart': 23,
    'restaurant/cart, opened': 101,
  },
  'mf-account': {
    registration: 49,
    login: 64,
    settings: 56,
    profile: 64,
    changeemail: 60,
    editname: 60,
    editpicture: 52,
    deleteaccount: 66,
    support: 45,
  },
};

/** What to do where a bound is exceeded. */
const REMEDIES: Readonly<Record<keyof typeof BOUNDS, string>> = {
  shellInitial: 'load what can wait for the list from shell/src/deferred (ADR 7)',
  remoteEntry: 'declare screens and slots by import() in src/remote.ts, and import nothing else there',
  mapChunk: 'import single files of leaflet/src, never the whole package',
  usefulList: 'load what can wait for the list by import(); `dist/sizes.json` says which script weighs what',
  partnerConsole:
    'see what src/partner/main.tsx imports: a counter needs no map, no dialog of many parts and no router',
  fonts: 'take glyphs out of the subsets in shared-ui/build/draw-fonts.ts',
};

/** The package that tells the map's scripts from others. */
const MAP_PACKAGE = 'leaflet';

const lineOf = (
  figure: string,
  bytes: number,
  { bound, remedy }: { readonly bound: number; readonly remedy: string },
): BudgetLine => ({
  figure,
  bytes,
  bound: bound * 1000,
  holds: bytes <= bound * 1000,
  remedy,
});

const line = (figure: string, bytes: number, budget: keyof typeof BOUNDS): BudgetLine =>
  lineOf(figure, bytes, { bound: BOUNDS[budget], remedy: REMEDIES[budget] });

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

const mapWeight = ({ scripts }: Report): number =>
  sum(Object.values(scripts).map(({ weight, packages }) => (packages.includes(MAP_PACKAGE) ? weight : 0)));

/** Bounds of the screens of each package, in kB. */
type ScreenBounds = typeof SCREEN_BOUNDS;

/** What the shell's scripts behind shared keys weigh, each counted once. */
const sharedWeight = (shells: readonly Report[], keys: readonly string[]): number =>
  sum(
    shells.flatMap(({ shared, scripts }) =>
      [...new Set(keys.flatMap((key) => shared[key] ?? []))].map((script) => scripts[script]?.weight ?? 0),
    ),
  );

const screenLine = (figure: string, bytes: number, bound: number | undefined): BudgetLine =>
  lineOf(
    figure,
    bytes,
    bound === undefined
      ? { bound: 0, remedy: 'give the screen a line in SCREEN_BOUNDS' }
      : { bound, remedy: 'load what is not seen at first by import()' },
  );

const linesOfScreens = (
  { name, screens, slots }: Report,
  shells: readonly Report[],
  bounds: ScreenBounds,
): readonly BudgetLine[] => [
  ...Object.entries({ ...screens, ...slots }).map(([screen, { own, shared }]) =>
    screenLine(`${name}: ${screen}`, own + sharedWeight(shells, shared), bounds[name]?.[screen]),
  ),
  ...Object.keys(bounds[name] ?? {})
    .filter((screen) => !(screen in screens || screen in slots))
    .map((screen) => ({
      figure: `${name}: ${screen}`,
      bytes: 0,
      bound: 0,
      holds: false,
      remedy: 'nobody declares this screen: take its line out of SCREEN_BOUNDS',
    })),
];

const linesOfRemote = (report: Report): readonly BudgetLine[] => [
  line(`${report.name}: remoteEntry`, report.entry, 'remoteEntry'),
  ...(mapWeight(report) === 0 ? [] : [line(`${report.name}: map`, mapWeight(report), 'mapChunk')]),
];

/** Holds the reports of all packages against the bounds. */
export const sizes = (reports: readonly Report[], bounds: ScreenBounds = SCREEN_BOUNDS): readonly BudgetLine[] => [
  ...reports
    .filter(({ initial }) => initial > 0)
    .map(({ initial }) => line('shell: initial scripts', initial, 'shellInitial')),
  ...reports.filter(({ entry }) => entry > 0).flatMap(linesOfRemote),
  line('all scripts up to a useful list', sum(reports.map(({ usefulList }) => usefulList)), 'usefulList'),
  ...reports
    .filter(({ partner }) => partner > 0)
    .map(({ name, partner }) => line(`${name}: partner console`, partner, 'partnerConsole')),
  line('fonts', sum(reports.map(({ fonts }) => fonts)), 'fonts'),
  ...reports.flatMap((report) => linesOfScreens(report, reports, bounds)),
];

const readReport = (file: string): Report => {
  if (!existsSync(file)) throw new Error(`${file} is missing: build first`);
  return Report.parse(JSON.parse(readFileSync(file, 'utf8')));
};

const inKb = (bytes: number): string => (bytes / 1000).toFixed(1).padStart(7);

/** The lines as a table for people, with what is over on top. */
export const tableOf = (lines: readonly BudgetLine[]): string =>
  [...lines]
    .sort((a, b) => Number(a.holds) - Number(b.holds))
    .map(
      ({ figure, bytes, bound, holds, remedy }) =>
        `${holds ? 'ok  ' : 'OVER'} ${figure.padEnd(46)}${inKb(bytes)} kB of${inKb(bound)}${holds ? '' : `: ${remedy}`}`,
    )
    .join('\n');

/** Measures every built package below `root`. Throws where one isn't built. */
export const measure = (root: string): readonly BudgetLine[] =>
  sizes(frontendsOf(root).map((name) => readReport(join(root, name, 'dist/sizes.json'))));

if (process.argv[1]?.endsWith('size-budgets.ts')) {
  const lines = measure(findRepositoryRoot(process.cwd()));
  console.log(tableOf(lines));
  process.exitCode = lines.every(({ holds }) => holds) ? 0 : 1;
}
