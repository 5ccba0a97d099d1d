import { ModuleFederation, setGlobalFederationInstance } from '@module-federation/runtime-core';

type InitOptions = ConstructorParameters<typeof ModuleFederation>[0];
type ShareScope = ModuleFederation['shareScopeMap'][string];
type InitScope = NonNullable<Parameters<ModuleFederation['initializeSharing']>[1]>['initScope'];
type ModuleId = string | number;

/** Module that a remote takes from the shell instead of bundling it, as the build describes it. */
interface ConsumedModule {
  readonly shareKey: string;
  readonly shareScope: string[];
  readonly requiredVersion: string;
  readonly strictVersion: boolean;
  readonly singleton: boolean;
  readonly eager: boolean;
  /** Returns a module that throws, for a key that the shell doesn't provide in a fitting version. */
  readonly fallback: () => () => unknown;
}

/** Parts of webpack's `require` function that the runtime of a remote uses. */
interface WebpackRequire {
  /** Functions that evaluate a module, by the module's id. */
  readonly m: Record<ModuleId, (module: { exports: unknown }) => void>;
  /** Exports of the modules that have been evaluated, by the module's id. */
  readonly c: Record<ModuleId, unknown>;
  /** Modules that shell and remotes share, by scope. */
  S: ModuleFederation['shareScopeMap'];
  readonly I: (scopeName: string, initScope: InitScope) => unknown;
  readonly federation: { readonly initOptions: InitOptions; readonly instance: ModuleFederation };
  readonly consumesLoadingData: { readonly moduleIdToConsumeDataMapping: Readonly<Record<ModuleId, ConsumedModule>> };
}

/**
 * Creates the Module Federation instance of one release. If a page runs two releases of a remote, each has its own
 * instance: a common one would mix their options.
 */
const init = ({ webpackRequire }: { readonly webpackRequire: WebpackRequire }): ModuleFederation => {
  const instance = new ModuleFederation(webpackRequire.federation.initOptions);
  setGlobalFederationInstance(instance);
  return instance;
};

const attachShareScopeMap = (webpackRequire: WebpackRequire): void => {
  webpackRequire.S = webpackRequire.federation.instance.shareScopeMap;
};

interface ContainerOptions {
  readonly webpackRequire: WebpackRequire;
  readonly shareScope: ShareScope;
  readonly shareScopeKey: string;
  readonly initScope: InitScope;
  readonly remoteEntryInitOptions?: Partial<InitOptions> & { shareScopeMap?: ModuleFederation['shareScopeMap'] };
}

/** Hands the shell's modules to a remote. The shell calls this function before it reads the remote's declaration. */
const initContainerEntry = ({
  webpackRequire,
  shareScope,
  shareScopeKey,
  initScope,
  remoteEntryInitOptions,
}: ContainerOptions): unknown => {
  const { instance, initOptions } = webpackRequire.federation;
  instance.initOptions({ name: initOptions.name, remotes: [], ...remoteEntryInitOptions });
  instance.initShareScopeMap(shareScopeKey, shareScope, {
    hostShareScopeMap: remoteEntryInitOptions?.shareScopeMap ?? {},
  });
  attachShareScopeMap(webpackRequire);
  return webpackRequire.I(shareScopeKey, initScope);
};

interface SharingOptions {
  readonly webpackRequire: WebpackRequire;
  readonly shareScopeName: string;
  readonly initPromises: Record<string, Promise<unknown>>;
  readonly initScope: InitScope;
}

/** Waits once until the modules of a scope are registered. */
const initializeSharing = ({
  webpackRequire: {
    federation: { instance },
  },
  shareScopeName,
  initPromises,
  initScope,
}: SharingOptions): Promise<unknown> =>
  (initPromises[shareScopeName] ??= Promise.all(
    instance.initializeSharing(shareScopeName, {
      strategy: instance.options.shareStrategy,
      initScope,
      from: 'build',
    }),
  ));

const shareInfoOf = ({ shareScope, requiredVersion, strictVersion, singleton, eager }: ConsumedModule) => ({
  scope: shareScope,
  shareConfig: { requiredVersion, strictVersion, singleton, eager },
});

interface ConsumeOptions {
  readonly webpackRequire: WebpackRequire;
  readonly chunkId: ModuleId;
  readonly chunkMapping: Readonly<Record<ModuleId, readonly ModuleId[]>>;
  /** Running requests, by module. The value 0 means that the module has arrived. */
  readonly installedModules: Record<ModuleId, Promise<void> | 0>;
  /** Promises for which the chunk waits before it is evaluated. */
  readonly promises: (Promise<void> | 0)[];
}

/**
 * Takes the shared modules that a chunk needs from the shell. A module that can't be loaded throws when it is
 * evaluated, and is requested again with the next chunk.
 */
const consumes = ({ webpackRequire, chunkId, chunkMapping, installedModules, promises }: ConsumeOptions): void => {
  const { m: factories, c: evaluatedModules, consumesLoadingData } = webpackRequire;
  const install = (moduleId: ModuleId, readExports: () => unknown): void => {
    factories[moduleId] = (module) => {
      delete evaluatedModules[moduleId];
      module.exports = readExports();
    };
  };
  const request = async (moduleId: ModuleId, consumed: ConsumedModule): Promise<void> => {
    try {
      const customShareInfo = shareInfoOf(consumed);
      const readShared = await webpackRequire.federation.instance.loadShare(consumed.shareKey, { customShareInfo });
      install(moduleId, typeof readShared === 'function' ? readShared : consumed.fallback());
      installedModules[moduleId] = 0;
    } catch (error) {
      delete installedModules[moduleId];
      install(moduleId, () => {
        throw error;
      });
    }
  };
  for (const moduleId of chunkMapping[chunkId] ?? []) {
    const consumed = consumesLoadingData.moduleIdToConsumeDataMapping[moduleId];
    if (consumed !== undefined) promises.push((installedModules[moduleId] ??= request(moduleId, consumed)));
  }
};

/**
 * Part of Module Federation's bundler runtime that a remote's entry needs. It takes the place of the package's own
 * runtime, which can also load further remotes, provide shared modules and choose among their copies: that would make
 * the entry larger by half.
 */
const federation = {
  // The generated code only tests that a runtime exists. The functions of the runtime are in the shell's runtime core.
  runtime: {},
  bundlerRuntime: { consumes, I: initializeSharing, initContainerEntry, init },
  attachShareScopeMap,
  bundlerRuntimeOptions: {},
};

export default federation;
