import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** What a workspace is to the build; told by the file that it starts with. */
export type PackageKind = 'shell' | 'remote';

/** A package as the presets see it. */
export interface WorkspacePackage {
  readonly name: string;
  readonly version: string;
  readonly kind: PackageKind;
  /** Absolute folder of the package. */
  readonly dir: string;
  /** Absolute folder of the repository. */
  readonly root: string;
}

/** The fields of a package.json that the build reads. */
export interface PackageManifest {
  readonly name: string;
  readonly version: string;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);

const textsOf = (value: unknown): Record<string, string> =>
  isObject(value) ? Object.fromEntries(Object.entries(value).filter((entry): entry is [string, string] => typeof entry[1] === 'string')) : {};

/** Reads a package.json; throws when name or version is missing, since both end up in releases. */
export const readManifest = (file: string): PackageManifest => {
  const parsed: unknown = JSON.parse(readFileSync(file, 'utf8'));
  if (!isObject(parsed) || typeof parsed.name !== 'string' || typeof parsed.version !== 'string') throw new Error(`${file}: name and version are needed`);
  return { name: parsed.name, version: parsed.version, dependencies: textsOf(parsed.dependencies), devDependencies: textsOf(parsed.devDependencies) };
};

/** Walks up to the folder that holds lerna.json. */
export const findRepositoryRoot = (from: string): string => {
  if (existsSync(join(from, 'lerna.json'))) return from;
  const parent = dirname(from);
  if (parent === from) throw new Error('No lerna.json above: run this inside the repository.');
  return findRepositoryRoot(parent);
};

const kindOf = (dir: string): PackageKind => {
  if (existsSync(join(dir, 'src/remote.ts'))) return 'remote';
  if (existsSync(join(dir, 'src/main.tsx'))) return 'shell';
  throw new Error(`${dir}: neither src/remote.ts (a remote) nor src/main.tsx (the shell)`);
};

/** The package that lives in `dir`. */
export const readWorkspacePackage = (dir: string): WorkspacePackage => {
  const { name, version } = readManifest(join(dir, 'package.json'));
  return { name, version, dir, root: findRepositoryRoot(dir), kind: kindOf(dir) };
};
