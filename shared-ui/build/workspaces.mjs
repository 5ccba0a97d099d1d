import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

// This module runs before any package is installed, so it imports only Node's modules.

/** Path of a remote's declaration. A workspace `mf-*` with this file is a remote. */
export const DECLARATION = 'src/remote.ts';

/** Path of the first source file of a page that runs without the shell. A workspace with this file is such a page. */
export const PAGE = 'src/page.tsx';

const REMOTE_FOLDER = /^mf-[a-z0-9-]+$/;

const foldersIn = (folder) =>
  existsSync(folder)
    ? readdirSync(folder, { withFileTypes: true })
        .filter((entry) => entry.isDirectory() && entry.name !== 'node_modules')
        .map(({ name }) => name)
        .sort()
    : [];

const matchesPattern = (pattern, name) => {
  const [prefix, suffix] = pattern.split('*');
  return suffix === undefined ? name === pattern : name.startsWith(prefix) && name.endsWith(suffix);
};

/**
 * Returns the folders below `root` that match a pattern of the root's package.json. A segment may hold one `*`, as in
 * `mf-*`.
 */
const expandPattern = (root, pattern) =>
  pattern
    .split('/')
    .reduce(
      (parents, segment) =>
        parents.flatMap((parent) =>
          foldersIn(join(root, parent))
            .filter((name) => matchesPattern(segment, name))
            .map((name) => (parent === '' ? name : `${parent}/${name}`)),
        ),
      [''],
    )
    .filter((folder) => existsSync(join(root, folder, 'package.json')));

/** Returns the folders of all workspaces of the repository at `root`, relative to `root`. */
export const workspacesOf = (root) => {
  const { workspaces } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  return [...new Set(workspaces.flatMap((pattern) => expandPattern(root, pattern)))];
};

/** Returns the folders of the remotes, sorted. A remote is a workspace `mf-*` with a declaration. */
export const remotesOf = (root) =>
  workspacesOf(root)
    .filter((folder) => REMOTE_FOLDER.test(folder) && existsSync(join(root, folder, DECLARATION)))
    .sort();

/**
 * Returns the folders of the pages that run without the shell, sorted. A page is a workspace that contains the file
 * `PAGE`.
 */
export const pagesOf = (root) =>
  workspacesOf(root)
    .filter((folder) => existsSync(join(root, folder, PAGE)) && !existsSync(join(root, folder, 'src/main.tsx')))
    .sort();
