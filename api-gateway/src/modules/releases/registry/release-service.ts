import { createSingleFlight } from '../../../platform';
import type { Clock } from '../../../platform';
import type { ReleaseFolder } from './release-files';
import { CONSOLE_NAME, SHELL_NAME } from './release-manifest';
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
  readonly onBroken: (releaseName: ReleaseName, cause: unknown) => void;
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

const currentReleasesOf = (latestReleaseByName: ReleasesByName): CurrentReleases => {
  let shellManifest: ShellManifest | null = null;
  let consoleManifest: ConsoleManifest | null = null;
  const remoteManifests: RemoteManifest[] = [];
  for (const releaseName of [...latestReleaseByName.keys()].sort()) {
    const latestRelease = latestReleaseByName.get(releaseName);
    if (latestRelease === undefined) continue;
    if (latestRelease.name === SHELL_NAME) shellManifest = latestRelease.manifest;
    else if (latestRelease.name === CONSOLE_NAME) consoleManifest = latestRelease.manifest;
    else remoteManifests.push(latestRelease.manifest);
  }
  return { shell: shellManifest, console: consoleManifest, remotes: remoteManifests };
};

const isSameManifest = (leftRelease: Release | undefined, rightRelease: Release): boolean =>
  JSON.stringify(leftRelease?.manifest) === JSON.stringify(rightRelease.manifest);

/**
 * Creates the service. Pages get a new build at once; a separate run stores the release, so that no page waits for the
 * database.
 */
export const createReleaseService = ({ folder, store, clock, onBroken }: ReleaseServiceDeps): ReleaseService => {
  const unpublishedNames = new Set<ReleaseName>();
  let latestReleaseByName: ReleasesByName | null = null;
  const refreshFlight = createSingleFlight<ReleasesByName>();

  const inspectRelease = async (releaseName: ReleaseName, releaseByName: ReleasesByName): Promise<void> => {
    const inspectionResult = await folder.inspect(releaseName);
    if (inspectionResult.status === 'broken') onBroken(releaseName, inspectionResult.cause);
    if (inspectionResult.status !== 'found') return;
    if (!isSameManifest(releaseByName.get(releaseName), inspectionResult.release)) unpublishedNames.add(releaseName);
    releaseByName.set(releaseName, inspectionResult.release);
  };

  const refreshReleases = async (): Promise<ReleasesByName> => {
    const releaseByName =
      latestReleaseByName ?? new Map((await store.listStable()).map((release) => [release.name, release]));
    latestReleaseByName = releaseByName;
    await Promise.all((await folder.list()).map((releaseName) => inspectRelease(releaseName, releaseByName)));
    return releaseByName;
  };

  // Pages that are requested at the same moment share one refresh.
  const refreshOnce = (): Promise<ReleasesByName> => refreshFlight.run('releases', refreshReleases);

  return {
    current: async () => currentReleasesOf(await refreshOnce()),

    async publishNew() {
      const releaseByName = await refreshOnce();
      for (const releaseName of [...unpublishedNames]) {
        const latestRelease = releaseByName.get(releaseName);
        if (latestRelease !== undefined) await store.publish(latestRelease, clock.realNow());
        unpublishedNames.delete(releaseName);
      }
    },
  };
};
