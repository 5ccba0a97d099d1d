import assert from 'node:assert/strict';
import { it } from 'node:test';
import { exportedRepositories, folderCycles, importsIn } from './check-folders.mjs';

const cyclesOf = (sources) =>
  folderCycles(importsIn(new Map(Object.entries(sources)))).map(({ parent, edges }) => [
    parent,
    ...edges.map(({ from, to }) => `${from} → ${to}`),
  ]);

it('finds two folders that import each other by different files', () =>
  assert.deepEqual(
    cyclesOf({
      'app/a/one.ts': "import { two } from '../b/two';",
      'app/b/two.ts': '',
      'app/b/three.ts': "import type { Four } from '../a/deep/four';",
      'app/a/deep/four.ts': '',
    }),
    [['app', 'a → b', 'b → a']],
  ));

it('finds a cycle of three folders below others', () =>
  assert.deepEqual(
    cyclesOf({
      'app/x/a/one.ts': "import '../b/one';",
      'app/x/b/one.ts': "import '../c/one';",
      'app/x/c/one.ts': "import '../a/two';",
      'app/x/a/two.ts': '',
    }),
    [['app/x', 'a → b', 'b → c', 'c → a']],
  ));

it('finds a file and the folder beside it that import each other', () =>
  assert.deepEqual(
    cyclesOf({
      'app/types.ts': "import { two } from './a/two';",
      'app/a/one.ts': "import type { Shape } from '../types';",
      'app/a/two.ts': '',
    }),
    [['app', 'types.ts → a', 'a → types.ts']],
  ));

it('accepts a front door above folders that import one way', () =>
  assert.deepEqual(
    cyclesOf({
      'app/index.ts': "export { one } from './a/one';",
      'app/types.ts': '',
      'app/a/one.ts': "import type { Shape } from '../types'; import { two } from '../b';",
      'app/b/index.ts': "export { two } from './two';",
      'app/b/two.ts': '',
    }),
    [],
  ));

for (const [caseName, text, expected] of [
  [
    'a re-exported repository',
    "export { createOrderRepository } from './order-repository';",
    ['createOrderRepository'],
  ],
  ['a repository by its type', "export type { OrderRepository } from './orders';", ['OrderRepository']],
  ['everything of a repository', "export * from './order-repository';", ['*']],
  ['services and types alone', "export { createOrders } from './orders'; export type { Order } from './order';", []],
])
  it(`names ${caseName} in a front door`, () => assert.deepEqual(exportedRepositories(text), expected));
