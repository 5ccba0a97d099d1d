import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { PAGE_FOLDERS, REMOTES, linkPackages } from '../world/product';
import type { TracedProduct } from './executed-files';

const frontendBuildCommandOf = (root: string): readonly string[] => [join(root, 'shared-ui/build/cli.mjs'), 'build'];

const buildCommandsOf = (root: string) => [
  { packageName: 'api-gateway', command: ['bin/build.mjs'] },
  // The traced checkout may be an older one that lacks some of today's packages, so only existing folders count.
  ...['shell', ...REMOTES, ...PAGE_FOLDERS]
    .filter((packageName) => existsSync(join(root, packageName)))
    .map((packageName) => ({ packageName, command: frontendBuildCommandOf(root) })),
];

const moveFolder = (sourceFolder: string, targetFolder: string): void => {
  if (!existsSync(sourceFolder)) return;
  mkdirSync(dirname(targetFolder), { recursive: true });
  renameSync(sourceFolder, targetFolder);
};

const buildPackage = (workingFolder: string, command: readonly string[]): void => {
  const { status, stdout, stderr } = spawnSync(process.execPath, command, {
    cwd: workingFolder,
    encoding: 'utf8',
    env: { ...process.env, TRACED_BUILD: '1' },
  });
  if (status !== 0) throw new Error(`The build of ${workingFolder} failed:\n${stdout}${stderr}`);
};

/**
 * Builds the checkout `root` with source maps and without inlined functions, and moves these builds to a separate
 * folder. Each `buildFolder` gets its former files back, so that nobody serves a traced build as a real one by mistake.
 */
export const buildTracedProduct = (root: string, printLine: (outputLine: string) => void): TracedProduct => {
  const resultsFolder = join(root, 'test-results/trace');
  const productFolder = join(resultsFolder, 'product');
  rmSync(resultsFolder, { recursive: true, force: true });
  for (const { packageName, command } of buildCommandsOf(root)) {
    printLine(`building ${packageName} …`);
    const buildFolder = join(root, packageName, 'dist');
    const previousBuildFolder = join(resultsFolder, 'aside', packageName);
    moveFolder(buildFolder, previousBuildFolder);
    try {
      buildPackage(join(root, packageName), command);
      moveFolder(buildFolder, join(productFolder, packageName, 'dist'));
    } finally {
      rmSync(buildFolder, { recursive: true, force: true });
      moveFolder(previousBuildFolder, buildFolder);
    }
  }
  linkPackages(root, productFolder);
  return { folder: productFolder, root };
};
