import { createSingleFlight } from '../../../platform';
import type { Clock } from '../../../platform';
import { CONSOLE_NAME, SHELL_NAME } from '../manifest';
import type {
  ConsoleManifest,
  CurrentReleases,
  Release,
  ReleaseName,
  RemoteManifest,
  ShellManifest,
} from '../manifest';
import type { DeliveryState, ReleaseStore } from '../store';
import type { ReleaseFolder } from './release-files';

interface ReleaseServiceDeps {
  readonly folder: Pick<ReleaseFolder, 'list' | 'inspect' | 'readContents'>;
  readonly store: ReleaseStore;
  readonly clock: Pick<Clock, 'realNow'>;
  readonly onBroken: (releaseName: ReleaseName, cause: unknown) => void;
}

interface ReleaseService {
  /**
   * Returns the current releases: those that the channel `stable` delivers, builds of the checkout that are newer than
   * the last stored build, and always the checkout's own shell and console. A release with missing files stays current,
   * because the files may come back.
   */
  current(): Promise<CurrentReleases>;
  /** Stores the new builds that `current` has found, so that open pages and other gateways learn of them. */
  publishNew(): Promise<void>;
  /** Makes the next call of `current` read the store again, after this process has changed it. */
  forgetState(): void;
}

/**
 * Milliseconds for which the store's state is used. Another gateway or a command may change the state, and new pages
 * get the change within this time.
 */
const STATE_LIFETIME_MS = 250;

type ReleaseByName = ReadonlyMap<ReleaseName, Release>;

const currentReleasesOf = (releaseByName: ReleaseByName): CurrentReleases => {
  let shellManifest: ShellManifest | null = null;
  let consoleManifest: ConsoleManifest | null = null;
  const remoteManifests: RemoteManifest[] = [];
  for (const releaseName of [...releaseByName.keys()].sort()) {
    const currentRelease = releaseByName.get(releaseName);
    if (currentRelease === undefined) continue;
    if (currentRelease.name === SHELL_NAME) shellManifest = currentRelease.manifest;
    else if (currentRelease.name === CONSOLE_NAME) consoleManifest = currentRelease.manifest;
    else remoteManifests.push(currentRelease.manifest);
  }
  return { shell: shellManifest, console: consoleManifest, remotes: remoteManifests };
};

/** Creates the reader of the store's state, which keeps the state for a moment and each release that is delivered. */
const createStateReader = (store: ReleaseStore, clock: Pick<Clock, 'realNow'>) => {
  let latest: { readonly state: DeliveryState; readonly readAt: number } | null = null;
  let deliveredByName: ReleaseByName = new Map();

  const readDelivered = async ({ stableVersions }: DeliveryState): Promise<ReleaseByName> => {
    const releaseByName = new Map<ReleaseName, Release>();
    for (const [name, version] of stableVersions) {
      const known = deliveredByName.get(name);
      const release = known?.manifest.version === version ? known : await store.find(name, version);
      if (release !== null) releaseByName.set(name, release);
    }
    return releaseByName;
  };

  return {
    async read(): Promise<{ readonly state: DeliveryState; readonly delivered: ReleaseByName }> {
      const now = clock.realNow();
      if (latest === null || now - latest.readAt >= STATE_LIFETIME_MS) {
        const state = await store.readState();
        deliveredByName = await readDelivered(state);
        latest = { state, readAt: now };
      }
      return { state: latest.state, delivered: deliveredByName };
    },
    /** Makes the next call read the state again. */
    forget(): void {
      latest = null;
    },
  };
};

/** Creates the service. Pages get a new build at once; a separate run stores it, so that no page waits for that. */
export const createReleaseService = ({ folder, store, clock, onBroken }: ReleaseServiceDeps): ReleaseService => {
  const buildByName = new Map<ReleaseName, Release>();
  // Each gateway publishes a build once. Otherwise two gateways with different builds would replace each other's
  // release again and again.
  const unpublishedByName = new Map<ReleaseName, Release>();
  const stateReader = createStateReader(store, clock);
  const refreshFlight = createSingleFlight<readonly [ReleaseByName, readonly Release[]]>();

  const inspectBuild = async (releaseName: ReleaseName): Promise<void> => {
    const inspectionResult = await folder.inspect(releaseName);
    if (inspectionResult.status === 'broken') onBroken(releaseName, inspectionResult.cause);
    if (inspectionResult.status !== 'found') return;
    const { release } = inspectionResult;
    if (buildByName.get(releaseName)?.manifest.version !== release.manifest.version)
      unpublishedByName.set(releaseName, release);
    buildByName.set(releaseName, release);
  };

  const markPublished = (build: Release): void => {
    // Another build may have been found in the meantime.
    if (unpublishedByName.get(build.name) === build) unpublishedByName.delete(build.name);
  };

  /** Returns the current releases, and the builds that the store doesn't know yet. */
  const refreshReleases = async (): Promise<readonly [ReleaseByName, readonly Release[]]> => {
    await Promise.all((await folder.list()).map(inspectBuild));
    const { state, delivered } = await stateReader.read();
    for (const build of [...unpublishedByName.values()])
      if (state.buildVersions.get(build.name) === build.manifest.version) markPublished(build);
    const newBuilds = [...unpublishedByName.values()];
    const shownBuilds = [
      ...newBuilds.filter(({ name }) => !state.pinnedNames.has(name)),
      // The store holds no files of the shell and the console.
      ...[...buildByName.values()].filter(({ name }) => name === SHELL_NAME || name === CONSOLE_NAME),
    ];
    return [new Map([...delivered, ...shownBuilds.map((build) => [build.name, build] as const)]), newBuilds];
  };

  // Pages that are requested at the same moment share one refresh.
  const refreshOnce = () => refreshFlight.run('releases', refreshReleases);

  return {
    async current() {
      const [releaseByName] = await refreshOnce();
      return currentReleasesOf(releaseByName);
    },

    async publishNew() {
      const [, newBuilds] = await refreshOnce();
      for (const release of newBuilds) {
        await store.publishBuild({ release, contents: await folder.readContents(release) }, clock.realNow());
        markPublished(release);
      }
      if (newBuilds.length > 0) stateReader.forget();
    },

    forgetState: stateReader.forget,
  };
};
