import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import * as z from 'zod/mini';
import { PAGE, remotesOf, workspacesOf } from './workspaces.mjs';

export { remotesOf, workspacesOf };

/** Kind of a workspace for the build. The file with which it starts decides. */
type PackageKind = 'shell' | 'remote' | 'page';

/** Package as the presets see it. */
export interface WorkspacePackage {
  readonly name: string;
  readonly version: string;
  readonly kind: PackageKind;
  /** Absolute folder of the package. */
  readonly dir: string;
  /** Absolute folder of the repository. */
  readonly root: string;
}

/** Fields of a package.json that the build reads. */
export interface PackageManifest {
  readonly name: string;
  readonly version: string;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const textsOf = (value: unknown): Record<string, string> =>
  isObject(value)
    ? Object.fromEntries(
        Object.entries(value).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
      )
    : {};

/** Reads a package.json. Throws when name or version is missing, because both end up in releases. */
export const readManifest = (file: string): PackageManifest => {
  const parsed: unknown = JSON.parse(readFileSync(file, 'utf8'));
  if (!isObject(parsed) || typeof parsed.name !== 'string' || typeof parsed.version !== 'string')
    throw new Error(`${file}: name and version are needed`);
  return {
    name: parsed.name,
    version: parsed.version,
    dependencies: textsOf(parsed.dependencies),
    devDependencies: textsOf(parsed.devDependencies),
  };
};

/** Returns the nearest folder upwards that holds lerna.json. */
export const findRepositoryRoot = (from: string): string => {
  if (existsSync(join(from, 'lerna.json'))) return from;
  const parent = dirname(from);
  if (parent === from) throw new Error('No lerna.json above: run this inside the repository.');
  return findRepositoryRoot(parent);
};

/** First script of a page of its own, which runs without the shell. */
export const PAGE_SOURCE = PAGE;

const findKind = (dir: string): PackageKind | null => {
  if (existsSync(join(dir, 'src/remote.ts'))) return 'remote';
  if (existsSync(join(dir, 'src/main.tsx'))) return 'shell';
  return existsSync(join(dir, PAGE_SOURCE)) ? 'page' : null;
};

/** Folders of the workspaces that the browser gets: the shell, the remotes and the pages of their own. */
export const frontendsOf = (root: string): readonly string[] =>
  workspacesOf(root).filter((folder) => findKind(join(root, folder)) !== null);

const kindOf = (dir: string): PackageKind => {
  const kind = findKind(dir);
  if (kind === null)
    throw new Error(`${dir}: none of src/remote.ts (a remote), src/main.tsx (the shell) and ${PAGE_SOURCE} (a page)`);
  return kind;
};

/** Returns the package in `dir`. */
export const readWorkspacePackage = (dir: string): WorkspacePackage => {
  const { name, version } = readManifest(join(dir, 'package.json'));
  return { name, version, dir, root: findRepositoryRoot(dir), kind: kindOf(dir) };
};

const Page = z.object({ publicPath: z.string().check(z.regex(/^\/([a-z-]+\/)+$/)) });

/** Path at which the gateway serves a page's files, `/partner/`: `publicPath` in the page's package.json. */
export const readPublicPath = ({ dir }: Pick<WorkspacePackage, 'dir'>): string =>
  Page.parse(JSON.parse(readFileSync(join(dir, 'package.json'), 'utf8'))).publicPath;

/** Where a remote draws its main screen's prerendered view, outside of any browser. */
export const PRERENDER_SOURCE = 'src/prerender.tsx';

const SKIPPED = new Set(['e2e', 'node_modules', 'dist', '.cache', '.storybook', 'test-results']);

// A package within a package is built on its own.
const filesBelow = (path: string): readonly string[] => {
  if (!existsSync(path)) return [];
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path)
    .filter((name) => !SKIPPED.has(name) && !existsSync(join(path, name, 'package.json')))
    .sort()
    .flatMap((name) => filesBelow(join(path, name)));
};

const isSource = (file: string): boolean => !/\.(test|stories)\.tsx?$|\/size-budgets\.json$/.test(file);

/** Returns the hash of everything below `paths`, by content and name, never by time. */
const hashOf = (root: string, paths: readonly string[]): string => {
  const hash = createHash('sha256');
  for (const file of paths.flatMap(filesBelow).filter(isSource))
    hash.update(relative(root, file)).update('\0').update(readFileSync(file)).update('\0');
  return hash.digest('hex').slice(0, 10);
};

// A remote's scripts hold nothing of shared-ui (the foreign-modules plugin sees to it), so its release doesn't change
// with it; a prerendered view, the shell and a page of its own are made with it.
const OF_KIND = {
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
 * Returns the hash of all inputs of a package's bundle. The hash names the release, so that two releases never share a
 * global.
 */
export const inputHashOf = ({ dir, root, kind }: WorkspacePackage): string => {
  const holdsSharedUi = kind !== 'remote' || existsSync(join(dir, PRERENDER_SOURCE));
  const others = OF_KIND[holdsSharedUi ? 'withSharedUi' : 'remote'];
  return hashOf(root, [dir, ...others.map((path) => join(root, path))]);
};

/**
 * Returns the hash of everything that makes webpack's cache stale beside the sources that webpack watches itself: the
 * presets and the installed packages.
 */
export const presetHashOf = (root: string): string =>
  hashOf(root, [join(root, 'shared-ui/build'), join(root, 'package-lock.json')]);
