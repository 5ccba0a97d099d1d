import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';

const root = join(import.meta.dirname, '../../..');

test('the shell and the fixture remotes are built', () => {
  test.setTimeout(300_000);
  const { status, stderr } = spawnSync(join(root, 'node_modules/.bin/tsx'), [join(root, 'e2e/fixtures/build-fixtures.ts')], { cwd: root, encoding: 'utf8' });
  expect(status, stderr).toBe(0);
});
