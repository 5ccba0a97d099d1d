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

const currentReleasesOf = (latestReleases: ReleasesByName): CurrentReleases => {
  let shell: ShellManifest | null = null;
  let consolePage: ConsoleManifest | null = null;
  const remotes: RemoteManifest[] = [];
  for (const name of [...latestReleases.keys()].sort()) {
    const release = latestReleases.get(name);
    if (release === undefined) continue;
    if (release.name === SHELL) shell = release.manifest;
    else if (release.name === CONSOLE) consolePage = release.manifest;
    else remotes.push(release.manifest);
  }
  return { shell, console: consolePage, remotes };
};

const isSameManifest = (left: Release | undefined, right: Release): boolean =>
  JSON.stringify(left?.manifest) === JSON.stringify(right.manifest);

/**
 * Creates the service. Pages get a new build at once; a separate run stores the release, so that no page waits for the
 * database.
 */
export const createReleaseService = ({ folder, store, clock, onBroken }: ReleaseServiceDeps): ReleaseService => {
  const unpublishedNames = new Set<ReleaseName>();
  let latestReleases: ReleasesByName | null = null;
  const refreshFlight = createSingleFlight<ReleasesByName>();

  const inspectRelease = async (name: ReleaseName, releases: ReleasesByName): Promise<void> => {
    const inspection = await folder.inspect(name);
    if (inspection.status === 'broken') onBroken(name, inspection.cause);
    if (inspection.status !== 'found') return;
    if (!isSameManifest(releases.get(name), inspection.release)) unpublishedNames.add(name);
    releases.set(name, inspection.release);
  };

  const refreshReleases = async (): Promise<ReleasesByName> => {
    const releases = latestReleases ?? new Map((await store.listStable()).map((release) => [release.name, release]));
    latestReleases = releases;
    await Promise.all((await folder.list()).map((name) => inspectRelease(name, releases)));
    return releases;
  };

  // Pages that are requested at the same moment share one refresh.
  const refreshOnce = (): Promise<ReleasesByName> => refreshFlight.run('releases', refreshReleases);

  return {
    current: async () => currentReleasesOf(await refreshOnce()),

    async publishNew() {
      const releases = await refreshOnce();
      for (const name of [...unpublishedNames]) {
        const release = releases.get(name);
        if (release !== undefined) await store.publish(release, clock.realNow());
        unpublishedNames.delete(name);
      }
    },
  };
};
