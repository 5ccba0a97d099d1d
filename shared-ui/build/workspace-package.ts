import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import * as z from 'zod/mini';
import { PAGE, remotesOf, workspacesOf } from './workspaces.mjs';

export { remotesOf, workspacesOf };

/** Kind of a workspace for the build. Its first source file decides: src/remote.ts, src/main.tsx or src/page.tsx. */
type PackageKind = 'shell' | 'remote' | 'page';

/** Workspace of the repository, with the data that the build presets need. */
export interface WorkspacePackage {
  readonly name: string;
  readonly version: string;
  readonly kind: PackageKind;
  /** Absolute path of the package's folder. */
  readonly dir: string;
  /** Absolute path of the repository's folder, which contains node_modules. */
  readonly root: string;
}

/** Returns the commit of the sources; null outside of a Git repository. */
export const readCommit = (root: string): string | null => {
  const { status, stdout } = spawnSync('git', ['rev-parse', 'HEAD'], { cwd: root, encoding: 'utf8' });
  return status === 0 ? stdout.trim() : null;
};

/** Fields of a package.json that the build reads. */
export interface PackageManifest {
  readonly name: string;
  readonly version: string;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const stringFieldsOf = (value: unknown): Record<string, string> =>
  isObject(value)
    ? Object.fromEntries(
        Object.entries(value).filter((fieldEntry): fieldEntry is [string, string] => typeof fieldEntry[1] === 'string'),
      )
    : {};

/** Reads a package.json. Throws when name or version is missing, because both are written into releases. */
export const readManifest = (file: string): PackageManifest => {
  const parsedManifest: unknown = JSON.parse(readFileSync(file, 'utf8'));
  if (
    !isObject(parsedManifest) ||
    typeof parsedManifest.name !== 'string' ||
    typeof parsedManifest.version !== 'string'
  )
    throw new Error(`${file}: name and version are needed`);
  return {
    name: parsedManifest.name,
    version: parsedManifest.version,
    dependencies: stringFieldsOf(parsedManifest.dependencies),
    devDependencies: stringFieldsOf(parsedManifest.devDependencies),
  };
};

const findProductRoot = (folder: string): string | null => {
  if (existsSync(join(folder, 'lerna.json'))) return folder;
  const parentFolder = dirname(folder);
  return parentFolder === folder ? null : findProductRoot(parentFolder);
};

/** Returns the nearest parent folder that contains lerna.json, or the folder itself. Throws when there is none. */
export const findRepositoryRoot = (folder: string): string => {
  const productRoot = findProductRoot(folder);
  if (productRoot === null) throw new Error('No lerna.json above: run this inside the repository.');
  return productRoot;
};

/** First source file of a page that runs without the shell. */
export const PAGE_SOURCE = PAGE;

const findPackageKind = (packageFolder: string): PackageKind | null => {
  if (existsSync(join(packageFolder, 'src/remote.ts'))) return 'remote';
  if (existsSync(join(packageFolder, 'src/main.tsx'))) return 'shell';
  return existsSync(join(packageFolder, PAGE_SOURCE)) ? 'page' : null;
};

/**
 * Returns the folders of the workspaces that are delivered to browsers: the shell, the remotes and the pages that run
 * without the shell.
 */
export const frontendsOf = (root: string): readonly string[] =>
  workspacesOf(root).filter((folder) => findPackageKind(join(root, folder)) !== null);

const packageKindOf = (packageFolder: string): PackageKind => {
  const kind = findPackageKind(packageFolder);
  if (kind === null)
    throw new Error(
      `${packageFolder}: none of src/remote.ts (a remote), src/main.tsx (the shell) and ${PAGE_SOURCE} (a page)`,
    );
  return kind;
};

/** Reads the package in `packageFolder`. Throws when the package is neither a shell nor a remote nor a page. */
export const readWorkspacePackage = (packageFolder: string): WorkspacePackage => {
  const { name, version } = readManifest(join(packageFolder, 'package.json'));
  return {
    name,
    version,
    dir: packageFolder,
    // If the remote has a repository of its own, the remote's folder is the root of that repository.
    root: findProductRoot(packageFolder) ?? packageFolder,
    kind: packageKindOf(packageFolder),
  };
};

const PageManifestSchema = z.object({ publicPath: z.string().check(z.regex(/^\/([a-z-]+\/)+$/)) });

/**
 * Returns the path at which the gateway serves a page's files, for example `/partner/`. It is `publicPath` in the
 * page's package.json.
 */
export const readPublicPath = ({ dir }: Pick<WorkspacePackage, 'dir'>): string =>
  PageManifestSchema.parse(JSON.parse(readFileSync(join(dir, 'package.json'), 'utf8'))).publicPath;

/** File of a remote that renders the prerendered view of its main screen, outside of any browser. */
export const PRERENDER_SOURCE = 'src/prerender.tsx';

/** First source file of the shell's service worker. */
export const WORKER_SOURCE = 'src/worker/worker.ts';

const SKIPPED_FOLDER_NAMES = new Set(['e2e', 'node_modules', 'dist', '.cache', '.storybook', 'test-results']);

// A folder with its own package.json is left out, because it is a separate package.
const filesBelow = (fileOrFolder: string): readonly string[] => {
  if (!existsSync(fileOrFolder)) return [];
  if (!statSync(fileOrFolder).isDirectory()) return [fileOrFolder];
  return readdirSync(fileOrFolder)
    .filter((name) => !SKIPPED_FOLDER_NAMES.has(name) && !existsSync(join(fileOrFolder, name, 'package.json')))
    .sort()
    .flatMap((name) => filesBelow(join(fileOrFolder, name)));
};

const isSourceFile = (file: string): boolean => !/\.(test|stories)\.tsx?$|\/size-budgets\.json$/.test(file);

/** Returns a hash over the names and contents of all source files below `hashedPaths`. Times of files don't matter. */
const hashOfFiles = (root: string, hashedPaths: readonly string[]): string => {
  const sha256Hash = createHash('sha256');
  for (const file of hashedPaths.flatMap(filesBelow).filter(isSourceFile))
    sha256Hash.update(relative(root, file)).update('\0').update(readFileSync(file)).update('\0');
  return sha256Hash.digest('hex').slice(0, 10);
};

// Additional inputs of a bundle. A remote's scripts contain no module of shared-ui (the foreign-modules plugin ensures
// that), so its release doesn't change when shared-ui changes. A prerendered view, the shell, and a page that runs
// without the shell contain modules of shared-ui.
const EXTRA_INPUT_PATHS = {
  withSharedUi: ['shared-ui', 'api-gateway/contract', 'api-gateway/basemap', 'package-lock.json'],
  remote: [
    'shared-ui/build',
    'shared-ui/src/shell-entries.ts',
    'api-gateway/contract',
    'api-gateway/basemap',
    'package-lock.json',
  ],
} as const;

/**
 * Returns the hash of all inputs of a package's bundle. It tells whether the package must be built again, and is part
 * of the version of the shell and of pages.
 */
export const inputHashOf = ({ dir, root, kind }: WorkspacePackage): string => {
  const doesBundleSharedUi = kind !== 'remote' || existsSync(join(dir, PRERENDER_SOURCE));
  const extraInputPaths = EXTRA_INPUT_PATHS[doesBundleSharedUi ? 'withSharedUi' : 'remote'];
  return hashOfFiles(root, [dir, ...extraInputPaths.map((path) => join(root, path))]);
};

/**
 * Returns the hash of the files that make webpack's cache outdated: the build presets and the list of installed
 * packages. Webpack itself watches all other sources.
 */
export const presetHashOf = (root: string): string =>
  hashOfFiles(root, [join(root, 'shared-ui/build'), join(root, 'package-lock.json')]);
