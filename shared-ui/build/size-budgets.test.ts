import { computeBudgetLines, formatBudgetTable } from './size-budgets';

type SizeReportInput = Parameters<typeof computeBudgetLines>[0][number];

const createReport = (overrides: Partial<SizeReportInput>): SizeReportInput => ({
  name: 'mf-x',
  initial: 0,
  entry: 0,
  usefulList: 0,
  screens: {},
  slots: {},
  shared: {},
  page: 0,
  fonts: 0,
  scripts: {},
  ...overrides,
});

const shellReport = createReport({
  name: 'shell',
  initial: 150_000,
  usefulList: 150_000,
  fonts: 100_000,
  shared: { 'ui/dialog': ['overlay.js', 'dialog.js'], 'ui/form': ['overlay.js', 'form.js'] },
  scripts: {
    'overlay.js': { weight: 20_000, packages: [] },
    'dialog.js': { weight: 3_000, packages: [] },
    'form.js': { weight: 5_000, packages: [] },
  },
});
const remoteReport = createReport({
  name: 'mf-discovery',
  entry: 3_000,
  usefulList: 47_000,
  screens: { main: { own: 47_000, shared: [] }, filters: { own: 30_000, shared: ['ui/dialog', 'ui/form'] } },
  slots: { 'frame/search': { own: 9_000, shared: [] }, 'frame/search, opened': { own: 12_000, shared: ['ui/form'] } },
  scripts: {
    'a.js': { weight: 40_000, packages: [] },
    'map.js': { weight: 44_000, packages: ['leaflet', 'supercluster'] },
  },
});
const slotBounds = { 'frame/search': 9, 'frame/search, opened': 37 };
const screenBounds = { 'mf-discovery': { main: 47, filters: 58, ...slotBounds } };

const exceededLines = (reports: readonly SizeReportInput[], screenBounds = {}): readonly string[] =>
  computeBudgetLines(reports, screenBounds)
    .filter(({ isWithinBound }) => !isWithinBound)
    .map(({ figure, remedy }) => `${figure}: ${remedy}`);

describe('size budgets', () => {
  it('weighs what a visitor loads, for each screen with what the shell brings for it, each script once', () => {
    expect(
      computeBudgetLines([shellReport, remoteReport], screenBounds).map(({ figure, bytes, isWithinBound }) => [
        figure,
        bytes,
        isWithinBound,
      ]),
    ).toEqual([
      ['shell: initial scripts', 150_000, true],
      ['mf-discovery: remoteEntry', 3_000, true],
      ['mf-discovery: map', 44_000, true],
      ['all scripts up to a useful list', 197_000, true],
      ['fonts', 100_000, true],
      ['mf-discovery: main', 47_000, true],
      ['mf-discovery: filters', 58_000, true],
      ['mf-discovery: frame/search', 9_000, true],
      ['mf-discovery: frame/search, opened', 37_000, true],
    ]);
  });

  it.each<[string, readonly SizeReportInput[]]>([
    ['the shell', [createReport({ initial: 167_501 })]],
    ['an entry', [createReport({ entry: 4_001 })]],
    ['the map', [createReport({ entry: 1, scripts: { 'map.js': { weight: 50_001, packages: ['leaflet'] } } })]],
    ['the way to a useful list', [createReport({ usefulList: 180_000 }), createReport({ usefulList: 47_501 })]],
    ['fonts', [createReport({ fonts: 130_001 })]],
  ])('fails where %s is too heavy', (_, reports) => {
    expect(exceededLines(reports)).toHaveLength(1);
  });

  it.each([
    [{ page: 185 }, 185_000, []],
    [
      { page: 185 },
      185_001,
      ['console: page: see what its src/page.tsx imports: no map, no dialog of many parts and no router'],
    ],
    [{}, 1, ['console: page: give the page a line in its size-budgets.json']],
  ])('weighs a page without the shell by its own bound: %j for %d bytes', (pageBounds, page, expectedLines) => {
    expect(exceededLines([createReport({ name: 'console', page })], { console: pageBounds })).toEqual(expectedLines);
  });

  it.each([
    ['is too heavy', { main: 47, filters: 57.9 }, 'mf-discovery: filters: load what is not seen at first by import()'],
    ['has no bound', { main: 47 }, "mf-discovery: filters: give the screen a line in the remote's size-budgets.json"],
    [
      'is gone and has a bound',
      { main: 47, filters: 58, old: 1 },
      "mf-discovery: old: nobody declares this screen: take its line out of the remote's size-budgets.json",
    ],
  ])('fails where a screen %s', (_, screenBoundsOfRemote, expectedLine) => {
    expect(
      exceededLines([shellReport, remoteReport], { 'mf-discovery': { ...screenBoundsOfRemote, ...slotBounds } }),
    ).toEqual([expectedLine]);
  });

  it('fails where a slot leads to too much', () => {
    const heavyBounds = { ...screenBounds['mf-discovery'], 'frame/search, opened': 36.9 };
    expect(exceededLines([shellReport, remoteReport], { 'mf-discovery': heavyBounds })).toEqual([
      'mf-discovery: frame/search, opened: load what is not seen at first by import()',
    ]);
  });

  it('prints what is over first', () => {
    expect(formatBudgetTable(computeBudgetLines([shellReport, createReport({ fonts: 131_000 })], {}))).toMatch(
      /^OVER fonts .*: take glyphs out of the subsets.*\nok {3}shell/,
    );
  });
});
