import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { builtProduct, copyProduct, root } from './product';
import { prepareWorlds } from './start-world';

const run = (program: string, script: string): void => {
  const { status, stdout, stderr } = spawnSync(program, [join(root, 'e2e', script)], { cwd: root, encoding: 'utf8' });
  expect(status, stdout + stderr).toBe(0);
};

test('the product and the fixture remotes are built, and the worlds laid', async () => {
  test.setTimeout(900_000);
  run(process.execPath, 'world/build-product.mjs');
  copyProduct(root, builtProduct);
  run(join(root, 'node_modules/.bin/tsx'), 'fixtures/build-fixtures.ts');
  await prepareWorlds(builtProduct);
});
