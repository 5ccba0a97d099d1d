import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { hasClusterParts } from '../../api-gateway/bin/cluster/start-cluster.mjs';
import { builtProductFolder, copyProduct, repositoryRoot } from './product';
import { prepareWorlds } from './start-world';

const runProgram = (program: string, scriptPath: string): void => {
  const { status, stdout, stderr } = spawnSync(program, [join(repositoryRoot, 'e2e', scriptPath)], {
    cwd: repositoryRoot,
    encoding: 'utf8',
  });
  expect(status, stdout + stderr).toBe(0);
};

test('the product and the fixture remotes are built, and the worlds laid', async () => {
  test.setTimeout(900_000);
  runProgram(process.execPath, 'world/build-product.mjs');
  copyProduct(repositoryRoot, builtProductFolder);
  runProgram(join(repositoryRoot, 'node_modules/.bin/tsx'), 'fixtures/build-fixtures.ts');
  await prepareWorlds(builtProductFolder, 1);
  if (hasClusterParts()) await prepareWorlds(builtProductFolder, 2);
});
