import { dirname, join } from 'node:path';
import { ModuleFederationPlugin } from '@module-federation/enhanced/webpack';
import { HotModuleReplacementPlugin, NormalModule, runtime, WebpackError } from 'webpack';
import type { Chunk, Compilation, Compiler, Configuration, Module } from 'webpack';
import { createBaseConfig, moduleReplacementsOf } from './base-config';
import type { BuildMode } from './base-config';
import {
  PACKAGES_FORBIDDEN_IN_REMOTES,
  createProviderSource,
  readSharedVersions,
  sharedModulesOfRemote,
  sharedModulesOfShell,
} from './shared-policy';
import type { SharedVersion } from './shared-policy';
import { chunkArrayNameOf, chunkArrayStatement, globalNameOf } from './release-name';
import type { WorkspacePackage } from './workspace-package';

/**
 * Name of the only global variable that the product defines: the shell's function that creates script elements (see
 * shell/src/script-guard.ts).
 */
const SCRIPT_FACTORY_GLOBAL_NAME = 'mahlzeitScript';

/**
 * Creates a plugin with which every chunk is requested through the shell's script factory, which knows the hashes of
 * all scripts. The generated code calls this factory instead of creating the script element itself, so remotes need no
 * Trusted Types policy. `furtherStatement` may use the variable `script`.
 */
export const createScriptGuardPlugin = (furtherStatement = '') => ({
  apply(compiler: Compiler): void {
    compiler.hooks.compilation.tap('ScriptGuard', (compilation) => {
      runtime.LoadScriptRuntimeModule.getCompilationHooks(compilation).createScript.tap(
        'ScriptGuard',
        () => `script = globalThis.${SCRIPT_FACTORY_GLOBAL_NAME}(url); ${furtherStatement}`,
      );
    });
  },
});

const packageNameOf = (resourcePath: string): string | null => {
  const [, pathInNodeModules] = resourcePath.split(/[\\/]node_modules[\\/](?!.*[\\/]node_modules[\\/])/);
  if (pathInNodeModules === undefined) return null;
  const [firstSegment = '', secondSegment = ''] = pathInNodeModules.split(/[\\/]/);
  return firstSegment.startsWith('@') ? `${firstSegment}/${secondSegment}` : firstSegment;
};

/**
 * Runtime of Module Federation that each remote brings along. In a repository of its own, a remote finds it in the
 * package shared-ui, of which it may bundle nothing else.
 */
const REMOTE_RUNTIME_FILE = join(__dirname, 'remote-runtime.ts');

const isForeignModule = (
  module: Module,
  packages: ReadonlySet<string>,
  sharedUiFolder: string,
): module is NormalModule => {
  if (!(module instanceof NormalModule) || typeof module.resource !== 'string') return false;
  if (module.resource === REMOTE_RUNTIME_FILE) return false;
  const packageName = packageNameOf(module.resource);
  return module.resource.startsWith(sharedUiFolder) || (packageName !== null && packages.has(packageName));
};

/** Returns the paths of the modules in a compilation that belong to one of `packages` or lie in `folder`. */
export const foreignModulesIn = (
  compilation: Compilation,
  packages: ReadonlySet<string>,
  folder: string,
): readonly string[] =>
  [...compilation.modules].flatMap((module) => (isForeignModule(module, packages, folder) ? [module.resource] : []));

interface ForeignModuleOptions {
  /** Names of the npm packages that the shell provides for all remotes. */
  readonly packages: readonly string[];
  /** Folder of shared-ui's sources, which are not in node_modules. */
  readonly folder: string;
}

/**
 * Creates a plugin that fails the build of a remote if the remote bundles a module that the shell provides. A second
 * copy of react-aria, for example, breaks focus handling and the Escape key.
 */
const createForeignModulesPlugin = ({ packages, folder }: ForeignModuleOptions) => ({
  apply(compiler: Compiler): void {
    const packageNames = new Set(packages);
    compiler.hooks.compilation.tap('ForeignModules', (compilation) => {
      compilation.hooks.afterOptimizeModules.tap('ForeignModules', () => {
        for (const resource of foreignModulesIn(compilation, packageNames, folder)) {
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

const PROVIDED_SHARE_KEY_PATTERN = /^provide module \([^)]*\)(?: \([^)]*\))? (.+)@[^@]+ = /;

const providedKeyOf = (module: Module): string | null =>
  PROVIDED_SHARE_KEY_PATTERN.exec(module.identifier())?.[1] ?? null;

/** Returns the keys of the modules that a compilation puts into Module Federation's share scope. */
export const providedKeysOf = (compilation: Compilation): ReadonlySet<string> =>
  new Set([...compilation.modules].map(providedKeyOf).filter((key): key is string => key !== null));

/**
 * Creates a plugin that fails the shell's build when its share scope lacks one of these keys, because remotes would not
 * find the module.
 */
export const createProvidedKeysPlugin = (expectedKeys: readonly string[]) => ({
  apply(compiler: Compiler): void {
    compiler.hooks.compilation.tap('ProvidedKeys', (compilation) => {
      compilation.hooks.afterOptimizeModules.tap('ProvidedKeys', () => {
        const providedKeys = providedKeysOf(compilation);
        for (const key of expectedKeys)
          if (!providedKeys.has(key)) compilation.errors.push(new WebpackError(`The share scope lacks ${key}`));
      });
    });
  },
});

// Stage of `optimizeChunks` in which Module Federation moves modules (HoistContainerReferencesPlugin).
const MODULE_HOISTING_STAGE = 11;

/**
 * Creates a plugin that moves modules back out of the first script. Module Federation moves there all modules that its
 * runtime might use. The plugin removes modules that were in no script (all languages of zod, unused routes, build
 * tools of the runtime). All others return to the scripts in which they were (for example schemas that only the drawer
 * reads). A module that several scripts need is then in each of them: a page needs few of these scripts, but every page
 * needs the first one.
 */
const createModulePlacesPlugin = () => ({
  apply(compiler: Compiler): void {
    compiler.hooks.thisCompilation.tap('ModulePlaces', ({ modules, chunkGraph, hooks }) => {
      const chunksByModule = new Map<Module, ReadonlySet<Chunk>>();
      hooks.optimizeChunks.tap({ name: 'ModulePlaces', stage: MODULE_HOISTING_STAGE - 1 }, () => {
        for (const module of modules) chunksByModule.set(module, new Set(chunkGraph.getModuleChunksIterable(module)));
      });
      hooks.optimizeChunks.tap({ name: 'ModulePlaces', stage: MODULE_HOISTING_STAGE + 1 }, () => {
        for (const [module, previousChunks] of chunksByModule) {
          const currentChunks = new Set(chunkGraph.getModuleChunksIterable(module));
          const isHoisted = [...currentChunks].some((chunk) => chunk.hasRuntime() && !previousChunks.has(chunk));
          if (previousChunks.size > 1 && !isHoisted) continue;
          for (const chunk of currentChunks)
            if (!previousChunks.has(chunk)) chunkGraph.disconnectChunkAndModule(chunk, module);
          for (const chunk of previousChunks)
            if (!currentChunks.has(chunk)) chunkGraph.connectChunkAndModule(chunk, module);
        }
      });
    });
  },
});

/**
 * Only module that a remote exposes: its declaration. Each screen, slot and command is a chunk that the declaration
 * imports.
 */
const EXPOSED_MODULE_PATH = './remote';

/** Returns the path at which the gateway serves a remote's files. */
const publicPathOf = (pkg: WorkspacePackage): string => `/remotes/${pkg.name}/`;

/** Source of the only module that a remote exposes: its declaration. */
const DECLARATION_SOURCE = './src/remote.ts';

const remoteFederation = (pkg: WorkspacePackage, sharedVersions: readonly SharedVersion[], exposedSource: string) =>
  new ModuleFederationPlugin({
    name: pkg.name,
    filename: 'remoteEntry.[contenthash:10].js',
    library: { type: 'var', name: globalNameOf(pkg) },
    exposes: { [EXPOSED_MODULE_PATH]: exposedSource },
    shared: sharedModulesOfRemote(sharedVersions),
    shareStrategy: 'loaded-first',
    virtualRuntimeEntry: true,
    dts: false,
    manifest: false,
    experiments: { externalRuntime: true, optimization: { target: 'web', disableSnapshot: true } },
  });

// Import paths by which Module Federation's plugin imports its bundler runtime, with the files that replace them.
const remoteRuntimeAliases = Object.fromEntries(
  ['', '/bundler'].map((entryPoint) => [
    require.resolve(`@module-federation/webpack-bundler-runtime${entryPoint}`).replace(/\.cjs$/, '.js'),
    REMOTE_RUNTIME_FILE,
  ]),
);

const defineFederated = (
  pkg: WorkspacePackage,
  baseConfiguration: Configuration,
  federation: ModuleFederationPlugin,
): Configuration => ({
  ...baseConfiguration,
  entry: {},
  resolve: {
    ...baseConfiguration.resolve,
    alias: { ...baseConfiguration.resolve?.alias, ...remoteRuntimeAliases },
  },
  output: {
    ...baseConfiguration.output,
    path: join(pkg.dir, 'dist'),
    publicPath: publicPathOf(pkg),
    uniqueName: globalNameOf(pkg),
    chunkLoadingGlobal: chunkArrayNameOf(pkg),
  },
  plugins: [
    ...(baseConfiguration.plugins ?? []),
    federation,
    createScriptGuardPlugin(chunkArrayStatement(pkg)),
    createModulePlacesPlugin(),
    createForeignModulesPlugin({ packages: PACKAGES_FORBIDDEN_IN_REMOTES, folder: join(pkg.root, 'shared-ui/src') }),
  ],
});

/**
 * Returns webpack's configuration of a remote: a small entry that contains no copies of packages that the shell
 * provides.
 */
export const defineRemote = (
  pkg: WorkspacePackage,
  mode: BuildMode,
  sharedVersions: readonly SharedVersion[] = readSharedVersions(pkg.root),
): Configuration =>
  defineFederated(
    pkg,
    createBaseConfig(pkg, { mode, purpose: 'federated' }),
    remoteFederation(pkg, sharedVersions, DECLARATION_SOURCE),
  );

/**
 * Returns webpack's configuration of a remote that a dev server serves to the whole product. `exposedSource` is a
 * module that exports the declaration and follows edits. Components contain no code for Fast Refresh, because the
 * page's React may be the production build, which doesn't have it. Scripts come from the server that served the entry.
 */
export const defineLiveRemote = (pkg: WorkspacePackage, folder: string, exposedSource: string): Configuration => {
  const configuration = defineFederated(
    pkg,
    createBaseConfig(pkg, { mode: 'development', purpose: 'live' }),
    remoteFederation(pkg, readSharedVersions(pkg.root), exposedSource),
  );
  return {
    ...configuration,
    output: {
      ...configuration.output,
      path: folder,
      publicPath: 'auto',
      filename: '[name].js',
      chunkFilename: '[name].js',
    },
    plugins: [...(configuration.plugins ?? []), new HotModuleReplacementPlugin()],
  };
};

/** Runtime plugin of Module Federation in the shell. It runs before any other script is requested. */
const SCRIPT_GUARD_FILE = 'src/script-guard.ts';

const shellFederation = (pkg: WorkspacePackage, sharedVersions: readonly SharedVersion[]) =>
  new ModuleFederationPlugin({
    name: 'shell',
    shared: sharedModulesOfShell(sharedVersions),
    shareStrategy: 'loaded-first',
    runtimePlugins: [join(pkg.dir, SCRIPT_GUARD_FILE)],
    virtualRuntimeEntry: true,
    dts: false,
    manifest: false,
    experiments: { provideExternalRuntime: true, optimization: { target: 'web', disableSnapshot: true } },
  });

// Returns the path of the ESM version of a file. The injected provider requires the CommonJS version of the runtime
// core, while all other modules import the ESM version; both together would add 10 kB (brotli), so only the ESM version
// is used.
const esmPathBeside = (commonJsPath: string): string => join(dirname(commonJsPath), 'index.js');
const runtimeAliases = {
  '@module-federation/runtime-core$': esmPathBeside(require.resolve('@module-federation/runtime-core')),
  '@module-federation/sdk$': esmPathBeside(require.resolve('@module-federation/sdk')),
};

/**
 * Returns webpack's configuration of the shell: the first script contains every eager singleton, and lazy chunks
 * contain the rest.
 */
export const defineShell = (
  pkg: WorkspacePackage,
  mode: BuildMode,
  sharedVersions: readonly SharedVersion[] = readSharedVersions(pkg.root),
): Configuration => {
  const baseConfig = createBaseConfig(pkg, { mode, purpose: 'federated' });
  const providerUrl = `data:text/javascript,${encodeURIComponent(createProviderSource(sharedVersions))}`;
  return {
    ...baseConfig,
    entry: { shell: [providerUrl, './src/main.tsx'] },
    resolve: { ...baseConfig.resolve, alias: { ...moduleReplacementsOf(pkg), ...runtimeAliases } },
    output: { ...baseConfig.output, path: join(pkg.dir, 'dist'), publicPath: '/assets/', uniqueName: 'mahlzeit_shell' },
    plugins: [
      ...(baseConfig.plugins ?? []),
      shellFederation(pkg, sharedVersions),
      createScriptGuardPlugin(),
      createModulePlacesPlugin(),
      createProvidedKeysPlugin(sharedVersions.map(({ key }) => key)),
    ],
  };
};
