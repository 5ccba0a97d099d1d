import { sizes, tableOf } from './size-budgets';

type Report = Parameters<typeof sizes>[0][number];

const aReport = (overrides: Partial<Report>): Report => ({ name: 'mf-x', initial: 0, entry: 0, usefulList: 0, firstScreen: null, screens: {}, fonts: 0, scripts: {}, ...overrides });

const aShell = aReport({ name: 'shell', initial: 150_000, usefulList: 150_000, fonts: 100_000 });
const aRemote = aReport({
  name: 'mf-discovery',
  entry: 7_000,
  usefulList: 47_000,
  firstScreen: 'main',
  screens: { main: 40_000, details: 70_000 },
  scripts: { 'a.js': { weight: 40_000, packages: [] }, 'map.js': { weight: 44_000, packages: ['leaflet', 'supercluster'] } },
});

describe('size budgets', () => {
  it('weighs what a visitor loads', () => {
    expect(sizes([aShell, aRemote]).map(({ figure, bytes, holds }) => [figure, bytes, holds])).toEqual([
      ['shell: initial scripts', 150_000, true],
      ['mf-discovery: remoteEntry', 7_000, true],
      ['mf-discovery: first screen (main)', 40_000, true],
      ['mf-discovery: map', 44_000, true],
      ['all scripts up to a useful list', 197_000, true],
      ['fonts', 100_000, true],
    ]);
  });

  it.each<[string, readonly Report[]]>([
    ['the shell', [aReport({ initial: 190_001 })]],
    ['an entry', [aReport({ entry: 8_001 })]],
    ['a first screen', [aReport({ entry: 1, firstScreen: 'main', screens: { main: 60_001 } })]],
    ['the map', [aReport({ entry: 1, scripts: { 'map.js': { weight: 50_001, packages: ['leaflet'] } } })]],
    ['the way to a useful list', [aReport({ usefulList: 200_000 }), aReport({ usefulList: 60_001 })]],
    ['fonts', [aReport({ fonts: 130_001 })]],
  ])('fails where %s is too heavy', (_, reports) => {
    expect(sizes(reports).filter(({ holds }) => !holds)).toHaveLength(1);
  });

  it('prints what is over', () => {
    expect(tableOf(sizes([aReport({ fonts: 131_000 })]))).toContain('OVER fonts');
  });
});
