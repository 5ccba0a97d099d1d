import type { RegistryRemote, RemoteName } from '@mahlzeit/contract';
import { createListeners, SHELL_CONTRACT_VERSION } from '@mahlzeit/shared-ui/platform';
import type { Listeners, RemoteDeclaration } from '@mahlzeit/shared-ui/platform';
import { getInstance, loadRemote, registerRemotes, satisfy } from '@module-federation/enhanced/runtime';
import { LoadError } from './load-error';
import { createLoadable } from './loadable';
import type { Loadable, LoadDeps, LoadTask } from './loadable';

/** The part of Module Federation's runtime that the loader uses. */
export interface Federation {
  /** Makes a remote known; loads nothing. */
  register(remote: RegistryRemote): void;
  /** Loads the remote's entry and resolves with the module it exposes. */
  load(remote: RegistryRemote): Promise<unknown>;
  /** Makes shared chunks that failed to load loadable again. */
  forgetFailures(): void;
  /** Whether a version lies in a range. */
  satisfies(version: string, range: string): boolean;
}

/** The name under which every remote exposes its declaration (shared-ui/build). */
const EXPOSED = 'remote';

/** Module Federation's runtime as the shell's build provides it. */
export const browserFederation: Federation = {
  register: ({ name, entry, globalName }) => registerRemotes([{ name, entry, entryGlobalName: globalName }]),
  load: ({ name }) => loadRemote<unknown>(`${name}/${EXPOSED}`),
  forgetFailures() {
    // The runtime keeps a rejected `loading` promise for ever (2.9.2); the finder sees each of its instances.
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

/**
 * Whether a loaded module is a remote's declaration; its types were checked when it was built, its shape is checked
 * here.
 */
const isDeclaration = (value: unknown): value is RemoteDeclaration =>
  isObject(value) &&
  typeof value.name === 'string' &&
  Array.isArray(value.screens) &&
  value.screens.every(isScreen) &&
  isObject(value.slots) &&
  isObject(value.commands);

/** The default export of an ES module; undefined for anything else, an empty namespace included. */
const defaultExportOf = (module: unknown): unknown => (isObject(module) ? module.default : undefined);

/** A part of a remote: a screen, slot or command, each a chunk of its own. */
interface RemotePart<T> {
  /** Unlike any other part's of that remote: `screen:main`. */
  readonly id: string;
  load(): Promise<T>;
}

/** Loads remotes and their parts. Every rejection is a LoadError; asking again tries again. */
export interface RemoteLoader {
  declaration(remote: RemoteName): Promise<RemoteDeclaration>;
  part<T extends object>(remote: RemoteName, part: RemotePart<T>): Promise<T>;
  /** Calls `listener` whenever the remote or a part of it has come, late or not. Returns an unsubscribe function. */
  onArrival(remote: RemoteName, listener: () => void): () => void;
  /** A lazy part of the shell itself, or of what it shares: `shared('ui/dialog', () => import('…/ui/dialog'))`. */
  shared<T extends object>(id: string, load: () => Promise<T>): Promise<T>;
}

interface RemoteLoaderDeps extends LoadDeps {
  readonly remotes: readonly RegistryRemote[];
  readonly federation: Federation;
  /** Resolves once texts that were defined are there in the page's language; never rejects. */
  textsReady(): Promise<void>;
  /** Called on every failed attempt. */
  readonly report: (error: LoadError, what: string) => void;
}

/** Milliseconds for one attempt at a remote's entry and declaration, and at a part's chunks. */
const ENTRY_MS = 5_000;
const CHUNK_MS = 5_000;

const checkContract = ({ name, contract }: RegistryRemote, { satisfies }: Federation): void => {
  if (satisfies(SHELL_CONTRACT_VERSION, contract)) return;
  throw new LoadError('entry', 'incompatible', {
    message: `${name} is built for shell contract ${contract}, this shell offers ${SHELL_CONTRACT_VERSION}`,
  });
};

// After a shared chunk failed, webpack may answer the half-run module as an empty namespace (recipe, section 7).
const used = <T extends object>(module: T, id: string): T => {
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
 * One loader for a page: it registers the registry's remotes and keeps a state machine for each of them and their
 * parts.
 */
export const createRemoteLoader = (deps: RemoteLoaderDeps): RemoteLoader => {
  const loadables = new Map<string, Loadable>();
  const arrivals = new Map<RemoteName, Listeners<[]>>();
  for (const remote of deps.remotes) deps.federation.register(remote);

  const arrived = (remote: RemoteName): void => arrivals.get(remote)?.emit();

  const loadableOf = (task: LoadTask, onReady?: () => void): Loadable => {
    const known = loadables.get(task.name);
    if (known) return known;
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
      { name, phase: 'chunk', attemptMs: CHUNK_MS, run: async () => used(await fetch(), name) },
      onReady,
    ).load();
    // A part that has come has defined its texts; in another language than German they are a chunk of their own.
    await deps.textsReady();
    // Answered by webpack out of its own memory, and typed by the caller.
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
