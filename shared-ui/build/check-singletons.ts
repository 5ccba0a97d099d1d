import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { PACKAGES_FORBIDDEN_IN_REMOTES } from './shared-policy';
import type { PackageManifest } from './workspace-package';
import { findRepositoryRoot, readManifest, workspacesOf } from './workspace-package';

const Lockfile = z.object({
  packages: z.record(z.string(), z.object({ version: z.optional(z.string()), link: z.optional(z.boolean()) })),
});

/**
 * Packages that may be installed only once: the packages that the shell provides, and the federation runtime that shell
 * and remotes share.
 */
// zod is left out: a tool of the browser tests installs its own copy, which no build uses.
const SINGLETON_PACKAGES: readonly string[] = [
  ...PACKAGES_FORBIDDEN_IN_REMOTES.filter((packageName) => packageName !== 'zod'),
  '@module-federation/enhanced',
  '@module-federation/sdk',
  '@module-federation/runtime',
];

/** Version range that one package declares for a singleton. */
interface DeclaredRange {
  readonly singleton: string;
  readonly packageName: string;
  readonly range: string;
}

const declaredRangesIn = (manifest: PackageManifest): readonly DeclaredRange[] =>
  Object.entries({ ...manifest.devDependencies, ...manifest.dependencies }).map(([singleton, range]) => ({
    singleton,
    packageName: manifest.name,
    range,
  }));

const isExactVersion = (range: string): boolean => /^\d+\.\d+\.\d+$/.test(range);

/**
 * Returns the problems of package.json files: a singleton whose version isn't exact, or for which two files declare
 * different versions.
 */
export const checkManifests = (
  manifests: readonly PackageManifest[],
  singletonNames: readonly string[] = SINGLETON_PACKAGES,
): readonly string[] => {
  const declaredRanges = manifests
    .flatMap(declaredRangesIn)
    .filter(({ singleton }) => singletonNames.includes(singleton));
  const inexactProblems = declaredRanges
    .filter(({ range }) => !isExactVersion(range))
    .map(({ singleton, packageName, range }) => `${packageName} asks for ${singleton} ${range}: pin it exactly`);
  const conflictProblems = singletonNames.flatMap((singletonName) => {
    const distinctRanges = new Set(
      declaredRanges.filter(({ singleton }) => singleton === singletonName).map(({ range }) => range),
    );
    return distinctRanges.size > 1
      ? [`${singletonName} is asked for as ${[...distinctRanges].join(' and ')}: agree on one version`]
      : [];
  });
  return [...inexactProblems, ...conflictProblems];
};

/** Returns the singletons that the lockfile installs in more than one folder. */
export const checkLockfile = (
  lockfile: z.infer<typeof Lockfile>,
  singletonNames: readonly string[] = SINGLETON_PACKAGES,
): readonly string[] =>
  singletonNames.flatMap((singletonName) => {
    const installedCopies = Object.entries(lockfile.packages).filter(
      ([packagePath, { link }]) => packagePath.endsWith(`node_modules/${singletonName}`) && link !== true,
    );
    return installedCopies.length > 1
      ? [
          `${singletonName} is installed ${installedCopies.length} times: ${installedCopies.map(([path, { version }]) => `${path} ${version ?? ''}`).join(', ')}; pin the version that its dependants agree on and run npm dedupe`,
        ]
      : [];
  });

/** Checks all workspaces of the repository at `root` and its lockfile. Returns the problems. */
export const checkRepository = (root: string): readonly string[] => {
  const manifests = workspacesOf(root).map((folder) => readManifest(join(root, folder, 'package.json')));
  return [
    ...checkManifests(manifests),
    ...checkLockfile(Lockfile.parse(JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')))),
  ];
};

if (process.argv[1]?.endsWith('check-singletons.ts')) {
  const repositoryProblems = checkRepository(findRepositoryRoot(process.cwd()));
  for (const problem of repositoryProblems) console.error(problem);
  process.exitCode = repositoryProblems.length === 0 ? 0 : 1;
}
