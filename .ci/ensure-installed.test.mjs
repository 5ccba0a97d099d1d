import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, it } from 'node:test';
import { fileURLToPath } from 'node:url';

const program = fileURLToPath(new URL('../api-gateway/bin/ensure-installed.mjs', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'mahlzeit-install-test-'));
after(() => rmSync(folder, { recursive: true }));

/**
 * Creates a checkout without installed packages, and a fake npm that records its calls and fails when two of them
 * overlap.
 */
const createCheckout = (name) => {
  const root = join(folder, name);
  mkdirSync(join(root, 'bin'), { recursive: true });
  writeFileSync(join(root, 'package-lock.json'), JSON.stringify({ packages: {} }));
  const npm = `#!/bin/sh\necho "$1" >> "${root}/calls"\nmkdir "${root}/busy" || exit 1\nmkdir -p "${root}/node_modules"\nsleep 0.2\nrmdir "${root}/busy"\n`;
  writeFileSync(join(root, 'bin/npm'), npm);
  chmodSync(join(root, 'bin/npm'), 0o755);
  return root;
};

const startCommand = async (root) => {
  const script = `const { ensureInstalled } = await import(${JSON.stringify(program)}); await ensureInstalled(${JSON.stringify(root)});`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    env: { ...process.env, PATH: `${join(root, 'bin')}:${process.env.PATH}` },
    stdio: 'ignore',
  });
  const [exitCode] = await once(child, 'close');
  return exitCode;
};

const installCountOf = (root) =>
  readFileSync(join(root, 'calls'), 'utf8')
    .split('\n')
    .filter((call) => call === 'ci').length;

it('installs once when several commands begin at the same time, and not again later', async () => {
  const root = createCheckout('together');
  assert.deepEqual(await Promise.all([startCommand(root), startCommand(root), startCommand(root)]), [0, 0, 0]);
  assert.equal(await startCommand(root), 0);
  assert.equal(installCountOf(root), 1);
});

it('installs anew for another lockfile', async () => {
  const root = createCheckout('changed');
  await startCommand(root);
  writeFileSync(join(root, 'package-lock.json'), JSON.stringify({ packages: {}, version: 2 }));
  assert.equal(await startCommand(root), 0);
  assert.equal(installCountOf(root), 2);
});

/**
 * Creates a checkout as `npm ci` leaves it. `isCompiled` tells whether the package with C++ code has its compiled file.
 */
const createInstalledCheckout = (name, { isCompiled = true, installedVersion = '1.0.0' } = {}) => {
  const root = createCheckout(name);
  const packages = {
    '': {},
    'node_modules/plain': { version: '1.0.0', integrity: 'sha512-a' },
    'node_modules/native': { version: '2.0.0', integrity: 'sha512-b', hasInstallScript: true },
    'node_modules/other-system': { version: '3.0.0', integrity: 'sha512-c', optional: true },
  };
  writeFileSync(join(root, 'package-lock.json'), JSON.stringify({ packages }));
  const nativeFolder = join(root, 'node_modules/native');
  mkdirSync(isCompiled ? join(nativeFolder, 'build/Release') : nativeFolder, { recursive: true });
  writeFileSync(join(nativeFolder, 'binding.gyp'), '{}');
  const installed = { ...packages['node_modules/plain'], version: installedVersion };
  writeFileSync(
    join(root, 'node_modules/.package-lock.json'),
    JSON.stringify({
      packages: { 'node_modules/plain': installed, 'node_modules/native': packages['node_modules/native'] },
    }),
  );
  return root;
};

it('takes packages that npm itself has installed', async () => {
  const root = createInstalledCheckout('by-hand');
  assert.equal(await startCommand(root), 0);
  assert.equal(existsSync(join(root, 'calls')), false);
});

it('installs anew where npm has installed another version, or has left a package uncompiled', async () => {
  for (const [name, options] of [
    ['other-version', { installedVersion: '0.9.0' }],
    ['uncompiled', { isCompiled: false }],
  ]) {
    const root = createInstalledCheckout(name, options);
    await startCommand(root);
    assert.equal(installCountOf(root), 1);
  }
});
