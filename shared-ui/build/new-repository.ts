import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import * as z from 'zod/mini';

/** Packages of the product on which a remote in a repository of its own depends. */
const PACKED_PACKAGES = ['@mahlzeit/contract', '@mahlzeit/shared-ui'] as const;

const isArchiveOf = (fileName: string, packageName: string): boolean =>
  fileName.startsWith(`${packageName.replace('@', '').replace('/', '-')}-`);

/**
 * Packs the packages contract and shared-ui into `archiveFolder`, a folder of the new repository. Returns the
 * dependency on each archive, by package.
 */
export const packSharedPackages = (root: string, archiveFolder: string): Readonly<Record<string, string>> => {
  mkdirSync(archiveFolder, { recursive: true });
  const workspaceOptions = PACKED_PACKAGES.flatMap((packageName) => ['-w', packageName]);
  execFileSync('npm', ['pack', ...workspaceOptions, '--pack-destination', archiveFolder], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  return Object.fromEntries(
    PACKED_PACKAGES.map((packageName) => {
      const archive = readdirSync(archiveFolder).find((fileName) => isArchiveOf(fileName, packageName)) ?? '';
      return [packageName, `file:${basename(archiveFolder)}/${archive}`];
    }),
  );
};

const TsConfigSchema = z.object({ compilerOptions: z.record(z.string(), z.unknown()) });

const readCompilerOptions = (file: string) =>
  TsConfigSchema.parse(JSON.parse(readFileSync(file, 'utf8'))).compilerOptions;

/** File of shared-ui with the types of pictures and fonts, which no module imports. */
const ASSET_TYPES_FILE = 'node_modules/@mahlzeit/shared-ui/src/assets.d.ts';

const LockfileSchema = z.object({
  lockfileVersion: z.number(),
  packages: z.record(z.string(), z.looseObject({ link: z.optional(z.boolean()) })),
});

/**
 * Returns the installed public packages of the product, as its lockfile lists them, by their folder in the new
 * repository.
 */
const publicPackagesIn = ({ packages }: z.infer<typeof LockfileSchema>) =>
  Object.fromEntries(
    Object.entries(packages)
      .filter(([, { link }]) => link !== true)
      .map(([path, lockedPackage]) => [
        path.replace(/^shared-ui\//, 'node_modules/@mahlzeit/shared-ui/'),
        lockedPackage,
      ])
      .filter(([path]) => String(path).startsWith('node_modules/')),
  );

const writeJson = (file: string, content: unknown): void =>
  writeFileSync(file, `${JSON.stringify(content, null, 2)}\n`);

/**
 * Writes the files of a new repository for one remote that depend on the product: the compiler's options, and a
 * lockfile with the product's versions of public packages. npm later removes the packages that the remote doesn't use
 * from the lockfile.
 */
export const writeRepositoryFiles = (root: string, repositoryFolder: string): void => {
  writeJson(join(repositoryFolder, 'tsconfig.json'), {
    compilerOptions: {
      ...readCompilerOptions(join(root, 'tsconfig.base.json')),
      ...readCompilerOptions(join(root, 'tsconfig.browser.json')),
    },
    include: ['src', 'locales', ASSET_TYPES_FILE],
  });
  const { name, version, dependencies, devDependencies } = z
    .looseObject({ name: z.string(), version: z.string() })
    .parse(JSON.parse(readFileSync(join(repositoryFolder, 'package.json'), 'utf8')));
  const lockfile = LockfileSchema.parse(JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')));
  writeJson(join(repositoryFolder, 'package-lock.json'), {
    name,
    version,
    lockfileVersion: lockfile.lockfileVersion,
    requires: true,
    packages: { '': { name, version, dependencies, devDependencies }, ...publicPackagesIn(lockfile) },
  });
};
