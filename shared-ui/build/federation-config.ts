import { dirname, join } from 'node:path';
import { ModuleFederationPlugin } from '@module-federation/enhanced/webpack';
import { NormalModule, runtime, WebpackError } from 'webpack';
import type { Chunk, Compilation, Compiler, Configuration, Module } from 'webpack';
import { baseConfig, replacementsOf } from './base-config';
import type { BuildMode } from './base-config';
import { forbiddenInRemotes, providerSource, readSharedVersions, sharedByRemote, sharedByShell } from './shared-policy';
import type { SharedVersion } from './shared-policy';
import { inputHashOf } from './workspace-package';
import type { WorkspacePackage } from './workspace-package';

/** Name of the one global of ours: the shell's script factory (see shell/src/script-guard.ts). */
const SCRIPT_FACTORY = 'mahlzeitScript';

/**
 * Lets every chunk be requested through the shell's script factory, which knows the registry's hashes. The tap's
 * answer replaces webpack's own creation of the script element; remotes therefore need no Trusted Types policy.
 */
const createScriptGuardPlugin = () => ({
  apply(compiler: Compiler): void {
    compiler.hooks.compilation.tap('ScriptGuard', (compilation) => {
      runtime.LoadScriptRuntimeModule.getCompilationHooks(compilation).createScript.tap(
        'ScriptGuard',
        () => `script = globalThis.${SCRIPT_FACTORY}(url);`,
      );
    });
  },
});

const packageOf = (resource: string): string | null => {
  const [, path] = resource.split(/[\\/]node_modules[\\/](?!.*[\\/]node_modules[\\/])/);
  if (path === undefined) return null;
  const [first = '', second = ''] = path.split(/[\\/]/);
  return first.startsWith('@') ? `${first}/${second}` : first;
};

const isForeign = (module: Module, packages: ReadonlySet<string>, folder: string): module is NormalModule => {
  if (!(module instanceof NormalModule) || typeof module.resource !== 'string') return false;
  const name = packageOf(module.resource);
  return module.resource.startsWith(folder) || (name !== null && packages.has(name));
};

/** The modules of a compilation that belong to one of `packages` or lie in `folder`. */
export const foreignModulesIn = (
  compilation: Compilation,
  packages: ReadonlySet<string>,
  folder: string,
): readonly string[] =>
  [...compilation.modules].flatMap((module) => (isForeign(module, packages, folder) ? [module.resource] : []));

interface ForeignModules {
  /** Packages that the shell provides. */
  readonly packages: readonly string[];
  /** Folder of the shared source package, which isn't below node_modules. */
  readonly folder: string;
}

/** Fails a remote's build that bundles what the shell provides: a second react-aria breaks focus and Escape. */
const createForeignModulesPlugin = ({ packages, folder }: ForeignModules) => ({
  apply(compiler: Compiler): void {
    const names = new Set(packages);
    compiler.hooks.compilation.tap('ForeignModules', (compilation) => {
      compilation.hooks.afterOptimizeModules.tap('ForeignModules', () => {
        for (const resource of foreignModulesIn(compilation, names, folder)) {
          compilation.errors.push(
            new WebpackError(
              `${resource} is provided by the shell: import it by a request of shared-ui/build/shared-policy.ts`,
            ),
          );
        }
      });
    });
  },
});

const PROVIDED = /^provide module \([^)]*\)(?: \([^)]*\))? (.+)@[^@]+ = /;

const keyOf = (module: Module): string | null => PROVIDED.exec(module.identifier())?.[1] ?? null;

/** Returns the share keys that a compilation provides. */
export const providedKeysOf = (compilation: Compilation): ReadonlySet<string> =>
  new Set([...compilation.modules].map(keyOf).filter((key): key is string => key !== null));

/** Fails the shell's build when its share scope lacks a promised key, because remotes would not find it. */
export const createProvidedKeysPlugin = (keys: readonly string[]) => ({
  apply(compiler: Compiler): void {
    compiler.hooks.compilation.tap('ProvidedKeys', (compilation) => {
      compilation.hooks.afterOptimizeModules.tap('ProvidedKeys', () => {
        const providedKeys = providedKeysOf(compilation);
        for (const key of keys)
          if (!providedKeys.has(key)) compilation.errors.push(new WebpackError(`The share scope lacks ${key}`));
      });
    });
  },
});

// Module Federation moves modules in this stage of `optimizeChunks` (HoistContainerReferencesPlugin).
const HOISTING_STAGE = 11;

/**
 * Takes modules out of the first script again that the federation moved there because its runtime could reach them:
 * modules that no script held (all languages of zod, unused routes, the runtime's build tools), and modules of one
 * other script (schemas that only the drawer reads). Modules of several scripts stay, once each.
 */
const createModulePlacesPlugin = () => ({
  apply(compiler: Compiler): void {
    compiler.hooks.thisCompilation.tap('ModulePlaces', ({ modules, chunkGraph, hooks }) => {
      const places = new Map<Module, ReadonlySet<Chunk>>();
      hooks.optimizeChunks.tap({ name: 'ModulePlaces', stage: HOISTING_STAGE - 1 }, () => {
        for (const module of modules) places.set(module, new Set(chunkGraph.getModuleChunksIterable(module)));
      });
      hooks.optimizeChunks.tap({ name: 'ModulePlaces', stage: HOISTING_STAGE + 1 }, () => {
        for (const [module, earlierChunks] of places) {
          if (earlierChunks.size > 1) continue;
          const after = new Set(chunkGraph.getModuleChunksIterable(module));
          for (const chunk of after) if (!earlierChunks.has(chunk)) chunkGraph.disconnectChunkAndModule(chunk, module);
          for (const chunk of earlierChunks) if (!after.has(chunk)) chunkGraph.connectChunkAndModule(chunk, module);
        }
      });
    });
  },
});

/** Only exposed module of a remote: its declaration, from which each screen, slot and command is a chunk. */
const EXPOSED = './remote';

/** Returns a JavaScript identifier that differs from release to release. */
export const globalNameOf = (pkg: WorkspacePackage): string =>
  `mahlzeit_${pkg.name.replaceAll(/[^a-z0-9]/gi, '_')}_${inputHashOf(pkg)}`;

/** Returns the path at which the gateway serves a remote's files. */
const publicPathOf = (pkg: WorkspacePackage): string => `/remotes/${pkg.name}/`;

const remoteFederation = (pkg: WorkspacePackage, sharedVersions: readonly SharedVersion[]) =>
  new ModuleFederationPlugin({
    name: pkg.name,
    filename: 'remoteEntry.[contenthash:10].js',
    library: { type: 'var', name: globalNameOf(pkg) },
    exposes: { [EXPOSED]: './src/remote.ts' },
    shared: sharedByRemote(sharedVersions),
    shareStrategy: 'loaded-first',
    virtualRuntimeEntry: true,
    dts: false,
    manifest: false,
    experiments: { externalRuntime: true, optimization: { target: 'web', disableSnapshot: true } },
  });

/** Returns webpack's configuration of a remote's container: a small entry without copies of the shell's packages. */
export const defineRemote = (
  pkg: WorkspacePackage,
  mode: BuildMode,
  sharedVersions: readonly SharedVersion[] = readSharedVersions(pkg.root),
): Configuration => {
  const base = baseConfig(pkg, { mode, purpose: 'federated' });
  return {
    ...base,
    entry: {},
    output: {
      ...base.output,
      path: join(pkg.dir, 'dist'),
      publicPath: publicPathOf(pkg),
      uniqueName: globalNameOf(pkg),
    },
    plugins: [
      ...(base.plugins ?? []),
      remoteFederation(pkg, sharedVersions),
      createScriptGuardPlugin(),
      createModulePlacesPlugin(),
      createForeignModulesPlugin({ packages: forbiddenInRemotes, folder: join(pkg.root, 'shared-ui/src') }),
    ],
  };
};

/** Federation runtime plugin of the shell. It runs before any other script is requested. */
const GUARD = 'src/script-guard.ts';

const shellFederation = (pkg: WorkspacePackage, sharedVersions: readonly SharedVersion[]) =>
  new ModuleFederationPlugin({
    name: 'shell',
    shared: sharedByShell(sharedVersions),
    shareStrategy: 'loaded-first',
    runtimePlugins: [join(pkg.dir, GUARD)],
    virtualRuntimeEntry: true,
    dts: false,
    manifest: false,
    experiments: { provideExternalRuntime: true, optimization: { target: 'web', disableSnapshot: true } },
  });

// The injected provider requires the CommonJS core while all else uses the ESM one: two cores weigh 10 kB (brotli).
const esmBeside = (commonJs: string): string => join(dirname(commonJs), 'index.js');
const oneRuntime = {
  '@module-federation/runtime-core$': esmBeside(require.resolve('@module-federation/runtime-core')),
  '@module-federation/sdk$': esmBeside(require.resolve('@module-federation/sdk')),
};

/**
 * Returns webpack's configuration of the shell: one first script with every eager singleton, lazy chunks for the rest.
 */
export const defineShell = (
  pkg: WorkspacePackage,
  mode: BuildMode,
  sharedVersions: readonly SharedVersion[] = readSharedVersions(pkg.root),
): Configuration => {
  const base = baseConfig(pkg, { mode, purpose: 'federated' });
  const provider = `data:text/javascript,${encodeURIComponent(providerSource(sharedVersions))}`;
  return {
    ...base,
    entry: { shell: [provider, './src/main.tsx'] },
    resolve: { ...base.resolve, alias: { ...replacementsOf(pkg), ...oneRuntime } },
    output: { ...base.output, path: join(pkg.dir, 'dist'), publicPath: '/assets/', uniqueName: 'mahlzeit_shell' },
    plugins: [
      ...(base.plugins ?? []),
      shellFederation(pkg, sharedVersions),
      createScriptGuardPlugin(),
      createModulePlacesPlugin(),
      createProvidedKeysPlugin(sharedVersions.map(({ key }) => key)),
    ],
  };
};
