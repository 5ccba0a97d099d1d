import assert from 'node:assert/strict';
import { it } from 'node:test';
import { isBarrelFile, isProductFile, statisticsLineOf, lineStatisticsOf } from './check-shape.mjs';

it('counts the code of the product alone', () => {
  const paths = [
    'shell/src/page.tsx',
    '.ci/check.mjs',
    'shell/src/page.test.tsx',
    'shared-ui/src/ui/rows.stories.tsx',
    'e2e/walk/stops.ts',
    'mf-social/e2e/stops.ts',
    'api-gateway/contract/src/fixtures/user.ts',
    'shared-ui/src/testing/index.ts',
    'README.md',
  ];
  assert.deepEqual(paths.filter(isProductFile), ['shell/src/page.tsx', '.ci/check.mjs']);
});

for (const [caseName, lineCounts, isShapeFine] of [
  ['whole files', [80, 90, 60, 100], true],
  ['a median below sixty', [59, 59, 59, 200], false],
  ['one small file in ten', [5, ...Array.from({ length: 9 }, () => 80)], true],
  ['two small files in ten', [5, 19, ...Array.from({ length: 8 }, () => 80)], false],
])
  it(`${isShapeFine ? 'accepts' : 'refuses'} ${caseName}`, () =>
    assert.equal(lineStatisticsOf(lineCounts).holds, isShapeFine));

it('says it in a line', () =>
  assert.equal(
    statisticsLineOf(lineStatisticsOf([10, 70, 80])),
    '3 product files, median 70 lines (at least 60), 1 under 20 lines (at most 0)',
  ));

for (const [caseName, path, text, expected] of [
  [
    'an index.ts that exports from other files',
    'shell/src/drawer/index.ts',
    "export { Drawer } from './drawer';\n",
    true,
  ],
  ['an index.ts with code of its own', 'shell/src/drawer/index.ts', 'export const a = 1;\n', false],
  ['another short file', 'shell/src/drawer/drawer.ts', "export { Drawer } from './drawer-view';\n", false],
])
  it(`${expected ? 'takes' : 'does not take'} ${caseName} for a front door`, () =>
    assert.equal(isBarrelFile(path, text), expected));
