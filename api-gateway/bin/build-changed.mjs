import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { pagesOf, remotesOf } from '../../shared-ui/build/workspaces.mjs';

const SKIPPED_ENTRY_NAMES = new Set([
  'e2e',
  'node_modules',
  'dist',
  'data',
  'coverage',
  'test-results',
  '.cache',
  '.storybook',
]);

// Returns all files below a path. Leaves out a package that lies inside another package, because it is built on its
// own.
const filesBelow = (path) => {
  if (!existsSync(path)) return [];
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path)
    .filter((name) => !SKIPPED_ENTRY_NAMES.has(name) && !existsSync(join(path, name, 'package.json')))
    .sort()
    .flatMap((name) => filesBelow(join(path, name)));
};

const isBuildInput = (file) => !/\.(test|scenarios|stories)\.[a-z]+$|\/size-budgets\.json$/.test(file);

/**
 * Returns the hash of the names and contents of all files below `inputPaths`. The files' times don't count: a checkout
 * that changes only times causes no new build.
 */
const buildHash = (root, inputPaths) => {
  const hash = createHash('sha256');
  for (const file of inputPaths.flatMap((path) => filesBelow(join(root, path))).filter(isBuildInput)) {
    hash.update(relative(root, file)).update('\0').update(readFileSync(file)).update('\0');
  }
  return hash.digest('hex');
};

const COMMON_INPUT_PATHS = [
  'package-lock.json',
  'tsconfig.base.json',
  'api-gateway/contract/src',
  'api-gateway/contract/package.json',
  'api-gateway/basemap/src',
  'api-gateway/basemap/package.json',
];
const MAX_PARALLEL_BUILDS = 2;

const createFrontTarget = (folder, inputPaths) => ({
  folder,
  command: [`${folder.replaceAll(/[^/]+/g, '..')}/shared-ui/build/cli.mjs`, 'build'],
  inputs: [...COMMON_INPUT_PATHS, 'tsconfig.browser.json', 'shared-ui/build', folder, ...inputPaths],
});

/** Source of a prerendered view: a script that runs without the shell and therefore bundles shared-ui. */
const PRERENDER_SOURCE_PATH = 'src/prerender.tsx';

// A remote gets shared-ui from the shell at run time, so a change of shared-ui's sources requires no build of the
// remote. A remote with a prerendered view is the exception: its script runs without the shell.
const createRemoteTarget = (root, folder) =>
  createFrontTarget(folder, [
    existsSync(join(root, folder, PRERENDER_SOURCE_PATH)) ? 'shared-ui' : 'shared-ui/package.json',
  ]);

/** Returns the packages that the browser loads: the shell, every remote, and the pages that run without the shell. */
export const frontTargetsOf = (root) => [
  createFrontTarget('shell', ['shared-ui']),
  ...remotesOf(root).map((folder) => createRemoteTarget(root, folder)),
  ...pagesOf(root).map((folder) => createFrontTarget(folder, ['shared-ui'])),
];

const GATEWAY_TARGET = {
  folder: 'api-gateway',
  command: ['bin/build.mjs'],
  inputs: [
    ...COMMON_INPUT_PATHS,
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
export const markerPathOf = (root, { folder }) => join(root, folder, 'dist', '.build-hash');

const isBuildFresh = (root, target, hash) =>
  existsSync(markerPathOf(root, target)) && readFileSync(markerPathOf(root, target), 'utf8') === hash;

const runBuild = (root, { folder, command }) =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, command, {
      cwd: join(root, folder),
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    child.on('error', reject);
    child.on('close', (exitCode) =>
      exitCode === 0 ? resolve() : reject(new Error(`Der Bau von ${folder} ist fehlgeschlagen.`)),
    );
  });

const buildTarget = async (root, target, hash) => {
  console.log(`Baue ${target.folder} …`);
  const markerPath = markerPathOf(root, target);
  // Removes the marker of a successful build before the build begins, so that an interrupted build isn't taken for a
  // successful one.
  rmSync(markerPath, { force: true });
  await runBuild(root, target);
  mkdirSync(join(root, target.folder, 'dist'), { recursive: true });
  writeFileSync(markerPath, hash);
};

const buildTargets = async (root, targets) => {
  const staleTargets = targets
    .filter(({ folder }) => existsSync(join(root, folder, 'package.json')))
    .map((target) => ({ target, hash: buildHash(root, target.inputs) }))
    .filter(({ target, hash }) => !isBuildFresh(root, target, hash));
  const runWorker = async () => {
    for (let nextBuild = staleTargets.shift(); nextBuild !== undefined; nextBuild = staleTargets.shift())
      await buildTarget(root, nextBuild.target, nextBuild.hash);
  };
  await Promise.all(Array.from({ length: MAX_PARALLEL_BUILDS }, runWorker));
};

/** Builds every package whose inputs have changed since its last successful build. Throws when a build fails. */
export const buildChanged = (root) => {
  const [shellTarget, ...remoteTargets] = frontTargetsOf(root);
  return buildTargets(root, [shellTarget, GATEWAY_TARGET, ...remoteTargets]);
};

/** Builds the gateway without the browser's packages, for commands that need no browser. */
export const buildGateway = (root) => buildTargets(root, [GATEWAY_TARGET]);
