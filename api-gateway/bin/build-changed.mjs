import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { pagesOf, remotesOf } from '../../shared-ui/build/workspaces.mjs';

const SKIPPED = new Set(['e2e', 'node_modules', 'dist', 'data', 'coverage', 'test-results', '.cache', '.storybook']);

// Skips a package inside another package, because it is built on its own.
const filesBelow = (path) => {
  if (!existsSync(path)) return [];
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path)
    .filter((name) => !SKIPPED.has(name) && !existsSync(join(path, name, 'package.json')))
    .sort()
    .flatMap((name) => filesBelow(join(path, name)));
};

const isBuilt = (file) => !/\.(test|scenarios|stories)\.[a-z]+$|\/size-budgets\.json$/.test(file);

/**
 * Returns the hash of the names and contents of all files below `paths`. Times of files don't count, so a checkout that
 * changes only times causes no build.
 */
const buildHash = (root, paths) => {
  const hash = createHash('sha256');
  for (const file of paths.flatMap((path) => filesBelow(join(root, path))).filter(isBuilt)) {
    hash.update(relative(root, file)).update('\0').update(readFileSync(file)).update('\0');
  }
  return hash.digest('hex');
};

const EVERYWHERE = [
  'package-lock.json',
  'tsconfig.base.json',
  'api-gateway/contract/src',
  'api-gateway/contract/package.json',
  'api-gateway/basemap/src',
  'api-gateway/basemap/package.json',
];
const BUILT_AT_ONCE = 2;

const front = (folder, inputs) => ({
  folder,
  command: [`${folder.replaceAll(/[^/]+/g, '..')}/shared-ui/build/cli.mjs`, 'build'],
  inputs: [...EVERYWHERE, 'tsconfig.browser.json', 'shared-ui/build', folder, ...inputs],
});

/** Source of a script that runs without the shell and therefore bundles shared-ui: a prerendered view. */
const PRERENDER = 'src/prerender.tsx';

// A remote gets shared-ui from the shell at run time, so a change of shared-ui's sources requires no build of the
// remote. A remote with a prerendered view is the exception: its script runs without the shell.
const remoteFront = (root, folder) =>
  front(folder, [existsSync(join(root, folder, PRERENDER)) ? 'shared-ui' : 'shared-ui/package.json']);

/** Returns the packages that the browser loads: the shell, every remote, and the pages that run without the shell. */
export const frontsOf = (root) => [
  front('shell', ['shared-ui']),
  ...remotesOf(root).map((folder) => remoteFront(root, folder)),
  ...pagesOf(root).map((folder) => front(folder, ['shared-ui'])),
];

const GATEWAY = {
  folder: 'api-gateway',
  command: ['bin/build.mjs'],
  inputs: [
    ...EVERYWHERE,
    ...[
      'bin/build.mjs',
      'src',
      'migrations',
      'locales',
      'package.json',
      'sandbox/src',
      'sandbox/locales',
      'sandbox/package.json',
    ].map((path) => `api-gateway/${path}`),
  ],
};

/** Returns the path of the file that holds the input hash of a package's last successful build. */
export const markerOf = (root, { folder }) => join(root, folder, 'dist', '.build-hash');

const isFresh = (root, target, hash) =>
  existsSync(markerOf(root, target)) && readFileSync(markerOf(root, target), 'utf8') === hash;

const run = (root, { folder, command }) =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, command, {
      cwd: join(root, folder),
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    child.on('error', reject);
    child.on('close', (code) =>
      code === 0 ? resolve() : reject(new Error(`Der Bau von ${folder} ist fehlgeschlagen.`)),
    );
  });

const buildOne = async (root, target, hash) => {
  console.log(`Baue ${target.folder} …`);
  const marker = markerOf(root, target);
  // Removes the marker before the build, so that an interrupted build isn't taken for a successful one.
  rmSync(marker, { force: true });
  await run(root, target);
  mkdirSync(join(root, target.folder, 'dist'), { recursive: true });
  writeFileSync(marker, hash);
};

const buildTargets = async (root, targets) => {
  const stale = targets
    .filter(({ folder }) => existsSync(join(root, folder, 'package.json')))
    .map((target) => ({ target, hash: buildHash(root, target.inputs) }))
    .filter(({ target, hash }) => !isFresh(root, target, hash));
  const work = async () => {
    for (let next = stale.shift(); next !== undefined; next = stale.shift())
      await buildOne(root, next.target, next.hash);
  };
  await Promise.all(Array.from({ length: BUILT_AT_ONCE }, work));
};

/** Builds every package whose inputs have changed since its last successful build. Throws when a build fails. */
export const buildChanged = (root) => {
  const [shell, ...remotes] = frontsOf(root);
  return buildTargets(root, [shell, GATEWAY, ...remotes]);
};

/** Builds the gateway alone, for commands that need no browser. */
export const buildGateway = (root) => buildTargets(root, [GATEWAY]);
