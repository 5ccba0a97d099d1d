import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

// This module runs before any package is installed, so it imports only Node's modules.

/** Declaration of a remote: a workspace `mf-*` that has this file is a remote. */
export const DECLARATION = 'src/remote.ts';

/** First script of a page that runs without the shell: a workspace that has this file is such a page. */
export const PAGE = 'src/page.tsx';

const REMOTE_FOLDER = /^mf-[a-z0-9-]+$/;

const foldersIn = (folder) =>
  existsSync(folder)
    ? readdirSync(folder, { withFileTypes: true })
        .filter((entry) => entry.isDirectory() && entry.name !== 'node_modules')
        .map(({ name }) => name)
        .sort()
    : [];

const matches = (pattern, name) => {
  const [start, end] = pattern.split('*');
  return end === undefined ? name === pattern : name.startsWith(start) && name.endsWith(end);
};

/**
 * Returns the folders below `root` that match a pattern of the root's package.json. A segment may hold one `*`, as in
 * `mf-*`.
 */
const expand = (root, pattern) =>
  pattern
    .split('/')
    .reduce(
      (parents, segment) =>
        parents.flatMap((parent) =>
          foldersIn(join(root, parent))
            .filter((name) => matches(segment, name))
            .map((name) => (parent === '' ? name : `${parent}/${name}`)),
        ),
      [''],
    )
    .filter((folder) => existsSync(join(root, folder, 'package.json')));

/** Returns the folders of all workspaces of the repository at `root`, relative to it. */
export const workspacesOf = (root) => {
  const { workspaces } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  return [...new Set(workspaces.flatMap((pattern) => expand(root, pattern)))];
};

/** Returns the folders of the remotes: all workspaces `mf-*` with a declaration, sorted. */
export const remotesOf = (root) =>
  workspacesOf(root)
    .filter((folder) => REMOTE_FOLDER.test(folder) && existsSync(join(root, folder, DECLARATION)))
    .sort();

/** Folders of the pages that run without the shell: all workspaces with such a script, sorted. */
export const pagesOf = (root) =>
  workspacesOf(root)
    .filter((folder) => existsSync(join(root, folder, PAGE)) && !existsSync(join(root, folder, 'src/main.tsx')))
    .sort();
