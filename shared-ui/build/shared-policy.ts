import { join } from 'node:path';
import { readManifest } from './workspace-package';

/**
 * Mode in which the shell provides a shared module. `eager` modules are in the shell's first script; `lazy` modules are
 * scripts that the shell loads on demand.
 */
type SharedMode = 'eager' | 'lazy';

/** Module that exists once in the page: the shell provides it, and every remote uses it. */
export interface SharedEntry {
  /** Text of the import request. Module Federation shares modules by request, not by package. */
  readonly key: string;
  /** Package whose version decides whether a remote is compatible. */
  readonly provider: string;
  readonly mode: SharedMode;
  /** True for a lazily loaded module that the main screen needs. The page preloads it. */
  readonly isPreloaded?: true;
}

/** Entry of the table of shared modules, with the installed version of its provider. */
export interface SharedVersion extends SharedEntry {
  readonly version: string;
}

/**
 * Table of the modules that shell and remotes share. React-aria is absent on purpose: it keeps focus and overlay state
 * in module scope, so only the shell holds it, inside shared-ui's lazy subpaths (recipe, section 6). Redux is absent
 * too: platform exports the parts that remotes need.
 */
export const SHARED_POLICY: readonly SharedEntry[] = [
  { key: 'react', provider: 'react', mode: 'eager' },
  { key: 'react/jsx-runtime', provider: 'react', mode: 'eager' },
  { key: 'react-dom', provider: 'react-dom', mode: 'eager' },
  { key: 'react-dom/client', provider: 'react-dom', mode: 'eager' },
  { key: 'styled-components', provider: 'styled-components', mode: 'eager' },
  { key: '@mahlzeit/contract/zod', provider: '@mahlzeit/contract', mode: 'eager' },
  { key: '@mahlzeit/shared-ui/platform', provider: '@mahlzeit/shared-ui', mode: 'eager' },
  { key: '@mahlzeit/shared-ui/platform/collections', provider: '@mahlzeit/shared-ui', mode: 'lazy' },
  { key: '@mahlzeit/shared-ui/platform/outbox', provider: '@mahlzeit/shared-ui', mode: 'lazy' },
  { key: '@mahlzeit/shared-ui/ui', provider: '@mahlzeit/shared-ui', mode: 'eager' },
  { key: '@mahlzeit/shared-ui/ui/restaurant', provider: '@mahlzeit/shared-ui', mode: 'lazy', isPreloaded: true },
  { key: '@mahlzeit/shared-ui/ui/declaration', provider: '@mahlzeit/shared-ui', mode: 'lazy' },
  { key: '@mahlzeit/shared-ui/ui/dialog', provider: '@mahlzeit/shared-ui', mode: 'lazy' },
  { key: '@mahlzeit/shared-ui/ui/combo', provider: '@mahlzeit/shared-ui', mode: 'lazy' },
  { key: '@mahlzeit/shared-ui/ui/date', provider: '@mahlzeit/shared-ui', mode: 'lazy' },
  { key: '@mahlzeit/shared-ui/ui/form', provider: '@mahlzeit/shared-ui', mode: 'lazy' },
  { key: '@mahlzeit/shared-ui/ui/invitation', provider: '@mahlzeit/shared-ui', mode: 'lazy' },
  { key: '@mahlzeit/shared-ui/ui/map', provider: '@mahlzeit/shared-ui', mode: 'lazy' },
  { key: '@mahlzeit/shared-ui/ui/moment', provider: '@mahlzeit/shared-ui', mode: 'lazy' },
  { key: '@mahlzeit/shared-ui/ui/order', provider: '@mahlzeit/shared-ui', mode: 'lazy' },
  { key: '@mahlzeit/shared-ui/ui/people', provider: '@mahlzeit/shared-ui', mode: 'lazy' },
];

/** Packages that may exist only once in the page. Remotes never bundle them. */
export const PACKAGES_FORBIDDEN_IN_REMOTES: readonly string[] = [
  // Each remote bundles the routes and schemas of the contract that it uses. Only zod, with which they are built, is
  // shared.
  ...new Set(SHARED_POLICY.map(({ provider }) => provider).filter((provider) => provider !== '@mahlzeit/contract')),
  'zod',
  '@reduxjs/toolkit',
  'react-redux',
  'redux',
  'react-aria',
  'react-aria-components',
  'react-stately',
  'single-spa',
  'single-spa-react',
  'icu-minify',
  '@module-federation/runtime-core',
];

/** Returns the table of shared modules with the installed versions. `root` is the folder of the repository. */
export const readSharedVersions = (
  root: string,
  policy: readonly SharedEntry[] = SHARED_POLICY,
): readonly SharedVersion[] =>
  policy.map((entry) => ({
    ...entry,
    version: readManifest(join(root, 'node_modules', entry.provider, 'package.json')).version,
  }));

/** Returns the versions of the packages in the table of shared modules, by package. */
export const sharedPackagesOf = (sharedVersions: readonly SharedVersion[]): Readonly<Record<string, string>> =>
  Object.fromEntries(sharedVersions.map(({ provider, version }) => [provider, version]));

const singletonOptionsOf = ({ version }: SharedVersion) => ({
  singleton: true,
  strictVersion: true,
  requiredVersion: `^${version}`,
});

/** Returns the federation option `shared` for the shell, which provides every key. */
export const sharedModulesOfShell = (sharedVersions: readonly SharedVersion[]) =>
  Object.fromEntries(
    sharedVersions.map((entry) => [
      entry.key,
      { ...singletonOptionsOf(entry), version: entry.version, eager: entry.mode === 'eager' },
    ]),
  );

/**
 * Returns the federation option `shared` for a remote. A remote only uses shared modules, so that no second copy
 * exists.
 */
export const sharedModulesOfRemote = (sharedVersions: readonly SharedVersion[]) =>
  Object.fromEntries(
    sharedVersions.map((entry) => [entry.key, { ...singletonOptionsOf(entry), import: false as const }]),
  );

/**
 * Returns the source of a module that imports every shared module. Module Federation provides only modules that are
 * part of the shell's own module graph, so the shell's entry includes this module beside main.tsx. The exported
 * functions are never called.
 */
export const createProviderSource = (policy: readonly SharedEntry[]): string =>
  policy.map(({ key }, index) => `export const shared${index} = () => import(${JSON.stringify(key)});`).join('\n');

/**
 * Returns the source file of a key of shared-ui: `@mahlzeit/shared-ui/ui/dialog` is `shared-ui/src/ui/dialog/index.ts`.
 */
export const sourceOfKey = (root: string, sharedKey: string): string =>
  join(root, 'shared-ui', 'src', sharedKey.replace('@mahlzeit/shared-ui/', ''), 'index.ts');
