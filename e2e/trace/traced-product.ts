import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { CONSOLE_FOLDER, REMOTES, linkPackages } from '../world/product';
import type { TracedProduct } from './executed-files';

const frontBuildIn = (root: string): readonly string[] => [join(root, 'shared-ui/build/cli.mjs'), 'build'];

const buildsOf = (root: string) => [
  { packageName: 'api-gateway', command: ['bin/build.mjs'] },
  ...['shell', ...REMOTES, CONSOLE_FOLDER].map((packageName) => ({ packageName, command: frontBuildIn(root) })),
];

const move = (from: string, to: string): void => {
  if (!existsSync(from)) return;
  mkdirSync(dirname(to), { recursive: true });
  renameSync(from, to);
};

const build = (cwd: string, command: readonly string[]): void => {
  const { status, stdout, stderr } = spawnSync(process.execPath, command, {
    cwd,
    encoding: 'utf8',
    env: { ...process.env, TRACED_BUILD: '1' },
  });
  if (status !== 0) throw new Error(`The build of ${cwd} failed:\n${stdout}${stderr}`);
};

/**
 * Builds the checkout `root` with source maps and without inlined functions, and moves the builds to their own folder.
 * Each `dist` gets its former files back, so that a traced build is never served as a real one.
 */
export const buildTracedProduct = (root: string, print: (line: string) => void): TracedProduct => {
  const results = join(root, 'test-results/trace');
  const folder = join(results, 'product');
  rmSync(results, { recursive: true, force: true });
  for (const { packageName, command } of buildsOf(root)) {
    print(`building ${packageName} …`);
    const dist = join(root, packageName, 'dist');
    const aside = join(results, 'aside', packageName);
    move(dist, aside);
    try {
      build(join(root, packageName), command);
      move(dist, join(folder, packageName, 'dist'));
    } finally {
      rmSync(dist, { recursive: true, force: true });
      move(aside, dist);
    }
  }
  linkPackages(root, folder);
  return { folder, root };
};
