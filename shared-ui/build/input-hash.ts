import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { WorkspacePackage } from './workspace-package';

/** Where a remote draws its main screen's prerendered view, outside of any browser. */
export const PRERENDER_SOURCE = 'src/prerender.tsx';

const SKIPPED = new Set(['node_modules', 'dist', '.cache', '.storybook', 'test-results']);

const filesBelow = (path: string): readonly string[] => {
  if (!existsSync(path)) return [];
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path)
    .filter((name) => !SKIPPED.has(name))
    .sort()
    .flatMap((name) => filesBelow(join(path, name)));
};

const isSource = (file: string): boolean => !/\.(test|stories)\.tsx?$/.test(file);

/** Hash of everything below `paths`, by content and name, never by time. */
export const hashOf = (root: string, paths: readonly string[]): string => {
  const hash = createHash('sha256');
  for (const file of paths.flatMap(filesBelow).filter(isSource)) hash.update(relative(root, file)).update('\0').update(readFileSync(file)).update('\0');
  return hash.digest('hex').slice(0, 10);
};

// A remote's scripts hold nothing of shared-ui (the foreign-modules plugin sees to it), so its release doesn't change with it; a prerendered view is drawn with it.
const OF_KIND = {
  withSharedUi: ['shared-ui', 'api-gateway/contract', 'api-gateway/basemap', 'package-lock.json'],
  remote: ['shared-ui/build', 'api-gateway/contract', 'api-gateway/basemap', 'package-lock.json'],
} as const;

/** Hash of everything a package's bundle is made of: it names the release, so that two releases never share a global. */
export const inputHashOf = ({ dir, root, kind }: WorkspacePackage): string => {
  const others = OF_KIND[kind === 'shell' || existsSync(join(dir, PRERENDER_SOURCE)) ? 'withSharedUi' : 'remote'];
  return hashOf(root, [dir, ...others.map((path) => join(root, path))]);
};

/** What makes webpack's cache stale beside the sources it watches itself: the presets and the installed packages. */
export const presetHashOf = (root: string): string => hashOf(root, [join(root, 'shared-ui/build'), join(root, 'package-lock.json')]);
