import { join } from 'node:path';
import { readManifest } from './workspace-package';

/** Eager ones are part of the shell's first script; lazy ones are chunks that the shell provides on demand. */
type SharedMode = 'eager' | 'lazy';

/** One singleton that the shell provides and every remote consumes. */
export interface SharedEntry {
  /** The literal request string: federation shares by request, not by package. */
  readonly key: string;
  /** The package whose version counts. */
  readonly provider: string;
  readonly mode: SharedMode;
  /** True for a lazy one without which the main screen can't be drawn: the page preloads it. */
  readonly isPreloaded?: true;
}

/** A shared entry with the version that stands in node_modules. */
export interface SharedVersion extends SharedEntry {
  readonly version: string;
}

/**
 * The one table of what shell and remotes share. React-aria is absent on purpose: it keeps focus and overlay state
 * in module scope, so the shell alone holds it, inside shared-ui's lazy subpaths (recipe, section 6). Redux is absent
 * too: what a remote needs of it comes from platform, and what nobody needs doesn't ship.
 */
export const sharedPolicy: readonly SharedEntry[] = [
  { key: 'react', provider: 'react', mode: 'eager' },
  { key: 'react/jsx-runtime', provider: 'react', mode: 'eager' },
  { key: 'react-dom', provider: 'react-dom', mode: 'eager' },
  { key: 'react-dom/client', provider: 'react-dom', mode: 'eager' },
  { key: 'styled-components', provider: 'styled-components', mode: 'eager' },
  { key: '@mahlzeit/contract/zod', provider: '@mahlzeit/contract', mode: 'eager' },
  { key: '@mahlzeit/shared-ui/platform', provider: '@mahlzeit/shared-ui', mode: 'eager' },
  { key: '@mahlzeit/shared-ui/platform/collections', provider: '@mahlzeit/shared-ui', mode: 'lazy' },
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

/** Packages that may exist once in the page and therefore must never be bundled by a remote. */
export const forbiddenInRemotes: readonly string[] = [
  // Of the contract each remote bundles what it calls; what it is made of is shared.
  ...new Set(sharedPolicy.map(({ provider }) => provider).filter((provider) => provider !== '@mahlzeit/contract')),
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

/** The table with installed versions. `root` is the repository. */
export const readSharedVersions = (
  root: string,
  policy: readonly SharedEntry[] = sharedPolicy,
): readonly SharedVersion[] =>
  policy.map((entry) => ({
    ...entry,
    version: readManifest(join(root, 'node_modules', entry.provider, 'package.json')).version,
  }));

const singleton = ({ version }: SharedVersion) => ({
  singleton: true,
  strictVersion: true,
  requiredVersion: `^${version}`,
});

/** `shared` of the shell: it provides every key. */
export const sharedByShell = (entries: readonly SharedVersion[]) =>
  Object.fromEntries(
    entries.map((entry) => [entry.key, { ...singleton(entry), version: entry.version, eager: entry.mode === 'eager' }]),
  );

/** `shared` of a remote: it only consumes, so no copy of its own can ever exist. */
export const sharedByRemote = (entries: readonly SharedVersion[]) =>
  Object.fromEntries(entries.map((entry) => [entry.key, { ...singleton(entry), import: false as const }]));

/**
 * Source of a module that resolves every key. A provider provides only what its own module graph asks for, so the
 * shell's entry carries it beside main.tsx; the function is never called, each `import()` is the promise to provide.
 */
export const providerSource = (policy: readonly SharedEntry[]): string =>
  policy.map(({ key }, index) => `export const shared${index} = () => import(${JSON.stringify(key)});`).join('\n');

/** The file behind a key of shared-ui: `@mahlzeit/shared-ui/ui/dialog` is `shared-ui/src/ui/dialog/index.ts`. */
export const sourceOfKey = (root: string, key: string): string =>
  join(root, 'shared-ui', 'src', key.replace('@mahlzeit/shared-ui/', ''), 'index.ts');
