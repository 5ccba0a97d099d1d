import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { pagesOf, remotesOf } from '../../shared-ui/build/workspaces.mjs';

/** Root folder of the repository. */
export const repositoryRoot = join(import.meta.dirname, '../..');

/** Name of a remote, which is also the name of its workspace folder. */
export type Remote = `mf-${string}`;

/** Remotes of the product: every workspace `mf-*` that contains a file with a remote declaration. */
export const REMOTES: readonly Remote[] = remotesOf(repositoryRoot);

/** Folders of the pages that run without the shell; each is an app of its own. */
export const PAGE_FOLDERS: readonly string[] = pagesOf(repositoryRoot);

/** Folders of all packages that a build produces. */
export const BUILT_FOLDERS = ['api-gateway', 'shell', ...REMOTES, ...PAGE_FOLDERS];

/**
 * Copy of the product as it was built at the start of this test run. The gateways of the tests run from the copy, so
 * that a later build doesn't disturb them.
 */
export const builtProductFolder = join(repositoryRoot, 'test-results/product');

/**
 * Builds the packages that have changed: all of them, or only the gateway. Throws with the whole output if a build
 * fails.
 */
export const buildProduct = (buildScope: 'all' | 'gateway' = 'all'): void => {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(repositoryRoot, 'e2e/world/build-product.mjs'), `--${buildScope}`],
    { cwd: repositoryRoot, encoding: 'utf8' },
  );
  if (status !== 0) throw new Error(stdout + stderr);
};

/**
 * Links the installed packages into a copy of the product: those of the root folder, and those of single workspaces.
 */
export const linkPackages = (sourceRoot: string, targetRoot: string): void => {
  for (const folder of ['.', ...BUILT_FOLDERS]) {
    const installedModules = join(sourceRoot, folder, 'node_modules');
    if (existsSync(installedModules)) symlinkSync(installedModules, join(targetRoot, folder, 'node_modules'));
  }
};

/** Copies all builds from one folder to another, and links the packages of `node_modules` into the copy. */
export const copyProduct = (sourceRoot: string, targetRoot: string): void => {
  rmSync(targetRoot, { recursive: true, force: true });
  // The folder is created here: a gateway would create it for its own user alone, but PostgreSQL, which runs as another
  // user, must be allowed to pass through it.
  mkdirSync(join(targetRoot, 'worlds'), { recursive: true });
  for (const folderName of BUILT_FOLDERS)
    cpSync(join(sourceRoot, folderName, 'dist'), join(targetRoot, folderName, 'dist'), {
      recursive: true,
      filter: (sourcePath) => !sourcePath.includes('/dist/alone'),
    });
  linkPackages(repositoryRoot, targetRoot);
};

/**
 * Returns the folder with the prepared data of a gateway. Many tests start their gateway from a copy of this folder.
 */
export const preparedWorldFolder = (productFolder: string, worldName: string): string =>
  join(productFolder, 'worlds', worldName);
