import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

// This module runs before any package is installed, so it imports only Node's modules.

/** Path of a remote's declaration. A workspace `mf-*` with this file is a remote. */
export const DECLARATION = 'src/remote.ts';

/** Path of the first source file of a page that runs without the shell. A workspace with this file is such a page. */
export const PAGE = 'src/page.tsx';

const REMOTE_FOLDER_PATTERN = /^mf-[a-z0-9-]+$/;

const foldersIn = (folder) =>
  existsSync(folder)
    ? readdirSync(folder, { withFileTypes: true })
        .filter((folderEntry) => folderEntry.isDirectory() && folderEntry.name !== 'node_modules')
        .map(({ name }) => name)
        .sort()
    : [];

const matchesPattern = (segmentPattern, folderName) => {
  const [patternPrefix, patternSuffix] = segmentPattern.split('*');
  return patternSuffix === undefined
    ? folderName === segmentPattern
    : folderName.startsWith(patternPrefix) && folderName.endsWith(patternSuffix);
};

/**
 * Returns the folders below `root` that match a pattern of the root's package.json. A segment may hold one `*`, as in
 * `mf-*`.
 */
const expandPattern = (root, workspacePattern) =>
  workspacePattern
    .split('/')
    .reduce(
      (parentFolders, patternSegment) =>
        parentFolders.flatMap((parentFolder) =>
          foldersIn(join(root, parentFolder))
            .filter((name) => matchesPattern(patternSegment, name))
            .map((name) => (parentFolder === '' ? name : `${parentFolder}/${name}`)),
        ),
      [''],
    )
    .filter((folder) => existsSync(join(root, folder, 'package.json')));

/**
 * Returns the folders of all workspaces of the repository at `root`, relative to `root`. The list is empty in a
 * repository that contains only one remote.
 */
export const workspacesOf = (root) => {
  const { workspaces = [] } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  return [...new Set(workspaces.flatMap((pattern) => expandPattern(root, pattern)))];
};

/** Returns the folders of the remotes, sorted. A remote is a workspace `mf-*` with a declaration. */
export const remotesOf = (root) =>
  workspacesOf(root)
    .filter((folder) => REMOTE_FOLDER_PATTERN.test(folder) && existsSync(join(root, folder, DECLARATION)))
    .sort();

/**
 * Returns the folders of the pages that run without the shell, sorted. A page is a workspace that contains the file
 * `PAGE`.
 */
export const pagesOf = (root) =>
  workspacesOf(root)
    .filter((folder) => existsSync(join(root, folder, PAGE)) && !existsSync(join(root, folder, 'src/main.tsx')))
    .sort();
