import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { CONSOLE_FOLDER, REMOTES, linkPackages } from '../world/product';
import type { TracedProduct } from './executed-files';

const frontendBuildCommand = (root: string): readonly string[] => [join(root, 'shared-ui/build/cli.mjs'), 'build'];

const buildCommands = (root: string) => [
  { packageName: 'api-gateway', command: ['bin/build.mjs'] },
  ...['shell', ...REMOTES, CONSOLE_FOLDER].map((packageName) => ({ packageName, command: frontendBuildCommand(root) })),
];

const moveFolder = (from: string, to: string): void => {
  if (!existsSync(from)) return;
  mkdirSync(dirname(to), { recursive: true });
  renameSync(from, to);
};

const buildPackage = (cwd: string, command: readonly string[]): void => {
  const { status, stdout, stderr } = spawnSync(process.execPath, command, {
    cwd,
    encoding: 'utf8',
    env: { ...process.env, TRACED_BUILD: '1' },
  });
  if (status !== 0) throw new Error(`The build of ${cwd} failed:\n${stdout}${stderr}`);
};

/**
 * Builds the checkout `root` with source maps and without inlined functions, and moves the builds to their own folder.
 * Each `buildFolder` gets its former files back, so that a traced build is never served as a real one.
 */
export const buildTracedProduct = (root: string, print: (line: string) => void): TracedProduct => {
  const resultsFolder = join(root, 'test-results/trace');
  const folder = join(resultsFolder, 'product');
  rmSync(resultsFolder, { recursive: true, force: true });
  for (const { packageName, command } of buildCommands(root)) {
    print(`building ${packageName} …`);
    const buildFolder = join(root, packageName, 'dist');
    const asideFolder = join(resultsFolder, 'aside', packageName);
    moveFolder(buildFolder, asideFolder);
    try {
      buildPackage(join(root, packageName), command);
      moveFolder(buildFolder, join(folder, packageName, 'dist'));
    } finally {
      rmSync(buildFolder, { recursive: true, force: true });
      moveFolder(asideFolder, buildFolder);
    }
  }
  linkPackages(root, folder);
  return { folder, root };
};
