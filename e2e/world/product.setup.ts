import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { builtProduct, copyProduct, root } from './product';

test('the product is built', () => {
  test.setTimeout(600_000);
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(import.meta.dirname, 'build-product.mjs')], { cwd: root, encoding: 'utf8' });
  expect(status, stdout + stderr).toBe(0);
  copyProduct(root, builtProduct);
});
