import type { PageRemote, RemoteName } from '@mahlzeit/contract';
import { createListeners, SHELL_CONTRACT_VERSION } from '@mahlzeit/shared-ui/platform';
import type { Listeners, RemoteDeclaration, ScreenModule } from '@mahlzeit/shared-ui/platform';
import { getInstance, loadRemote, registerRemotes, satisfy } from '@module-federation/enhanced/runtime';
import { LoadError } from './load-error';
import { createLoadable } from './loadable';
import type { Loadable, LoadableDeps, LoadTask } from './loadable';
import { createPageReleases } from './page-releases';

/** Functions of Module Federation's runtime that the loader uses. */
export interface Federation {
  /** Registers a remote without loading it. */
  register(remote: PageRemote): void;
  /** Loads the remote's entry and resolves with its exposed module. */
  load(remote: PageRemote): Promise<unknown>;
  /** Makes the runtime forget shared chunks that failed to load, so that they can be loaded again. */
  forgetFailures(): void;
  /** Whether a version satisfies a semver range. */
  satisfies(version: string, range: string): boolean;
}

/** Name of the module that every remote exposes, with its declaration (shared-ui/build). */
const EXPOSED_MODULE_NAME = 'remote';

/** Module Federation's runtime of the shell's build. */
export const browserFederation: Federation = {
  // The runtime identifies each release by the name of its global variable, because a page may load a second release of
  // a remote.
  register: ({ entry, globalName }) => registerRemotes([{ name: globalName, entry, entryGlobalName: globalName }]),
  load: ({ globalName }) => loadRemote<unknown>(`${globalName}/${EXPOSED_MODULE_NAME}`),
  forgetFailures() {
    // The runtime keeps a rejected `loading` promise for ever (2.9.2), so it is deleted. The callback is called with
    // each instance of the runtime.
    getInstance(({ shareScopeMap }) => {
      const sharedPackages = Object.values(shareScopeMap).flatMap((packageScope) =>
        Object.values(packageScope).flatMap((packageVersions) => Object.values(packageVersions)),
      );
      for (const sharedPackage of sharedPackages) if (!sharedPackage.loaded) sharedPackage.loading = null;
      return false;
    });
  },
  satisfies: (version, range) => satisfy(version, range),
};

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

const isScreenDeclaration = (value: unknown): boolean =>
  isObject(value) && typeof value.key === 'string' && typeof value.load === 'function';

/**
 * Returns whether a loaded module is the declaration of a remote. Only its shape is checked here, because the remote's
 * build has checked the types.
 */
const isRemoteDeclaration = (value: unknown): value is RemoteDeclaration =>
  isObject(value) &&
  typeof value.name === 'string' &&
  Array.isArray(value.screens) &&
  value.screens.every(isScreenDeclaration) &&
  isObject(value.slots) &&
  isObject(value.commands);

/** Returns the default export of an ES module; undefined for a module without one and for anything else. */
const defaultExportOf = (moduleExports: unknown): unknown =>
  isObject(moduleExports) ? moduleExports.default : undefined;

/** Part of a remote that is loaded separately: a screen, slot or command. */
export interface RemotePart<T> {
  /** Id that is unique within the remote: `screen:main`. */
  readonly id: string;
  /** Returns the declaration's function that loads the part; undefined if the remote doesn't have the part. */
  find(declaration: RemoteDeclaration): (() => Promise<T>) | undefined;
}

/** Returns a screen as a part of its remote. */
export const screenPart = (screenKey: string): RemotePart<{ readonly default: ScreenModule }> => ({
  id: `screen:${screenKey}`,
  find: ({ screens }) => screens.find(({ key }) => key === screenKey)?.load,
});

/**
 * Loads remotes and their parts: screens, slots and commands. Every rejection is a LoadError; another call tries again.
 */
export interface RemoteLoader {
  declaration(remote: RemoteName): Promise<RemoteDeclaration>;
  /** Returns the release of a remote that this page loads now. */
  releaseOf(remote: RemoteName): ReleaseId;
  /**
   * Tells the loader that the gateway may now deliver another release of a remote. At the next load the page asks for
   * it, unless a part of the remote runs already (Design §2).
   */
  supersede(remote: RemoteName): void;
  part<T extends object>(remote: RemoteName, part: RemotePart<T>): Promise<T>;
  /**
   * Loads a part that nobody has requested yet, so that it runs at once when it is requested. Does nothing while an
   * earlier request for it is running or has failed. Never rejects, reports nothing and tries once: the request that
   * follows has its own attempts.
   */
  prefetch(remote: RemoteName, part: RemotePart<object>): Promise<void>;
  /**
   * Calls `listener` whenever the remote or one of its parts has been loaded, even after a time-out. Returns an
   * unsubscribe function.
   */
  onArrival(remote: RemoteName, listener: () => void): () => void;
  /**
   * Loads a part of the shell or of shared-ui that has a script of its own: `shared('ui/dialog', () =>
   * import('…/ui/dialog'))`.
   */
  shared<T extends object>(id: string, load: () => Promise<T>): Promise<T>;
}

/** Identifies a release of a remote; `version` is null if the registry has no release of the remote. */
export interface ReleaseId {
  readonly remote: RemoteName;
  readonly version: string | null;
}

/**
 * Called for every failed attempt. `partName` names the remote or the part. `release` is null for a part of the shell
 * or of shared-ui.
 */
export type ReportFailure = (error: LoadError, partName: string, release: ReleaseId | null) => void;

/** Declaration of a remote, with the release to which it belongs. */
interface DeclaredRelease {
  readonly release: PageRemote;
  readonly declaration: RemoteDeclaration;
}

interface LoadCallbacks {
  readonly onReady?: () => void;
  readonly onFailed?: (error: LoadError) => void;
}

/** Callbacks of a load, and the remote to which the load belongs; null for a part of the shell or of shared-ui. */
interface LoadOwner extends LoadCallbacks {
  readonly remote: RemoteName | null;
}

interface RemoteLoaderDeps extends LoadableDeps {
  readonly remotes: readonly PageRemote[];
  readonly federation: Federation;
  /**
   * Requests the current release of a remote from the gateway, or the last good one before it if the current one is
   * among `failedVersions`, and allows its scripts in this page. Resolves with null if the gateway doesn't answer or
   * has no release.
   */
  fetchRelease(remote: RemoteName, failedVersions: readonly string[]): Promise<PageRemote | null>;
  /** Resolves once all texts of the loaded parts are available in the page's language; never rejects. */
  whenTextsReady(): Promise<void>;
  readonly report: ReportFailure;
}

const checkContract = ({ name, contract }: PageRemote, { satisfies }: Federation): void => {
  if (satisfies(SHELL_CONTRACT_VERSION, contract)) return;
  throw new LoadError('entry', 'incompatible', {
    message: `${name} is built for shell contract ${contract}, this shell offers ${SHELL_CONTRACT_VERSION}`,
  });
};

// After a shared chunk has failed, webpack may return a half evaluated module as an object without exports (recipe §7).
// Throws a LoadError for such a module.
const requireExports = <T extends object>(module: T, moduleId: string): T => {
  if (Object.keys(module).length > 0) return module;
  throw new LoadError('chunk', 'broken', { message: `${moduleId} came without any export` });
};

const loadDeclaration = async (federation: Federation, remote: PageRemote): Promise<RemoteDeclaration> => {
  checkContract(remote, federation);
  const declaration = defaultExportOf(await federation.load(remote));
  if (!isRemoteDeclaration(declaration))
    throw new LoadError('entry', 'broken', { message: `${remote.name} exposes no declaration` });
  return declaration;
};

/**
 * Creates the loader of a page. It registers all remotes of the registry, and has one state machine for each remote and
 * each part.
 */
export const createRemoteLoader = (deps: RemoteLoaderDeps): RemoteLoader => {
  const loadableByName = new Map<string, Loadable>();
  const arrivalListeners = new Map<RemoteName, Listeners<[]>>();
  const releases = createPageReleases({
    remotes: deps.remotes,
    register: deps.federation.register,
    fetchRelease: deps.fetchRelease,
    // After a change of the release, the next request loads the declaration of the other release.
    onChanged: (name) => void loadableByName.delete(name),
  });

  const emitArrival = (remote: RemoteName): void => arrivalListeners.get(remote)?.emit();

  const releaseOf = (remote: RemoteName): ReleaseId => ({ remote, version: releases.versionOf(remote) });

  const loadableOf = (task: LoadTask, { remote, onReady, onFailed }: LoadOwner): Loadable => {
    const existingLoadable = loadableByName.get(task.name);
    if (existingLoadable) return existingLoadable;
    const loadable = createLoadable(task, deps);
    loadable.subscribe((loadState) => {
      if (loadState.status === 'ready') onReady?.();
      if (loadState.status !== 'failed') return;
      deps.federation.forgetFailures();
      deps.report(loadState.error, task.name, remote === null ? null : releaseOf(remote));
      onFailed?.(loadState.error);
    });
    loadableByName.set(task.name, loadable);
    return loadable;
  };

  const loadChunk = async <T extends object>(
    name: string,
    fetchModule: (isRetry: boolean) => Promise<T>,
    owner: LoadOwner,
  ): Promise<T> => {
    await loadableOf({ name, phase: 'chunk', run: fetchModule }, owner).load();
    // The loaded part has registered its texts; those in languages other than German are in a separate script, for
    // which the loader waits here.
    await deps.whenTextsReady();
    // The module is loaded already: webpack returns it from memory, here with the caller's type.
    return fetchModule(false);
  };

  const ownerOf = (remote: RemoteName): LoadOwner => ({
    remote,
    onReady: () => emitArrival(remote),
    onFailed: (error) => releases.onFailed(remote, error),
  });

  const fetchDeclaredRelease = async (remote: RemoteName): Promise<DeclaredRelease> => {
    const release = releases.get(remote);
    const declaration = await loadDeclaration(deps.federation, release);
    // While the declaration was loading, the page may have chosen another release.
    return release === releases.get(remote) ? { release, declaration } : fetchDeclaredRelease(remote);
  };

  const isLoadOpen = (name: string): boolean => {
    const status = loadableByName.get(name)?.state().status ?? 'idle';
    return status !== 'idle' && status !== 'ready';
  };

  const declaredReleaseOf = async (remote: RemoteName): Promise<DeclaredRelease> => {
    const renewAndFetch = async (isRetry: boolean) => {
      await releases.renewStale(remote, isRetry);
      return fetchDeclaredRelease(remote);
    };
    await loadableOf({ name: remote, phase: 'entry', run: renewAndFetch }, ownerOf(remote)).load();
    return fetchDeclaredRelease(remote);
  };

  return {
    declaration: async (remote) => (await declaredReleaseOf(remote)).declaration,
    part<T extends object>(remote: RemoteName, { id, find }: RemotePart<T>) {
      const name = `${remote}/${id}`;
      const fetchPart = async (isRetry: boolean): Promise<T> => {
        await releases.renewStale(remote, isRetry);
        const { release, declaration } = await declaredReleaseOf(remote);
        const loadPart = find(declaration);
        if (loadPart === undefined)
          throw new LoadError('chunk', 'broken', { message: `${remote} doesn't have the part ${id}` });
        const part = requireExports(await loadPart(), name);
        releases.onPartLoaded(release);
        // While this part was loading, a part of another release may have started to run; this part is then loaded from
        // that release.
        return release === releases.get(remote) ? part : fetchPart(isRetry);
      };
      return loadChunk(name, fetchPart, ownerOf(remote));
    },
    async prefetch(remote, { id, find }) {
      if (isLoadOpen(remote) || isLoadOpen(`${remote}/${id}`)) return;
      try {
        await releases.renewStale(remote, false);
        const { release, declaration } = await fetchDeclaredRelease(remote);
        const loadPart = find(declaration);
        if (loadPart === undefined) return;
        await loadPart();
        // The part's code has run, so the page keeps its release.
        releases.onPartLoaded(release);
      } catch {
        deps.federation.forgetFailures();
      }
    },
    releaseOf,
    supersede: releases.onSuperseded,
    onArrival(remote, listener) {
      const listeners = arrivalListeners.get(remote) ?? createListeners();
      arrivalListeners.set(remote, listeners);
      return listeners.add(listener);
    },
    shared: (id, load) => loadChunk(id, async () => requireExports(await load(), id), { remote: null }),
  };
};
