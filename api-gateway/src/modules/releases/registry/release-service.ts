import { createSingleFlight } from '../../../platform';
import type { Clock } from '../../../platform';
import type { ReleaseFolder } from './release-files';
import { CONSOLE, SHELL } from './release-manifest';
import type { ConsoleManifest, Release, ReleaseName, RemoteManifest, ShellManifest } from './release-manifest';
import type { ReleaseStore } from './release-repository';

/**
 * Releases that pages load now. Before their first build, the shell and the console are null and a remote is absent.
 */
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

interface ReleaseService {
  /**
   * Looks for new builds and returns the current releases. A release with missing files stays current, because the
   * files may come back.
   */
  current(): Promise<CurrentReleases>;
  /** Stores the new releases that `current` has found, so that open pages and other gateways learn of them. */
  publishNew(): Promise<void>;
}

type ReleasesByName = Map<ReleaseName, Release>;

const currentOf = (latest: ReleasesByName): CurrentReleases => {
  let shell: ShellManifest | null = null;
  let consolePage: ConsoleManifest | null = null;
  const remotes: RemoteManifest[] = [];
  for (const name of [...latest.keys()].sort()) {
    const release = latest.get(name);
    if (release === undefined) continue;
    if (release.name === SHELL) shell = release.manifest;
    else if (release.name === CONSOLE) consolePage = release.manifest;
    else remotes.push(release.manifest);
  }
  return { shell, console: consolePage, remotes };
};

const isSame = (left: Release | undefined, right: Release): boolean =>
  JSON.stringify(left?.manifest) === JSON.stringify(right.manifest);

/**
 * Creates the service. Pages get a new build at once; a separate run stores the release, so that no page waits for the
 * database.
 */
export const createReleaseService = ({ folder, store, clock, onBroken }: ReleaseServiceDeps): ReleaseService => {
  const unpublishedNames = new Set<ReleaseName>();
  let latest: ReleasesByName | null = null;
  const refreshes = createSingleFlight<ReleasesByName>();

  const followRelease = async (name: ReleaseName, releases: ReleasesByName): Promise<void> => {
    const result = await folder.inspect(name);
    if (result.status === 'broken') onBroken(name, result.cause);
    if (result.status !== 'found') return;
    if (!isSame(releases.get(name), result.release)) unpublishedNames.add(name);
    releases.set(name, result.release);
  };

  const refresh = async (): Promise<ReleasesByName> => {
    const releases = latest ?? new Map((await store.listStable()).map((release) => [release.name, release]));
    latest = releases;
    await Promise.all((await folder.list()).map((name) => followRelease(name, releases)));
    return releases;
  };

  // Pages that are requested at the same moment share one refresh.
  const look = (): Promise<ReleasesByName> => refreshes.run('releases', refresh);

  return {
    current: async () => currentOf(await look()),

    async publishNew() {
      const releases = await look();
      for (const name of [...unpublishedNames]) {
        const release = releases.get(name);
        if (release !== undefined) await store.publish(release, clock.realNow());
        unpublishedNames.delete(name);
      }
    },
  };
};
