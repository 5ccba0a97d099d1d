import type { PageRemote, RemoteName } from '@mahlzeit/contract';
import { createListeners, SHELL_CONTRACT_VERSION } from '@mahlzeit/shared-ui/platform';
import type { Listeners, RemoteDeclaration } from '@mahlzeit/shared-ui/platform';
import { getInstance, loadRemote, registerRemotes, satisfy } from '@module-federation/enhanced/runtime';
import { LoadError } from './load-error';
import { createLoadable } from './loadable';
import type { Loadable, LoadDeps, LoadTask } from './loadable';

/** Part of Module Federation's runtime that the loader uses. */
export interface Federation {
  /** Registers a remote; loads nothing. */
  register(remote: PageRemote): void;
  /** Loads the remote's entry and resolves with its exposed module. */
  load(remote: PageRemote): Promise<unknown>;
  /** Makes shared chunks that failed to load loadable again. */
  forgetFailures(): void;
  /** Whether a version lies in a range. */
  satisfies(version: string, range: string): boolean;
}

/** Name under which every remote exposes its declaration (shared-ui/build). */
const EXPOSED = 'remote';

/** Module Federation's runtime of the shell's build. */
export const browserFederation: Federation = {
  register: ({ name, entry, globalName }) => registerRemotes([{ name, entry, entryGlobalName: globalName }]),
  load: ({ name }) => loadRemote<unknown>(`${name}/${EXPOSED}`),
  forgetFailures() {
    // The runtime keeps a rejected `loading` promise for ever (2.9.2); the callback sees each of its instances.
    getInstance(({ shareScopeMap }) => {
      const versions = Object.values(shareScopeMap).flatMap((scope) =>
        Object.values(scope).flatMap((shared) => Object.values(shared)),
      );
      for (const shared of versions) if (!shared.loaded) shared.loading = null;
      return false;
    });
  },
  satisfies: (version, range) => satisfy(version, range),
};

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

const isScreen = (value: unknown): boolean =>
  isObject(value) && typeof value.key === 'string' && typeof value.load === 'function';

/** Whether a loaded module is a remote's declaration; its build has checked the types, this checks the shape. */
const isDeclaration = (value: unknown): value is RemoteDeclaration =>
  isObject(value) &&
  typeof value.name === 'string' &&
  Array.isArray(value.screens) &&
  value.screens.every(isScreen) &&
  isObject(value.slots) &&
  isObject(value.commands);

/** Returns the default export of an ES module; undefined for anything else, an empty namespace included. */
const defaultExportOf = (module: unknown): unknown => (isObject(module) ? module.default : undefined);

/** Part of a remote: a screen, slot or command, each in its own chunk. */
interface RemotePart<T> {
  /** Unique within the remote: `screen:main`. */
  readonly id: string;
  load(): Promise<T>;
}

/** Loads remotes and their parts. Every rejection is a LoadError; another call tries again. */
export interface RemoteLoader {
  declaration(remote: RemoteName): Promise<RemoteDeclaration>;
  part<T extends object>(remote: RemoteName, part: RemotePart<T>): Promise<T>;
  /**
   * Calls `listener` whenever the remote or one of its parts has loaded, late or not. Returns an unsubscribe function.
   */
  onArrival(remote: RemoteName, listener: () => void): () => void;
  /** Loads a lazy part of the shell or of shared-ui: `shared('ui/dialog', () => import('…/ui/dialog'))`. */
  shared<T extends object>(id: string, load: () => Promise<T>): Promise<T>;
}

interface RemoteLoaderDeps extends LoadDeps {
  readonly remotes: readonly PageRemote[];
  readonly federation: Federation;
  /** Resolves once all defined texts are loaded in the page's language; never rejects. */
  textsReady(): Promise<void>;
  /** Called on every failed attempt. */
  readonly report: (error: LoadError, what: string) => void;
}

/** Time limits of one attempt, in milliseconds: for a remote's entry with its declaration, and for a part's chunks. */
const ENTRY_MS = 5_000;
const CHUNK_MS = 5_000;

const checkContract = ({ name, contract }: PageRemote, { satisfies }: Federation): void => {
  if (satisfies(SHELL_CONTRACT_VERSION, contract)) return;
  throw new LoadError('entry', 'incompatible', {
    message: `${name} is built for shell contract ${contract}, this shell offers ${SHELL_CONTRACT_VERSION}`,
  });
};

// After a failed shared chunk, webpack may return the partly evaluated module as an empty namespace (recipe §7).
const requireExports = <T extends object>(module: T, id: string): T => {
  if (Object.keys(module).length > 0) return module;
  throw new LoadError('chunk', 'broken', { message: `${id} came without any export` });
};

const fetchDeclaration = async (
  { remotes, federation }: RemoteLoaderDeps,
  name: RemoteName,
): Promise<RemoteDeclaration> => {
  const remote = remotes.find((candidate) => candidate.name === name);
  if (remote === undefined)
    throw new LoadError('entry', 'unreachable', { message: `The registry has no release of ${name}` });
  checkContract(remote, federation);
  const declaration = defaultExportOf(await federation.load(remote));
  if (!isDeclaration(declaration))
    throw new LoadError('entry', 'broken', { message: `${name} exposes no declaration` });
  return declaration;
};

/**
 * Creates the loader of a page: it registers the registry's remotes and keeps a state machine for each of them and
 * their parts.
 */
export const createRemoteLoader = (deps: RemoteLoaderDeps): RemoteLoader => {
  const loadables = new Map<string, Loadable>();
  const arrivals = new Map<RemoteName, Listeners<[]>>();
  for (const remote of deps.remotes) deps.federation.register(remote);

  const arrived = (remote: RemoteName): void => arrivals.get(remote)?.emit();

  const loadableOf = (task: LoadTask, onReady?: () => void): Loadable => {
    const existing = loadables.get(task.name);
    if (existing) return existing;
    const loadable = createLoadable(task, deps);
    loadable.subscribe((state) => {
      if (state.status === 'ready') onReady?.();
      if (state.status !== 'failed') return;
      deps.federation.forgetFailures();
      deps.report(state.error, task.name);
    });
    loadables.set(task.name, loadable);
    return loadable;
  };

  const chunk = async <T extends object>(name: string, fetch: () => Promise<T>, onReady?: () => void): Promise<T> => {
    await loadableOf(
      { name, phase: 'chunk', attemptMs: CHUNK_MS, run: async () => requireExports(await fetch(), name) },
      onReady,
    ).load();
    // A loaded part has defined its texts; in another language than German they are a separate chunk.
    await deps.textsReady();
    // Webpack returns the loaded module from memory; the caller's type applies.
    return fetch();
  };

  return {
    async declaration(remote) {
      const run = () => fetchDeclaration(deps, remote);
      await loadableOf({ name: remote, phase: 'entry', attemptMs: ENTRY_MS, run }, () => arrived(remote)).load();
      return run();
    },
    part: (remote, { id, load }) => chunk(`${remote}/${id}`, load, () => arrived(remote)),
    onArrival(remote, listener) {
      const listeners = arrivals.get(remote) ?? createListeners();
      arrivals.set(remote, listeners);
      return listeners.add(listener);
    },
    shared: (id, load) => chunk(id, load),
  };
};
