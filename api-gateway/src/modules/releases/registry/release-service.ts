import { createSingleFlight } from '../../../platform';
import type { Clock } from '../../../platform';
import type { ReleaseFolder } from './release-files';
import { CONSOLE, SHELL } from './release-manifest';
import type { ConsoleManifest, Release, ReleaseName, RemoteManifest, ShellManifest } from './release-manifest';
import type { ReleaseStore } from './release-repository';

/** Releases that pages load now: shell and console are null, a remote is absent until its first build. */
export interface CurrentReleases {
  readonly shell: ShellManifest | null;
  readonly console: ConsoleManifest | null;
  readonly remotes: readonly RemoteManifest[];
}

interface ReleaseServiceDeps {
  readonly folder: ReleaseFolder;
  readonly store: ReleaseStore;
  readonly clock: Clock;
  readonly onBroken: (name: ReleaseName, cause: unknown) => void;
}

/** Service of the current releases. */
interface ReleaseService {
  /**
   * Looks for new builds and returns the current releases. A release with missing files stays current, because the
   * files may come back.
   */
  current(): Promise<CurrentReleases>;
  /** Stores new releases, so that open pages and other gateways learn of them. */
  publishNew(): Promise<void>;
}

type Known = Map<ReleaseName, Release>;

const currentOf = (known: Known): CurrentReleases => {
  let shell: ShellManifest | null = null;
  let consolePage: ConsoleManifest | null = null;
  const remotes: RemoteManifest[] = [];
  for (const name of [...known.keys()].sort()) {
    const release = known.get(name);
    if (release === undefined) continue;
    if (release.name === SHELL) shell = release.manifest;
    else if (release.name === CONSOLE) consolePage = release.manifest;
    else remotes.push(release.manifest);
  }
  return { shell, console: consolePage, remotes };
};

const isSame = (one: Release | undefined, other: Release): boolean =>
  JSON.stringify(one?.manifest) === JSON.stringify(other.manifest);

/**
 * Creates the service. Pages get a new build at once; a separate run stores the release, so that no page waits for the
 * database.
 */
export const createReleaseService = ({ folder, store, clock, onBroken }: ReleaseServiceDeps): ReleaseService => {
  const unpublished = new Set<ReleaseName>();
  let known: Known | null = null;
  const refreshes = createSingleFlight<Known>();

  const follow = async (name: ReleaseName, held: Known): Promise<void> => {
    const found = await folder.look(name);
    if (found.status === 'broken') onBroken(name, found.cause);
    if (found.status !== 'found') return;
    if (!isSame(held.get(name), found.release)) unpublished.add(name);
    held.set(name, found.release);
  };

  const refresh = async (): Promise<Known> => {
    const held = known ?? new Map((await store.listStable()).map((release) => [release.name, release]));
    known = held;
    await Promise.all((await folder.list()).map((name) => follow(name, held)));
    return held;
  };

  // Pages that are requested at the same moment share one refresh.
  const look = (): Promise<Known> => refreshes.run('releases', refresh);

  return {
    current: async () => currentOf(await look()),

    async publishNew() {
      const held = await look();
      for (const name of [...unpublished]) {
        const release = held.get(name);
        if (release !== undefined) await store.publish(release, clock.realNow());
        unpublished.delete(name);
      }
    },
  };
};
